import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { FAMILIES } from '../../../src/l10n/message/families.ts'
import type { Message, Syntax } from '../../../src/l10n/message/message.ts'

const folder = new URL('../cases/structure/', import.meta.url)
const CHECKED = ['icu_syntax', 'vue_syntax', 'placeholders', 'plural_forms', 'markup', 'control_characters']

/** A line with syntax, locale and families (`?icu` = unsure), the source, the translation, and a line for each finding. */
function parseBlock(block: string): { readonly input: CheckInput; readonly expected: readonly string[] } {
  const [head = '', source = '', target = '', ...expected] = block.split('\n')
  const [syntax, locale = '', ...names] = head.split(' ')
  const isSure = !names.includes('?icu')
  const families = {
    families: FAMILIES.filter(family => names.includes(family) || (family === 'icu' && !isSure)),
    sure: isSure ? ('certain' as const) : ('guess' as const),
    quotes: isSure,
  }
  const input = {
    sourceLocale: 'en',
    locale,
    syntax: syntax as Syntax,
    source: parseText(source),
    target: parseText(target),
  }
  return { input: { ...input, ...(names.length > 0 && { families }) }, expected }
}

/** Texts with line breaks, and plural forms, are JSON. */
const parseText = (text: string): Message => (/^(?:"|\{")/.test(text) ? JSON.parse(text) : text)

for (const name of readdirSync(folder).toSorted()) {
  describe(`the cases of ${name}`, () => {
    const blocks = readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n\n')
    it.each(blocks)('%s', block => {
      const { input, expected } = parseBlock(block)
      const { findings } = checkText(input)
      const found = findings.filter(({ id }) => CHECKED.includes(id))
      expect(found.map(({ level, id, message }) => `${level} ${id}: ${message}`)).toEqual(expected)
      expect(found.every(({ fix }) => fix !== undefined)).toBe(true)
    })
  })
}
