import { describe, expect, it } from 'vitest'
import { readSource } from '../../../../src/l10n/files/read-files.ts'
import { arb } from '../../../../src/l10n/formats/arb/format.ts'
import { json } from '../../../../src/l10n/formats/json/format.ts'
import { describeConflicts, describeDuplicates } from '../../../../src/l10n/formats/repeated-keys.ts'
import { faultOf } from '../faults.ts'

const runToEnd = <Result>(steps: Generator<unknown, Result>): Result => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

it.each([
  ['config/locales/en.yml', 'en:\n  x:\n    one: a\n    other: b\n  y: Y\n  x:\n    one: a\n    other: c\n', ['x']],
  ['l/en.yaml', 's:\n  a: A\ny: Y\ns:\n  b: B\n', ['s.a', 's.b']],
  ['config/locales/en.yml', 'en:\n  x:\n    one: a\n    other: b\n    other: c\n  y: Y\n', ['x']],
  ['i18n/en.toml', 'y = "Y"\n[x]\nother = "A"\n[s]\nb = "B"\n[x]\nother = "C"\n[s]\nc = "B"\n', ['x', 's.b', 's.c']],
  ['i18n/en.toml', 's = { a = "A" }\ny = "Y"\n[s.b]\nc = "C"\n', ['s.a', 's.b.c']],
  ['i18n/en.toml', '[x]\none = "A"\nother = "B"\nother = "C"\n[y]\nother = "Y"\n', ['x']],
  ['i18n/active.en.json', '{"x": {"other": "A", "hash": "h"}, "y": "Y", "x": "B"}', ['x']],
  ['i18n/en.yaml', '- id: x\n  one: A\n  other: B\n  other: C\n- id: y\n  translation: Y\n', ['x']],
  ['lang/en/x.php', "<?php return ['s' => ['a' => 'A'], 'y' => 'Y', 's' => ['b' => 'B']];", ['s.a', 's.b']],
  [
    'app/res/values/strings.xml',
    '<resources><plurals name="x"><item quantity="other">A</item></plurals><string name="y">Y</string><plurals name="x"><item quantity="other">B</item></plurals></resources>',
    ['plurals/x'],
  ],
])('plural forms and sections with two values are left out of %s', (path, content, keys) => {
  const { items, conflicts } = runToEnd(readSource({ path, content, rootLocale: 'en' }))
  expect(items.map(({ key }) => key)).toEqual(['y'])
  expect(conflicts.map(({ key }) => key)).toEqual(keys)
})

describe('the limits of the JSON formats', () => {
  it('rejects a key of over 2,000 characters, also of short parts', () => {
    const most = 'x'.repeat(2_000)
    expect(json.read(JSON.stringify({ [most]: 'a' })).entries[0]?.key).toBe(most)
    const flat = faultOf(() => json.read(JSON.stringify({ [`${most}y`]: 'a' })))
    expect(flat.message).toContain(`the key ${'x'.repeat(60)}… has 2001 characters; the limit is 2000`)
    const part = 'x'.repeat(700)
    const nested = faultOf(() => json.readTarget(JSON.stringify({ [part]: { [part]: { [part]: 'a' } } }), 'pl'))
    expect(nested.message).toContain('has 2102 characters')
  })

  it('rejects millions of values before it builds a tree', () => {
    expect(faultOf(() => json.read(`{"a":[${'1,'.repeat(7_000_000)}1]}`)).message).toContain('more than 250000 values')
  })

  it('rejects white space that every new sibling would repeat', () => {
    const file = `{\n${' '.repeat(1_000)}"a": "x"}`
    expect(faultOf(() => json.readTarget(file, 'pl')).message).toContain('more than 1000 white space characters')
  })

  it('indents a new file by at most 16 characters for each level', () => {
    const source = '{"a": {"b": {"c": "x"}}}'
    const sibling = `{\n${' '.repeat(900)}"a": {}\n}`
    const written = json.write({ source, sibling, locale: 'de', values: new Map([['a.b.c', 'y']]) })
    expect(JSON.parse(written)).toEqual({ a: { b: { c: 'y' } } })
    expect(written.length).toBeLessThan(1_100)
  })

  it('keeps 4,000 characters of a note', () => {
    const description = 'n'.repeat(5_000)
    const [noted] = arb.read(JSON.stringify({ a: 'x', '@a': { description } })).entries
    expect(noted?.description).toHaveLength(4_000)
    const [extracted] = json.read(JSON.stringify({ a: { defaultMessage: 'x', description } })).entries
    expect(extracted?.description).toHaveLength(4_000)
  })
})

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
})
