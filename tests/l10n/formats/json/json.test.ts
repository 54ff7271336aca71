import { describe, expect, it } from 'vitest'
import { json } from '../../../../src/l10n/formats/json/format.ts'
import { detectFormat, formatById } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { acceptFormat } from '../contract/laws.ts'
import { namesFaults } from '../faults.ts'
import { fixturesOf } from '../fixtures.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(json)

const keysOf = (text: string): string[] => json.read(text).entries.map(entry => entry.key)
const toValues = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))

it('leaves properties for editors and readers alone', () => {
  const text = '{"$schema": "https://a.example/s.json", "_comment": "Not this", "a": {"//": "nor this", "b": "B"}}'
  expect(json.read(text).entries).toEqual([{ key: 'a.b', value: 'B' }])
  expect(writeTexts(text, { 'a.b': 'X' })).toBe(text.replace('"B"', '"X"'))
})

describe('reading JSON', () => {
  it('keeps keys of a flat file, and escapes dots of names in a nested one', () => {
    expect(keysOf('{"about.title": "a", "Loading...": "b"}')).toEqual(['about.title', 'Loading...'])
    expect(keysOf('{"about": {"title": "a", "x.y": "b", "back\\\\slash": "c"}, "about.title": "d"}')).toEqual([
      'about.title',
      'about.x\\.y',
      'about.back\\\\slash',
      'about\\.title',
    ])
  })

  it('indexes arrays, keeps the order of numeric keys, and treats __proto__ as any key', () => {
    expect(keysOf('{"12": "a", "2": "b", "list": ["c", ["d"]], "__proto__": {"x": "e"}}')).toEqual([
      '12',
      '2',
      'list.0',
      'list.1.0',
      '__proto__.x',
    ])
  })

  it('ignores numbers, booleans and null', () => {
    const text = '{"a": 1, "b": true, "c": null, "d": "text", "e": {}, "f": []}'
    expect(keysOf(text)).toEqual(['d'])
    expect(writeTexts(text, { d: 'Text' })).toBe(text.replace('text', 'Text'))
  })

  it('records the style that a pull keeps', () => {
    expect(json.read('{\r\n\t"a": {\r\n\t\t"b": "{{x}}"\r\n\t}\r\n}').options).toEqual({
      syntax: 'i18next',
      separator: '.',
      indent: '\t',
      eol: '\r\n',
      final_newline: false,
    })
  })

  namesFaults(json, [
    [' ', '1:2', 'Write at least {}'],
    ['a: b', '1:1', 'strict JSON'],
    ['{\n  // no\n  "a": "b"}', '2:3', 'Remove the comment'],
    ['{"a": "b",}', '1:11', 'Remove the trailing comma'],
    ['{"a": "b"\n "c": "d"}', '2:2', 'Put a comma'],
    ["{'a': 'b'}", '1:2', 'double quotes'],
    ['{"a": "b\nc"}', '1:7', '\\n'],
    ['{"a": {"b": "c"', '1:16', 'Close every bracket'],
    ['{} {}', '1:4', 'Remove it'],
    ['{"a": "b\udc00"}', '1:7', 'surrogate pair'],
    ['["a"]', '1:1', 'Wrap the strings'],
    ['{"a": "\\ud83d"}', '1:7', 'surrogate pair'],
    [`${'{"a":'.repeat(201)}"x"${'}'.repeat(201)}`, '1:1001', 'Flatten'],
    ['['.repeat(100_000), '1:201', 'Flatten'],
  ])

  it('reads 200 levels', () => {
    expect(keysOf(`${'{"a":'.repeat(200)}"x"${'}'.repeat(200)}`)).toHaveLength(1)
  })
})

describe('writing JSON', () => {
  it('omits untranslated strings, and objects and arrays that become empty', () => {
    const source = '{\n  "a": "1",\n  "b": {\n    "c": "2"\n  },\n  "e": ["x", "y"],\n  "f": {"g": "3", "h": "4"}\n}\n'
    expect(writeTexts(source, { 'f.h': 'vier' })).toBe('{\n  "f": {"h": "vier"}\n}\n')
    expect(writeTexts(source, { a: 'eins', 'e.0': 'x' })).toBe('{\n  "a": "eins"\n}\n')
    expect(writeTexts(source)).toBe('{}\n')
  })

  it('inserts missing keys after their nearest previous sibling, in the style of the base', () => {
    const source = '{"a":"1","b":"2","c":"3","d":{"x":"4","y":"5"},"z":"6"}'
    const base = '{\n\t"b" : "zwei",\n\t"z" : "sechs"\n}\n'
    const got = writeTexts(source, { a: 'eins', c: 'drei', 'd.x': 'vier', 'd.y': 'fünf' }, { base })
    expect(got).toBe(
      '{\n\t"a" : "eins",\n\t"b" : "zwei",\n\t"c" : "drei",\n\t"d" : {\n\t\t"x" : "vier",\n\t\t"y" : "fünf"\n\t},\n\t"z" : "sechs"\n}\n',
    )
  })

  it('inserts into an object of the base, into an empty base, and into a base of one line', () => {
    const source = '{\n  "o": {\n    "a": "1",\n    "b": "2"\n  },\n  "l": ["x", "y"]\n}\n'
    const both = toValues({ 'o.a': 'A', 'o.b': 'B', 'l.0': 'X', 'l.1': 'Y' })
    expect(writeTexts(source, { 'o.a': 'A' }, { base: '{\n  "o": {\n    "b": "B"\n  }\n}' })).toBe(
      '{\n  "o": {\n    "a": "A",\n    "b": "B"\n  }\n}',
    )
    expect(json.write({ source, base: '{}\n', locale: 'de', values: both })).toBe(
      '{\n  "o": {\n    "a": "A",\n    "b": "B"\n  },\n  "l": [\n    "X",\n    "Y"\n  ]\n}\n',
    )
    expect(json.write({ source, base: '{"o":{"a":"a"},"l":["x"]}', locale: 'de', values: both })).toBe(
      '{"o":{"a":"A","b":"B"},"l":["X","Y"]}',
    )
  })

  it('replaces null by a translation, and keeps keys that the source lacks', () => {
    expect(writeTexts('{"a": "1"}', { a: 'eins' }, { base: '{"a": null, "old": "alt"}' })).toBe(
      '{"a": "eins", "old": "alt"}',
    )
  })

  it('escapes as the file does, in changed values only', () => {
    const ascii = '{"a":"\\u00E9t\\u00E9","b":"x\\/y","c":"z"}'
    expect(writeTexts(ascii, { c: 'ü/😀' }, { base: ascii })).toBe(
      '{"a":"\\u00E9t\\u00E9","b":"x\\/y","c":"\\u00FC\\/\\uD83D\\uDE00"}',
    )
    expect(writeTexts('{"a":"é"}', { a: 'ü/😀' })).toBe('{"a":"ü/😀"}')
  })

  it('rejects plural forms, which plain JSON cannot hold', () => {
    expect(() => writeTexts('{"a":"1"}', { a: { one: 'x', other: 'y' } })).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining('a takes one string') }),
    )
  })
})

it('the format registry names the known formats when none matches', () => {
  for (const call of [() => detectFormat('a.unknown', ''), () => formatById('docx')]) {
    expect(call).toThrow(
      expect.objectContaining({ code: 'invalid_input', fix: expect.stringContaining('json (.json)') }),
    )
  }
})

const without = (base: string, keys: readonly string[], source = '{}'): string =>
  writeTexts(source, {}, { base, removed: new Set(keys) })

describe('keys that left the source', () => {
  const base = '{\n  "a": "1",\n  "b": "2",\n\n  "c": "3",\n  "d": "4"\n}\n'

  it('are removed with line and comma, at the start, in the middle and at the end', () => {
    expect(without(base, ['a'])).toBe('{\n  "b": "2",\n\n  "c": "3",\n  "d": "4"\n}\n')
    expect(without(base, ['b'])).toBe('{\n  "a": "1",\n\n  "c": "3",\n  "d": "4"\n}\n')
    expect(without(base, ['c'])).toBe('{\n  "a": "1",\n  "b": "2",\n\n  "d": "4"\n}\n')
    expect(without(base, ['d'])).toBe('{\n  "a": "1",\n  "b": "2",\n\n  "c": "3"\n}\n')
    expect(without(base, ['a', 'b', 'c'])).toBe('{\n  "d": "4"\n}\n')
    expect(without(base, ['a', 'b', 'c', 'd'])).toBe('{}\n')
    expect(without('{"a": "1", "b": "2", "c": "3"}', ['a', 'c'])).toBe('{"b": "2"}')
    expect(without('\uFEFF{\r\n\t"a":"1" ,\r\n\t"b":"2"\r\n}', ['a'])).toBe('\uFEFF{\r\n\t"b":"2"\r\n}')
  })

  it('remove parents that become empty, but none with other content', () => {
    const nested = '{"o": {"p": {"x": "1"}, "q": {}}, "l": ["y", "z"], "n": {"x": "1", "i": 7}, "k": "k"}'
    const keys = ['o.p.x', 'l.0', 'l.1', 'n.x']
    expect(without(nested, keys)).toBe('{"o": {"q": {}}, "n": {"i": 7}, "k": "k"}')
    expect(without('{"o": {"p": {"x": "1"}}, "k": "k"}', ['o.p.x'])).toBe('{"k": "k"}')
  })

  it('are removed only from the end of an array', () => {
    expect(without('{"l": ["x", "y", "z"]}', ['l.1', 'l.2'])).toBe('{"l": ["x"]}')
    expect(without('{"l": ["x", "y", "z"]}', ['l.0', 'l.1'])).toBe('{"l": ["x", "y", "z"]}')
  })

  it('make room for their replacement', () => {
    const values = new Map([['c.x', 'neu']])
    expect(
      json.write({
        source: '{"c": {"x": "new"}}',
        base: '{\n  "c.x": "alt"\n}\n',
        locale: 'de',
        values,
        removed: new Set(['c\\.x']),
      }),
    ).toBe('{\n  "c": {\n    "x": "neu"\n  }\n}\n')
  })
})

const taken = (key: string): string =>
  writeTexts(
    '{"a": "1", "o": {"b": "2"}, "l": ["x", {"y": "z"}]}',
    {},
    { base: '{\n  "a": "eins",\n  "o": {"b": "zwei"},\n  "l": ["X", {"y": "Z"}]\n}\n', withdrawn: new Set([key]) },
  )

it('withdrawn translations are removed although the source has them, with an array that holds them', () => {
  expect(taken('o.b')).toBe('{\n  "a": "eins",\n  "l": ["X", {"y": "Z"}]\n}\n')
  for (const key of ['l.0', 'l.1.y']) expect(taken(key)).toBe('{\n  "a": "eins",\n  "o": {"b": "zwei"}\n}\n')
})

describe('a new file beside a sibling', () => {
  const source = '{\n  "a": "1",\n\n  "o": {"b": "é/2", "n": 7},\n  "l": ["x"]\n}\n'
  const values = new Map([
    ['a', 'eins'],
    ['o.b', 'ü/zwei'],
    ['l.0', 'X'],
  ])
  const write = (sibling: string, texts: ReadonlyMap<string, string> = values): string =>
    json.write({ source, sibling, locale: 'de', values: texts })

  it('copies its indentation, line ends, colon, escapes, byte order mark and end', () => {
    expect(write('\uFEFF{\r\n\t"z" : "\\u00fc\\/"\r\n}\r\n')).toBe(
      '\uFEFF{\r\n\t"a" : "eins",\r\n\t"o" : {\r\n\t\t"b" : "\\u00fc\\/zwei",\r\n\t\t"n" : 7\r\n\t},\r\n\t"l" : [\r\n\t\t"X"\r\n\t]\r\n}\r\n',
    )
    expect(write('{"z":"1"}')).toBe('{"a":"eins","o":{"b":"ü/zwei","n":7},"l":["X"]}')
    expect(write('{\n  "z": "no blank lines"\n}')).toBe(
      '{\n  "a": "eins",\n  "o": {\n    "b": "ü/zwei",\n    "n": 7\n  },\n  "l": [\n    "X"\n  ]\n}',
    )
  })

  it('keeps the lines of the source where the sibling is in the same style', () => {
    const sibling = '{\n  "a": "uno",\n\n  "z": "dos"\n}\n'
    expect(write(sibling)).toBe('{\n  "a": "eins",\n\n  "o": {"b": "ü/zwei", "n": 7},\n  "l": ["X"]\n}\n')
    expect(write(sibling, new Map([['a', 'eins']]))).toBe('{\n  "a": "eins",\n\n  "o": {"n": 7}\n}\n')
  })
})

const english = fixturesOf('formatjs')('en.json')
const german = `{
  "Zk9+tQ": {
    "defaultMessage": "Schaltzentrale",
    "description": "Title of a section"
  },
  "users.count": {
    "defaultMessage": "{count, plural, one {# Person} other {# Leute}}"
  },
  "gone": {
    "defaultMessage": "Weg",
    "description": "no more"
  }
}
`
const french =
  '{\n    "Zk9+tQ": "Panneau",\n    "users.delete": "Supprimer {name} <b>pour de bon</b> ?",\n    "gone": "Parti"\n}\n'

describe('the output of formatjs extract', () => {
  acceptFormat(json, english, [
    { name: 'a file of the same shape', locale: 'de', text: german },
    { name: 'a flat file', locale: 'fr', text: french },
    { name: 'the source itself', locale: 'en', text: english },
  ])

  it('has IDs as keys, and descriptions as notes', () => {
    expect(detectFormat('lang/en.json', english)).toBe(json)
    expect(json.read(english)).toMatchObject({
      entries: [
        { key: 'Zk9+tQ', value: 'Control panel', description: 'Title of a section' },
        { key: 'users.delete', value: 'Delete {name} <b>for good</b>?', description: 'Button' },
        { key: 'users.count', value: '{count, plural, one {# user} other {# users}}' },
      ],
      options: { syntax: 'icu', separator: '', shape: 'formatjs' },
    })
  })

  it('is nested JSON where an object holds anything else', () => {
    expect(json.read('{"errors": {"defaultMessage": "Oops", "notFound": "Gone"}}').entries).toEqual([
      { key: 'errors.defaultMessage', value: 'Oops' },
      { key: 'errors.notFound', value: 'Gone' },
    ])
  })

  const values = new Map([
    ['Zk9+tQ', 'Z'],
    ['users.count', 'C'],
  ])

  it('is translated in its own shape, or in that of the sibling', () => {
    expect(json.write({ source: english, locale: 'pl', values })).toBe(
      '{\n  "Zk9+tQ": {\n    "defaultMessage": "Z",\n    "description": "Title of a section"\n  },\n  "users.count": {\n    "defaultMessage": "C"\n  }\n}\n',
    )
    expect(json.write({ source: english, sibling: french, locale: 'pl', values })).toBe(
      '{\n    "Zk9+tQ": "Z",\n    "users.count": "C"\n}\n',
    )
  })

  it('keeps the shape of each text, and inserts in the most common one', () => {
    const mixed = '{"Zk9+tQ": {"defaultMessage": "z"}, "x": "x", "y": "y"}'
    expect(json.write({ source: english, base: mixed, locale: 'pl', values })).toBe(
      '{"Zk9+tQ": {"defaultMessage": "Z"}, "users.count": "C", "x": "x", "y": "y"}',
    )
  })
})
