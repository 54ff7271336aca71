import { describe, expect, it } from 'vitest'
import { arb } from '../../../../src/l10n/formats/arb/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('arb')
const english = fixture('app_en.arb')
const polish = fixture('app_pl.arb')

describe('reading ARB', () => {
  it('reads strings as entries, and descriptions as notes', () => {
    expect(arb.read(english)).toEqual({
      entries: [
        { key: 'appTitle', value: 'Demo', description: 'Shown in the task switcher' },
        { key: 'itemCount', value: '{count, plural, =1{{count} item} other{{count} items}}' },
        {
          key: 'focalLength',
          value: '{length} mm & <more>',
          description: 'Under a photo\n{length}: in millimetres, such as 5.4',
        },
        { key: 'welcome', value: 'Welcome "here"\n👋' },
      ],
      options: { syntax: 'icu', separator: '', indent: '  ', eol: '\n', final_newline: true },
    })
  })

  it('reads no attribute as a translation', () => {
    expect(
      arb.readTarget('{"@@locale": "de", "@@x": "y", "a": "A", "@a": {"description": "d"}, "@b": "c", "e": ""}', 'de'),
    ).toEqual([{ key: 'a', value: 'A' }])
  })

  it.each([
    ['{"@@locale": "en", "a": "A", "@a": {"description": "B"}}', 'arb'],
    ['{"a": "A", "n": 1, "@@locale" : "en"}', 'arb'],
    ['{"@@locale": "en", "a": {"b": "A"}}', 'json'],
    ['{"a": {"@@locale": "en"}}', 'json'],
    ['{"a": "Write \\"@@locale\\": \\"en\\""}', 'json'],
    ['{"@metadata": {"locale": "en"}, "a": "A"}', 'banana'],
    ['{"@@locale": "en", "a": "A",}', 'json'],
  ])('in .json is proven by the locale at the root: %s', (text, format) => {
    expect(detectFormat('lib/l10n/en.json', text).id).toBe(format)
  })
})

describe('writing ARB', () => {
  const values = new Map([
    ['appTitle', 'Demo PT'],
    ['welcome', 'Olá'],
  ])

  it('writes a new file with its own locale and without attributes of the texts', () => {
    expect(arb.write({ source: english, locale: 'pt-BR', values })).toBe(
      '{\n  "@@locale": "pt_BR",\n  "@@x-product": "demo",\n  "appTitle": "Demo PT",\n  "welcome": "Olá"\n}\n',
    )
  })

  it('spells the locale as the sibling does, and writes it when only the sibling does', () => {
    const source = '{"a": "A"}'
    const sibling = '{\n    "@@locale": "es-419",\n    "a": "1"\n}\n'
    expect(arb.write({ source, sibling, locale: 'pt-BR', values: new Map([['a', 'x']]) })).toBe(
      '{\n    "@@locale": "pt-BR",\n    "a": "x"\n}\n',
    )
    expect(arb.write({ source, locale: 'pt-BR', values: new Map([['a', 'x']]) })).toBe('{"a": "x"}')
  })

  it('keeps the locale of a file, except in a copy of the source', () => {
    const write = (own: string, locale: string): string =>
      arb.write({ source: '{"@@locale": "en"}', base: `{"@@locale": "${own}"}`, locale, values: new Map() })
    expect(write('iw', 'he')).toBe('{"@@locale": "iw"}')
    expect(write('zh', 'zh-Hans')).toBe('{"@@locale": "zh"}')
    expect(write('en', 'en-GB')).toBe('{"@@locale": "en"}')
    expect(write('en', 'pt-BR')).toBe('{"@@locale": "pt_BR"}')
    expect(arb.write({ source: '{"@@locale": "en"}', base: '{"a": "1"}', locale: 'de', values: new Map() })).toBe(
      '{"a": "1"}',
    )
  })

  it('inserts after a text and its attributes', () => {
    const base = '{\n  "a": "1",\n  "@a": {},\n  "d": "4"\n}\n'
    const source = '{"a": "A", "b": "B", "c": "C", "d": "D"}'
    const both = new Map([
      ['b', '2'],
      ['c', '3'],
    ])
    expect(arb.write({ source, base, locale: 'de', values: both })).toBe(
      '{\n  "a": "1",\n  "@a": {},\n  "b": "2",\n  "c": "3",\n  "d": "4"\n}\n',
    )
    const apart = '{\n  "a": "1",\n  "d": "4",\n  "@a": {}\n}\n'
    expect(arb.write({ source, base: apart, locale: 'de', values: both })).toBe(
      '{\n  "a": "1",\n  "b": "2",\n  "c": "3",\n  "d": "4",\n  "@a": {}\n}\n',
    )
  })

  it('removes a text with its attributes', () => {
    expect(
      arb.write({ source: english, base: polish, locale: 'pl', values: new Map(), removed: new Set(['oldKey']) }),
    ).toBe(polish.replace(/,\s*"oldKey"[^]*$/, '\n}\n'))
  })
})
