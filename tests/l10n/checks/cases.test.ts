import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { CHECK_IDS } from '../../../src/l10n/checks/registry.ts'
import type { Message, Syntax } from '../../../src/l10n/message/message.ts'

const folder = new URL('../cases/checks/', import.meta.url)
/** Glossary terms and limits are no part of a case. */
const WITHOUT_CASES = ['do_not_translate', 'forbidden_term', 'glossary', 'max_length', 'vue_syntax']

describe('the cases of each check', () => {
  const files = readdirSync(folder).toSorted()

  it('are in a file with the ID of the check, with texts that pass and texts that do not', () => {
    expect(files.map(name => name.replace(/\.txt$/, ''))).toEqual(
      CHECK_IDS.filter(id => !WITHOUT_CASES.includes(id)).toSorted(),
    )
  })

  for (const name of files) {
    const id = name.replace(/\.txt$/, '')
    describe(id, () => {
      for (const { title, input, expected } of parseCases(readFileSync(new URL(name, folder), 'utf8'))) {
        it(title, () => {
          const { findings, repaired } = checkText(input)
          expect(
            findings.map(found => `${found.level} ${found.id}${found.at === undefined ? '' : ` @${found.at}`}`),
          ).toEqual(expected.map(line => line.split(' | ')[0]))
          for (const [index, line] of expected.entries()) expect(findings[index]?.fix).toContain(line.split(' | ')[1])
          expect(repaired).toEqual([])
        })
      }
    })
  }
})

interface Case {
  readonly title: string
  readonly input: CheckInput
  /** `level check @offset | part of the fix` */
  readonly expected: readonly string[]
}

/**
 * Each case starts with `=== title` and a line with its syntax and locale. Its parts start with `--- source`, `--- target`, `--- findings`, and, as JSON,
 * `--- elsewhere` and `--- twins`. Plural forms are a JSON object.
 */
function parseCases(file: string): Case[] {
  return file
    .split(/^=== /m)
    .slice(1)
    .map(text => {
      const [head = '', ...parts] = text.replace(/\n+$/, '').split(/\n--- /)
      const [title = '', properties = ''] = head.split('\n')
      const [syntax, locale = ''] = properties.split(' ')
      const sections = new Map(parts.map(part => [/^\w+/.exec(part)?.[0] ?? '', part.replace(/^\w+\n?/, '')]))
      const read = (name: string): Message => readMessage(sections.get(name) ?? '')
      const list = (name: string): Message[] | undefined => {
        const json = sections.get(name)
        return json === undefined ? undefined : JSON.parse(json)
      }
      return {
        title,
        input: {
          source: read('source'),
          target: read('target'),
          elsewhere: list('elsewhere'),
          twins: list('twins'),
          sourceLocale: 'en',
          locale,
          syntax: syntax as Syntax,
        },
        expected: (sections.get('findings') ?? '').split('\n').filter(line => line !== ''),
      }
    })
}

const readMessage = (text: string): Message => (/^\{"\w+":"/.test(text) ? JSON.parse(text) : text)
