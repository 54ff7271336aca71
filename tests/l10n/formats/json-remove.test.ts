import { describe, expect, it } from 'vitest'
import { json } from '../../../src/l10n/formats/json/format.ts'

const without = (base: string, keys: readonly string[], source = '{}'): string =>
  json.write({ source, base, locale: 'de', values: new Map(), removed: new Set(keys) })

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

describe('withdrawn translations', () => {
  const taken = (key: string): string =>
    json.write({
      source: '{"a": "1", "o": {"b": "2"}, "l": ["x", {"y": "z"}]}',
      base: '{\n  "a": "eins",\n  "o": {"b": "zwei"},\n  "l": ["X", {"y": "Z"}]\n}\n',
      locale: 'de',
      values: new Map(),
      withdrawn: new Set([key]),
    })

  it('are removed although the source has them, with an array that holds them', () => {
    expect(taken('o.b')).toBe('{\n  "a": "eins",\n  "l": ["X", {"y": "Z"}]\n}\n')
    for (const key of ['l.0', 'l.1.y']) expect(taken(key)).toBe('{\n  "a": "eins",\n  "o": {"b": "zwei"}\n}\n')
  })
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
