import { readdirSync, readFileSync } from 'node:fs'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import type { Message, Syntax } from '../../../src/l10n/message/message.ts'

const folder = new URL('../cases/checks/', import.meta.url)

/** The cases of the checks, by their file. */
export const CHECK_CASES: readonly { readonly file: string; readonly cases: readonly Case[] }[] = readdirSync(folder)
  .toSorted()
  .map(file => ({ file, cases: parseCases(readFileSync(new URL(file, folder), 'utf8')) }))

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

function readMessage(text: string): Message {
  return /^\{"\w+":"/.test(text) ? JSON.parse(text) : text
}
