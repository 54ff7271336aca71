import { describe, expect, it } from 'vitest'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { describeConflicts, describeDuplicates } from '../../../src/l10n/formats/repeated-keys.ts'

const TWICE = '{\n  "a": "A",\n  "b": { "c": "C", "n": 1 },\n  "a": "A",\n  "b": { "c": "C", "n": 1 }\n}\n'

describe('a key that occurs twice', () => {
  it('is told with both lines if the value is the same', () => {
    const { entries } = json.read(TWICE)
    expect(entries).toEqual([
      { key: 'a', value: 'A', duplicate: [2, 4] },
      { key: 'b.c', value: 'C', duplicate: [3, 5] },
    ])
    expect(json.readTarget(TWICE, 'de')).toEqual(entries)
    expect(describeDuplicates('en.json', entries)).toBe(
      'In en.json, the key "a" occurs twice with the same value (lines 2 and 4): remove one. So do 1 other keys.',
    )
    expect(describeDuplicates('en.json', [{ key: 'a' }])).toBeUndefined()
  })

  it.each([
    ['another text', '{\n  "a": "A",\n  "a": "B"\n}', [{ key: 'a', lines: [2, 3] }]],
    ['another object', '{"b": {"c": "C"},\n"b": {"c": "D"}}', [{ key: 'b.c', lines: [1, 2] }]],
    [
      'other keys in an object',
      '{"b": {"c": "C"},\n"b": {"d": {"e": "D"}}, "f": "F"}',
      [{ key: 'b.c', lines: [1, 2] }, { key: 'b.d.e', lines: [1, 2] }, { key: 'f' }],
    ],
    ['another type', '{"a": "1", "a": 1}', [{ key: 'a', lines: [1, 1] }]],
    ['a third value', '{"a": "1", "a": "1",\n"a": "2"}', [{ key: 'a', lines: [1, 2] }]],
    ['a value within another one', '{"a": {"b": "1",\n"b": "2"},\n"a": {"b": "3"}}', [{ key: 'a.b', lines: [1, 3] }]],
  ])('has no value with %s', (_, text, expected) => {
    expect(json.read(text).entries.map(({ key, differs, duplicate }) => ({ key, differs, duplicate }))).toEqual(
      expected.map(one => ({
        key: one.key,
        differs: 'lines' in one || undefined,
        duplicate: 'lines' in one ? one.lines : undefined,
      })),
    )
  })

  it('is told without lines after the first 20 with two values', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, 'x'])))
    const { entries } = json.read(text.slice(0, -1) + text.replace('{', ',').replaceAll('"x"', '"y"'))
    expect(entries.filter(({ differs }) => differs === true)).toHaveLength(30)
    expect(entries.filter(({ duplicate }) => duplicate !== undefined)).toHaveLength(20)
    expect(describeConflicts('en.json', entries)).toBe(
      'In en.json, the key "k0" occurs twice with different values (lines 1 and 1): it was not read. Remove one. So do 29 other keys.',
    )
  })

  it('keeps one value when it changes, and both places when nothing does', () => {
    const write = (values: [string, string][], more: object = {}) =>
      json.write({ source: TWICE, base: TWICE, locale: 'de', values: new Map(values), ...more })
    expect(write([])).toBe(TWICE)
    expect(write([['a', 'Ä']])).toBe(TWICE.replaceAll('"A"', '"Ä"'))
    expect(write([['b.c', 'Z']])).toBe(TWICE.replaceAll('"C"', '"Z"'))
    const left = json.write({ source: '{}', base: TWICE, locale: 'de', values: new Map(), removed: new Set(['a']) })
    expect(json.readTarget(left, 'de').map(({ key }) => key)).toEqual(['b.c'])
  })

  it('is written once into a new file', () => {
    const values = new Map([
      ['a', 'Ä'],
      ['b.c', 'Z'],
    ])
    expect(json.write({ source: TWICE, locale: 'de', values })).toBe('{\n  "a": "Ä",\n  "b": { "c": "Z", "n": 1 }\n}\n')
  })
})
