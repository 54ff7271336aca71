import type { Format } from '../../src/l10n/formats/format.ts'
import { formatById } from '../../src/l10n/formats/registry.ts'
import type { Message } from '../../src/l10n/message/message.ts'

/** Milliseconds in which a format handles one file, the fastest of some rounds. */
export interface FileTimes {
  readonly format: string
  readonly megabytes: number
  /** Reading it as a source file. */
  readonly read: number
  /** Reading it as a target file, with its source file. */
  readonly readTarget: number
  /** Writing one changed translation into it. */
  readonly write: number
}

/** Measures reading a file of each format, and writing one translation into it. */
export const measureFiles = (entries: number, rounds: number): readonly FileTimes[] =>
  SAMPLES.map(({ id, render }) => {
    const format = formatById(id)
    const text = render(entries)
    const values = new Map([findChange(format, text)])
    return {
      format: id,
      megabytes: text.length / 1_000_000,
      read: fastest(rounds, () => format.read(text)),
      readTarget: fastest(rounds, () => format.readTarget(text, 'de', text)),
      write: fastest(rounds, () => format.write({ source: text, base: text, locale: 'de', values })),
    }
  })

function findChange(format: Format, text: string): readonly [string, Message] {
  const { entries } = format.read(text)
  const entry = entries[entries.length >> 1]
  if (entry === undefined) throw new Error(`a file of ${format.id} has no entries`)
  const { key, value } = entry
  return [key, typeof value === 'string' ? 'changed' : { one: 'one changed', other: 'changed' }]
}

/** The fastest round: others measure the machine, too. */
function fastest(rounds: number, run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    run()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

interface Sample {
  readonly id: string
  readonly render: (entries: number) => string
}

const list = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const toJson = (pairs: readonly (readonly [string, unknown])[]): string =>
  `${JSON.stringify(Object.fromEntries(pairs), null, 2)}\n`

const SAMPLES: readonly Sample[] = [
  { id: 'json', render: count => toJson(list(count).map(at => [`key_${at}`, `Text number ${at}`])) },
  {
    id: 'i18next',
    render: count =>
      toJson(
        list(count).flatMap((at): [string, string][] =>
          at % 2 === 0
            ? [[`key${at}`, `Text number ${at}`]]
            : [
                [`item${at}_one`, `{{count}} item ${at}`],
                [`item${at}_other`, `{{count}} items ${at}`],
              ],
        ),
      ),
  },
  {
    id: 'arb',
    render: count =>
      toJson(
        list(count).flatMap((at): [string, unknown][] => [
          [`key${at}`, `Text {name} number ${at}`],
          [`@key${at}`, { description: `Note ${at}`, placeholders: { name: {} } }],
        ]),
      ),
  },
  {
    id: 'po',
    render: count =>
      [
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
        ...list(count).map(at => `#: app.py:${at}\nmsgid "Text number ${at}"\nmsgstr "Nummer ${at}"\n`),
      ].join('\n'),
  },
]
