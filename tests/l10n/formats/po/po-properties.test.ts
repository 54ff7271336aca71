import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsePo } from '../../../../src/l10n/formats/po/file.ts'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import { decodeText, encodeText } from '../../../../src/l10n/formats/po/scan.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { isNightly } from '../../../runs.ts'

const words = fc.oneof(
  fc.constantFrom('a b', '#~ msgid "a"', '日本語 text', ...'a b c x\n \n \\n " msgstr \t%s \u200F'.split(' ')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .array(fc.constantFrom('lorem', 'ipsum-dolor', 'sit/amet', '"quoted"', '字字字', 'line\n'), { maxLength: 40 })
    .map(all => all.join(' ')),
)
const filled = words.filter(text => text !== '')
const entry = fc.record({
  comments: fc.subarray([
    '# words',
    '#',
    '#. note',
    '#: a.c:1 b.c:2',
    '#, fuzzy',
    '#, c-format, fuzzy',
    '#| msgid "before"',
  ]),
  context: fc.option(words, { nil: undefined, freq: 4 }),
  id: filled,
  plural: fc.option(filled, { nil: undefined }),
  texts: fc.array(words, { minLength: 3, maxLength: 3 }),
  cut: fc.integer({ min: 1, max: 20 }),
  gap: fc.constantFrom('\n', '\n', '\n', '', '\n\n', '\n#~ msgid "gone"\n#~ msgstr "weg"\n\n', '\n# stray\n\n'),
})
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never

const HEADER =
  'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n' +
  '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"\n\n'

/** In pieces of any length, as no program writes it and every program reads it. */
function literal(text: string, cut: number): string {
  const pieces = Array.from(text).map(char => encodeText(char))
  const lines: string[] = []
  for (let at = 0; at < pieces.length || at === 0; at += cut * 4)
    lines.push(`"${pieces.slice(at, at + cut * 4).join('')}"`)
  return lines.join('\n')
}

function blockOf({ comments, context, id, plural, texts, cut, gap }: Entry): string {
  const strings =
    plural === undefined
      ? [`msgstr ${literal(texts[0] ?? '', cut)}`]
      : texts.map((text, form) => `msgstr[${form}] ${literal(text, cut)}`)
  return [
    ...comments,
    ...(context === undefined ? [] : [`msgctxt ${literal(context, cut)}`]),
    `msgid ${literal(id, cut)}`,
    ...(plural === undefined ? [] : [`msgid_plural ${literal(plural, cut)}`]),
    ...strings,
    gap,
  ].join('\n')
}

const catalogue = fc
  .tuple(
    fc.uniqueArray(entry, { maxLength: 6, selector: ({ context, id }) => JSON.stringify([context, id]) }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom('', '\uFEFF'),
  )
  .map(([entries, crlf, cutEnd, bom]) => {
    const text = HEADER + entries.map(blockOf).join('')
    const cut = cutEnd ? text.trimEnd() : text
    return bom + (crlf ? cut.replaceAll('\n', '\r\n') : cut)
  })

const said = (text: string): Map<string, Message> =>
  new Map(po.readTarget(text, 'pl').map(({ key, value }) => [key, value]))
const current = (text: string): Map<string, Message> =>
  new Map(po.readTarget(text, 'pl').flatMap(({ key, value, state }) => (state === undefined ? [[key, value]] : [])))

/** A new translation of the right kind for each entry. */
const textsFor = (source: string, text: string): Map<string, Message> =>
  new Map(
    po
      .read(source)
      .entries.map(({ key, value }, at) => [
        key,
        typeof value === 'string' ? `${text}${at}` : { one: `1${text}`, few: `2${text}`, many: `${text}3` },
      ]),
  )

it('reads every PO text that it writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), text => {
      expect(decodeText(encodeText(text))).toBe(text)
      expect(encodeText(text)).not.toMatch(/\n|(?<!\\)(?:\\\\)*"/)
    }),
    { numRuns: isNightly ? 4_000 : 50 },
  )
})

it('writes every PO file back byte for byte', () => {
  fc.assert(
    fc.property(catalogue, text => {
      expect(po.write({ source: text, base: text, locale: 'pl', values: current(text) })).toBe(text)
      expect(po.write({ source: text, base: text, locale: 'pl', values: new Map() })).toBe(text)
    }),
    { numRuns: isNightly ? 2_400 : 30 },
  )
})

it('writes every value of a source onto any PO base, and keeps all other entries', () => {
  fc.assert(
    fc.property(catalogue, catalogue, filled, (source, base, text) => {
      const values = textsFor(source, text)
      const before = parsePo(base)
      const written = po.write({ source, base, locale: 'pl', values })
      const after = said(written)
      for (const [key, value] of values) expect(after.get(key)).toEqual(value)
      for (const [key, value] of said(base)) if (!values.has(key)) expect(after.get(key)).toEqual(value)
      for (const { id, context, start, end } of before.entries) {
        const key = context === undefined ? id.value : `${context.value}\u2404${id.value}`
        if (!values.has(key)) expect(written).toContain(before.text.slice(start, end))
      }
      expect(po.readTarget(written, 'pl').every(({ key, state }) => state === undefined || !values.has(key))).toBe(true)
      expect(po.write({ source, base: written, locale: 'pl', values })).toBe(written)
      const removed = new Set(said(base).keys())
      expect([...said(po.write({ source, base, locale: 'pl', values, removed })).keys()].toSorted()).toEqual(
        [...values.keys()].toSorted(),
      )
    }),
    { numRuns: isNightly ? 2_400 : 30 },
  )
})

it('writes new PO files with the entries of the source and the values, and nothing else', () => {
  fc.assert(
    fc.property(catalogue, filled, (source, text) => {
      const values = textsFor(source, text)
      const written = po.write({ source, locale: 'pl', values })
      expect(po.readTarget(written, 'pl')).toEqual([...values].map(([key, value]) => ({ key, value })))
      expect(po.read(written).entries).toEqual(po.read(source).entries)
      expect(written).not.toMatch(/^#~/m)
    }),
    { numRuns: isNightly ? 2_400 : 30 },
  )
})
