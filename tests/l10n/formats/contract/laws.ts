import { expect, it } from 'vitest'
import type { Format } from '../../../../src/l10n/formats/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { isNightly } from '../../../runs.ts'

export interface SampleFile {
  readonly name: string
  readonly locale: string
  readonly text: string
}

/** Each edit writes the whole file. */
const EDITS_BY_DAY = 20

/** What differs between formats. */
export interface LawOptions {
  /** Entries between two that are edited, at least. Default 1: every entry at night, and 20 by day. */
  readonly everyEntry?: number
  /** A source file without entries. */
  readonly empty?: string
  /** Files in whose style new files are written, besides none and the target file itself. */
  readonly siblings?: readonly string[]
  /** Text that is hard to write. Default: quotes, line breaks, markup, emoji, direction marks, placeholders. */
  readonly hard?: string
  /** Lines that change with a text. Default 1; more where a state has a line of its own. */
  readonly linesPerText?: number
  /** What each line of an entry or a comment has, in formats whose texts may stand on several lines: an edit leaves one of those. */
  readonly beginning?: RegExp
  /** Whether a key can be removed alone. Default: all but those of array items. */
  readonly isRemovable?: (key: string) => boolean
  /** What counts of a line when entries are removed. Default: all but its comma. */
  readonly toContent?: (line: string) => string
}

const HARD = 'a "b" \\ \n\r\n\t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 {{count}} {n}'

/** What holds of every format on every file: the same bytes, small changes, nothing lost on the way. */
export function acceptFormat(
  format: Format,
  source: string,
  targets: readonly SampleFile[],
  {
    everyEntry = 1,
    empty = '{}',
    siblings: styles = ['{"a":"\\u00e9"}', '\uFEFF{\r\n\t"a" : "ü"\r\n}\r\n'],
    hard: hardText = HARD,
    linesPerText = 1,
    beginning,
    isRemovable = key => !/\.\d+$/.test(key),
    toContent = line => line.replace(/,\s*$/, ''),
  }: LawOptions = {},
): void {
  const order = format.read(source).entries.map(({ key }) => key)

  for (const { name, locale, text } of targets) {
    const valuesOf = (file: string) =>
      new Map(format.readTarget(file, locale, source).map(({ key, value }) => [key, value]))
    // Texts that are not finished stay so, in formats that have states.
    const states = new Map(
      format.readTarget(text, locale, source).flatMap(({ key, state }) => (state === undefined ? [] : [[key, state]])),
    )
    const values = valuesOf(text)
    const shared = new Map(order.flatMap(key => (values.has(key) ? [[key, values.get(key) ?? '']] : [])))

    it(`writes ${name} back byte for byte without edits`, () => {
      expect(values.size).toBeGreaterThan(0)
      expect(format.write({ source, base: text, locale, states, values: new Map() }) === text).toBe(true)
      expect(format.write({ source, base: text, locale, states, values }) === text).toBe(true)
      expect(format.write({ source, base: text, locale, states, values, removed: new Set(order) }) === text).toBe(true)
    })

    it(`changes in ${name} only the lines of an entry that is edited`, () => {
      const before = text.split('\n')
      const step = isNightly ? everyEntry : Math.max(everyEntry, Math.ceil(shared.size / EDITS_BY_DAY))
      for (const [key, value] of [...shared].filter((_, index) => index % step === 0)) {
        const edited = mapped(value, form => `${form} ${hardText}`)
        const after = format.write({ source, base: text, locale, states, values: new Map([[key, edited]]) })
        const lines = after.split('\n')
        const first = lines.findIndex((line, index) => line !== before[index])
        const joined = beginning === undefined ? 0 : Math.max(0, before.length - lines.length)
        expect(lines.length, key).toBe(before.length - joined)
        expect(before.slice(first + 1, first + 1 + joined).filter(line => beginning?.test(line))).toEqual([])
        const changed = lines.filter((line, index) => line !== before[index < first ? index : index + joined])
        expect(changed.length, key).toBeLessThanOrEqual(
          linesPerText * (typeof value === 'string' ? 1 : Object.keys(value).length),
        )
        expect(valuesOf(after), key).toEqual(new Map([...values, [key, edited]]))
      }
    })

    it(`exports a new file with the entries of ${name}, which reads back the same`, () => {
      const siblings = [undefined, text, ...styles]
      for (const sibling of siblings) {
        const fresh = format.write({ source, sibling, locale, states, values: shared })
        expect(valuesOf(fresh)).toEqual(shared)
        expect([...valuesOf(fresh).keys()]).toEqual([...shared.keys()])
        expect(format.write({ source, base: fresh, locale, states, values: shared }) === fresh).toBe(true)
      }
    })

    it(`keeps quotes, line breaks, markup, emoji and direction marks in ${name}`, () => {
      const hard = new Map([...shared].map(([key, value]) => [key, mapped(value, form => hardText + form)]))
      expect(valuesOf(format.write({ source, locale, states, values: hard }))).toEqual(hard)
      expect(valuesOf(format.write({ source, base: text, locale, states, values: hard }))).toEqual(
        new Map([...values, ...hard]),
      )
    })

    it(`removes only keys that left the source from ${name}`, () => {
      const keys = [...values.keys()].filter(
        (key, index) => !order.includes(key) || (index % 3 === 0 && isRemovable(key)),
      )
      const lines = new Set(text.split('\n').map(toContent))
      const kept = format.write({ source: empty, base: text, locale, values: new Map(), removed: new Set(keys) })
      expect(kept.split('\n').filter(line => !lines.has(toContent(line)))).toEqual([])
      const left = new Map(format.readTarget(kept, locale, empty).map(({ key, value }) => [key, value]))
      const alone = new Map(format.readTarget(text, locale, empty).map(({ key, value }) => [key, value]))
      for (const key of keys) alone.delete(key)
      expect(left).toEqual(alone)
    })
  }
}

const mapped = (value: Message, change: (text: string) => string): Message =>
  typeof value === 'string'
    ? change(value)
    : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, change(text)]))
