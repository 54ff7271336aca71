import { readdirSync, readFileSync } from 'node:fs'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { FAMILIES } from '../../../src/l10n/message/families.ts'
import type { Message, Syntax } from '../../../src/l10n/message/message.ts'

/** The cases of the checks, by their file. */
export const CHECK_CASES = readFolder('checks')
/** Cases of placeholders, markup and forms, by their file. */
export const STRUCTURE_CASES = readFolder('structure')

interface Case {
  readonly title: string
  readonly input: CheckInput
  /** A line for each finding. */
  readonly expected: readonly string[]
}

function readFolder(name: string): readonly { readonly file: string; readonly cases: readonly Case[] }[] {
  const folder = new URL(`../cases/${name}/`, import.meta.url)
  return readdirSync(folder)
    .toSorted()
    .map(file => ({
      file,
      cases: readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n\n').map(parseCase),
    }))
}

/**
 * A case has an optional title (`# …`), a line with syntax, locale and families (`?icu` = unsure), the source, the translation,
 * an optional list of `elsewhere` or `twins`, and a line for each finding.
 */
function parseCase(block: string): Case {
  const [, title = block, lines = ''] = /^(?:# (.*)\n)?([^]*)$/.exec(block) ?? []
  const [head = '', source = '', target = '', ...rest] = lines.split('\n')
  const [syntax, locale = '', ...names] = head.split(' ')
  const [, list, values] = /^(elsewhere|twins) (.*)$/.exec(rest[0] ?? '') ?? []
  const isSure = !names.includes('?icu')
  const families = {
    families: FAMILIES.filter(family => names.includes(family) || (family === 'icu' && !isSure)),
    sure: isSure ? ('certain' as const) : ('guess' as const),
    quotes: isSure,
  }
  return {
    title,
    input: {
      sourceLocale: 'en',
      locale,
      syntax: syntax as Syntax,
      source: parseText(source),
      target: parseText(target),
      ...(list !== undefined && { [list]: JSON.parse(values ?? '') }),
      ...(names.length > 0 && { families }),
    },
    expected: list === undefined ? rest : rest.slice(1),
  }
}

/** Texts with line breaks or white space at the edges, and plural forms, are JSON. */
function parseText(text: string): Message {
  return /^(?:"|\{")/.test(text) ? JSON.parse(text) : text
}
