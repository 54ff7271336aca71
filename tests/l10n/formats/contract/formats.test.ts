import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSource, readTarget } from '../../../../src/l10n/files/read-files.ts'
import type { Format, SourceEntry, WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { locateEntries } from '../../../../src/l10n/formats/locate-entries.ts'
import { FORMATS, findFormatIds } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { runs } from '../../../runs.ts'
import { faultOf } from '../faults.ts'
import { acceptFormat } from './laws.ts'
import { surviveMutations } from './mutations.ts'
import { READERS } from './readers.ts'
import type { Pair, Sample } from './sample.ts'
import { SAMPLES } from './samples.ts'

/** Letters, a quotation mark, an ampersand and a lesser-than sign of another language. */
const translate = (text: string): string => `Größe “x” & « 港 » ${text}`

const mapForms = (value: Message, map: (text: string) => string): Message =>
  typeof value === 'string'
    ? map(value)
    : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, map(text)]))

const runToEnd = <Result>(steps: Generator<unknown, Result>): Result => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** Texts of what one format or another would read as its own. */
const PIECES = [
  ' ',
  ...'a = \' " \\ \n \t : ; , | # ! % $ & < > { } [ ] ( ) * ? - é 😀 `'.split(' '),
  '\u2028',
  ']]>',
  '*/',
  '</b>',
  '&amp;',
  '\\n',
  '${x}',
]
const anyText = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map(pieces => `${pieces.join('')}.`)

const SHIP: Pair = ['ship', 'A1']
const BOAT: Pair = ['boat', 'B1']
/** A key between two others, with another value again. */
const TWICE: readonly Pair[] = [SHIP, BOAT, ['ship', 'A2']]

/** What holds of every format that is registered. A new one without a sample or a reader is red. */
for (const format of FORMATS) {
  const sample = SAMPLES[format.id]
  if (sample === undefined) it(`${format.id} has a sample`, () => expect.unreachable())
  else describe(format.id, () => obeyContract(format, sample))
}

function obeyContract(plain: Format, sample: Sample): void {
  const { source, build, root } = sample
  const path = plain.about.example ?? `locales/en${plain.extensions.split(', ')[0]}`
  const isOneFile = plain.multilingual !== undefined
  /** In a file with all locales, the source is English. */
  const format: Format = {
    ...plain,
    read: text => plain.read(text, root, 'en'),
    readTarget: (text, locale, from) => plain.readTarget(text, locale, from, root),
    write: request =>
      plain.write({ ...request, base: request.base ?? (isOneFile ? request.source : undefined), rootKey: root }),
  }
  const english = (pairs: readonly Pair[]): string => build(pairs, 'en')
  const german = (pairs: readonly Pair[]): string => build(pairs, 'de')
  const write = (pairs: readonly Pair[], more: Partial<WriteRequest> = {}): string =>
    format.write({ source: english(TWICE.slice(0, 2)), locale: 'de', values: new Map(pairs), ...more })
  const read = (text: string, from: readonly Pair[] = TWICE.slice(0, 2)): readonly (readonly [string, Message])[] =>
    format.readTarget(text, 'de', english(from)).map(({ key, value }) => [key, value])
  const translateSample = () => {
    const values = new Map(format.read(source).entries.map(({ key, value }) => [key, mapForms(value, translate)]))
    return { values, written: format.write({ source, locale: 'de', values }) }
  }

  it('is detected by its marks', () => {
    expect(findFormatIds(path, source)[0]).toBe(format.id)
  })

  it('writes a new file in which the format and another reader find each translation', async () => {
    const { written, values } = translateSample()
    expect(values.size).toBeGreaterThan(0)
    expect(new Map(format.readTarget(written, 'de', source).map(({ key, value }) => [key, value]))).toEqual(values)
    const texts = await READERS[format.id]?.read(written)
    const wanted = [...values.values()].flatMap(value => (typeof value === 'string' ? [value] : Object.values(value)))
    expect(texts).toEqual(expect.arrayContaining(wanted))
    if (format.localeField?.find(written) !== undefined) expect(format.localeField.find(written)).toBe('de')
  })

  it('writes any text so that the format and another reader find it', async () => {
    if (sample.rewords !== undefined) return
    const from = english([SHIP])
    const writeText = (text: string, base?: string) => write([['ship', text]], { source: from, base })
    const expectText = async (file: string, value: string): Promise<void> => {
      expect(read(file, [SHIP])).toEqual([['ship', value]])
      if (sample.escapes === undefined) expect(await READERS[format.id]?.read(file)).toContain(value)
    }
    const property = fc.asyncProperty(anyText, anyText, async (text, other) => {
      const fresh = writeText(text)
      await expectText(fresh, text)
      const merged = writeText(other, fresh)
      await expectText(merged, other)
      expect(writeText(other, merged)).toBe(merged)
    })
    await fc.assert(property, { numRuns: runs(25) })
  })

  it('keeps the bytes of a file without a change, and all other lines with one', () => {
    const { written, values } = translateSample()
    const [first] = values
    if (first === undefined) throw new Error('no entry')
    const [key, value] = first
    const lines = written.replaceAll('\n', '\r\n')
    for (const base of [written, lines, `\uFEFF${lines}`, written.trimEnd()]) {
      expect(format.write({ source, base, locale: 'de', values })).toBe(base)
      expect(format.write({ source, base, locale: 'de', values: new Map() })).toBe(base)
      const changed = new Map([[key, mapForms(value, text => `${text} y`)]])
      const edited = format.write({ source, base, locale: 'de', values: changed }).split('\n')
      const others = base.split('\n').filter((line, at) => line !== edited[at])
      expect(others.length).toBeGreaterThan(0)
      expect(others.every(line => line.includes('Größe'))).toBe(true)
    }
  })

  it('has the line endings of its sibling in a new file', () => {
    const { written, values } = translateSample()
    const sibling = written.replaceAll('\n', '\r\n')
    const fresh = format.write({ source, sibling, locale: 'de', values })
    expect(new Map(format.readTarget(fresh, 'de', source).map(({ key, value }) => [key, value]))).toEqual(values)
    if (!isOneFile && sample.makesKeys === undefined) expect(fresh.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('has the note of a text, or drops comments', () => {
    const notes = ({ entries }: { readonly entries: readonly SourceEntry[] }) =>
      entries.map(({ description }) => description)
    if (typeof sample.note === 'string') expect(notes(format.read(source))[0]).toContain(sample.note)
    else {
      const { file, lacks } = sample.note
      expect(file, lacks).toContain('A note')
      expect(notes(format.read(file)), lacks).toEqual([undefined])
    }
  })

  it('names the line and column of a fault, and of each text', () => {
    const [text, place] = sample.fault
    for (const run of [() => format.read(text), () => format.readTarget(text, 'de', english([SHIP]))]) {
      const fault = faultOf(run)
      expect(fault).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(` file at ${place}: `) })
      expect(fault.fix).toMatch(/\.$/)
    }
    const { written } = translateSample()
    const entries = format.readTarget(written, 'de', source)
    const places = locateEntries({ format, text: written, source, locale: 'de' }, entries)
    expect([...places.keys()].toSorted()).toEqual(entries.map(({ key }) => key).toSorted())
    for (const { line, column } of places.values()) {
      expect(written.split('\n')[line - 1]?.slice(column - 1)).toMatch(/^["']?Größe/)
    }
  })

  it('has limits of entries, lengths and levels, each with its place', () => {
    const many = english(Array.from({ length: 50_001 }, (_, at): Pair => [`k${at}`, 'word']))
    const hasShortKeys = sample.hasLongKeys === undefined && sample.makesKeys === undefined
    const long = [['boat', 'x'.repeat(65_537)] as const, ...(hasShortKeys ? [['k'.repeat(2_001), 'B1'] as const] : [])]
    const deep = sample.nest?.(300)
    const files = [...long.map(pair => english([SHIP, pair])), ...(deep === undefined ? [] : [deep])]
    const reads = files.flatMap(text => [() => format.read(text), () => format.readTarget(text, 'de', text)])
    for (const run of [() => format.read(many), ...reads]) {
      const { code, message } = faultOf(run)
      const limit = / file at \d+:\d+: .*(?:limit|more than|levels|deep|characters)/
      expect([code, message]).toEqual(['invalid_input', expect.stringMatching(limit)])
    }
    const most = 'x'.repeat(65_536)
    expect(
      format
        .readTarget(german([['ship', most.toUpperCase()]]), 'de', english([['ship', most]]))
        .map(({ value }) => value),
    ).toEqual([most.toUpperCase()])
    if (deep === undefined) expect(read(german([['ship', '[{('.repeat(300)]]))[0]?.[1]).toBe('[{('.repeat(300))
  })

  acceptFormat(format, source, [{ name: 'its translation', locale: 'de', text: translateSample().written }], {
    empty: english([]),
    siblings: [],
    ...sample.laws,
  })
  surviveMutations(plain, [
    { name: 'source', text: source, locale: 'en' },
    { name: 'translation', text: translateSample().written, locale: 'de', source },
  ])

  if (sample.makesKeys !== undefined) {
    it('makes a new key of each text', () => {
      const keys = format
        .read(
          english([
            ['', 'One word'],
            ['', 'One word'],
            ['', 'Other words'],
          ]),
        )
        .entries.map(({ key }) => key)
      expect([new Set(keys).size, keys[1]], sample.makesKeys).toEqual([3, `${keys[0]}-2`])
    })
    return
  }

  it('writes into a file without entries, and one without bytes unless JSON forbids it', () => {
    const isJson = READERS[format.id]?.name === 'JSON.parse of Node.js' && !isOneFile
    for (const base of [...(isOneFile ? [] : [german([])]), ...(isJson ? [] : ['', '\uFEFF'])])
      expect(read(write([SHIP, BOAT], { base }))).toEqual([SHIP, BOAT])
  })

  it('inserts an entry where the source has it, and removes one alone', () => {
    const all: readonly Pair[] = [SHIP, BOAT, ['tug', 'C1']]
    const request = { source: english(all), base: german([SHIP, ['tug', 'C1']]) }
    if (sample.insertsNone !== undefined) expect(write([BOAT], request), sample.insertsNone).toBe(request.base)
    const filled = sample.insertsNone === undefined ? write([BOAT], request) : german(all)
    expect(read(filled, all)).toEqual(all)
    const lines = (text: string): string[] => text.split('\n').map(line => line.replace(/,$/, ''))
    const left = write([], { source: english([SHIP, ['tug', 'C1']]), base: filled, removed: new Set(['boat']) })
    expect(read(left, [SHIP, ['tug', 'C1']]).map(([key]) => key)).toEqual(['ship', 'tug'])
    expect(lines(left).filter(line => !lines(filled).includes(line) && !/boat|B1/.test(line))).toEqual([])
    expect(write([], { source: english(all), base: filled, removed: new Set(['boat']) })).toBe(filled)
    const withdrawn = write([], { source: english(all), base: filled, withdrawn: new Set(['boat']) })
    expect(read(withdrawn, all).map(([key]) => key)).toEqual(['ship', 'tug'])
  })

  it('writes a text under its new key, and keeps its entry or loses it', () => {
    const request = {
      source: english([['vessel', 'A1'], BOAT]),
      base: german([SHIP, BOAT]),
      removed: new Set(['ship']),
    }
    const former = [['vessel', ['ship']]] as const
    const current = (text: string) => Object.fromEntries(read(text, [['vessel', 'A1'], BOAT]))
    const renamed = write([['vessel', 'A3']], { ...request, former })
    expect(current(renamed)).toEqual({ boat: 'B1', ...(sample.insertsNone === undefined && { vessel: 'A3' }) })
    const kept = current(write([], { ...request, former }))
    const isKept = sample.losesFormer === undefined
    expect(kept, sample.losesFormer).toEqual({ boat: 'B1', ...(isKept && { vessel: 'A1' }) })
  })

  const twice = english(TWICE)
  const lines = twice.split('\n').flatMap((line, at) => (line.includes('ship') ? [at + 1] : []))
  const conflict = { key: 'ship', differs: true, duplicate: lines }
  const readFile = (content: string) =>
    readTarget({ path, content, format: format.id, locale: 'de', source: twice, rootKey: root })

  it('leaves a key with two values out of a source file and a translation, where both stay', () => {
    const { items, conflicts } = runToEnd(
      readSource({ path, content: twice, format: format.id, rootLocale: root, locale: 'en' }),
    )
    expect([items.map(({ key }) => key), conflicts]).toEqual([['boat'], [conflict]])
    const base = german(TWICE)
    const target = readFile(base)
    expect(target.entries.map(({ key, value }) => [key, value])).toEqual([BOAT])
    expect([target.empty, target.conflicts]).toEqual([[], [conflict]])
    if (sample.hasNoEmpty === undefined) {
      const { entries, conflicts: empty } = readFile(base.replace('A1', ''))
      expect([entries.map(({ key }) => key), empty]).toEqual([['boat'], [conflict]])
    }
    expect(write([BOAT], { source: twice, base })).toBe(base)
    expect(write([['boat', 'B2']], { source: twice, base })).toBe(base.replace('B1', 'B2'))
    if (isOneFile) return
    const fresh = write([['boat', 'B3']], { source: twice })
    expect(fresh).toContain('B3')
    expect(fresh).not.toMatch(/A[12]/)
  })

  it('tells a key with one value twice, and changes both', () => {
    const same: readonly Pair[] = [SHIP, BOAT, SHIP]
    const { entries } = format.read(english(same))
    expect(entries).toMatchObject([{ key: 'ship', duplicate: lines }, { key: 'boat' }])
    expect(entries[0]).not.toHaveProperty('differs')
    expect(entries).toHaveLength(2)
    const base = german(same)
    expect(format.readTarget(base, 'de', english(same))).toMatchObject([
      { key: 'ship', duplicate: lines },
      { key: 'boat' },
    ])
    expect(write([['ship', 'A3']], { source: english(same), base })).toBe(base.replaceAll('A1', 'A3'))
    expect(read(write([SHIP], { source: english(same) }), same).filter(([key]) => key === 'ship')).toEqual([SHIP])
  })
}
