import { describe, expect, it } from 'vitest'
import { rails } from '../../../../src/l10n/formats/rails/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { withRoot } from '../with-root.ts'

const SOURCE = `# Files in config/locales are loaded by Rails.
---
en:
  # The name of the shop
  title: Basket
  cart:
    pay: "Pay %{amount} now" # on the button
    items:
      one: One item
      other: "%{count} items"
    hint: |
      Choose a size.

      Then pay.
    terms: >-
      By paying you accept
      the terms.
  "quoted key": 'It''s here'
  no: Never
  date:
    order: [:year, :month, :day]
    abbr_day_names: [Sun, Mon]
    month_names:
      - ~
      - January
      - February
    formats:
      precision: 2
      strip: true
      delimiter: ","
`
const POLISH = `---
pl:
  title: Koszyk
  cart:
    pay: Zapłać teraz %{amount}
    items:
      one: Jeden przedmiot
      few: "%{count} przedmioty"
      many: "%{count} przedmiotów"
      other: "%{count} przedmiotu"
    hint: |
      Wybierz rozmiar.

      Potem zapłać.
    terms: >-
      Płacąc akceptujesz
      warunki.
  "quoted key": 'Jest tutaj'
  no: Nigdy
  date:
    order: [:day, :month, :year]
    abbr_day_names: [nie, pon]
    month_names:
      - ~
      - styczeń
      - luty
    formats:
      precision: 2
      strip: true
      delimiter: " "
`
const english = withRoot(rails, 'en')
const values = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))
const write = (base: string | undefined, map: Record<string, Message>, more: object = {}): string =>
  english.write({ source: SOURCE, base, locale: 'pl', values: values(map), ...more })
const readPolish = (text: string): Record<string, Message> =>
  Object.fromEntries(english.readTarget(text, 'pl', SOURCE).map(({ key, value }) => [key, value]))

describe('reading Rails YAML', () => {
  it('lists strings below the locale, with their notes', () => {
    const { entries, options } = rails.read(SOURCE, 'en')
    expect(entries).toEqual([
      { key: 'title', value: 'Basket', description: 'The name of the shop' },
      { key: 'cart.pay', value: 'Pay %{amount} now', description: 'on the button' },
      { key: 'cart.items', value: { one: 'One item', other: '%{count} items' } },
      { key: 'cart.hint', value: 'Choose a size.\n\nThen pay.\n' },
      { key: 'cart.terms', value: 'By paying you accept the terms.' },
      { key: 'quoted key', value: "It's here" },
      { key: 'no', value: 'Never' },
      { key: 'date.abbr_day_names.0', value: 'Sun' },
      { key: 'date.abbr_day_names.1', value: 'Mon' },
      { key: 'date.month_names.1', value: 'January' },
      { key: 'date.month_names.2', value: 'February' },
      { key: 'date.formats.delimiter', value: ',' },
    ])
    expect(options).toEqual({
      syntax: 'ruby',
      root: 'en',
      separator: '.',
      indent: '  ',
      eol: '\n',
      final_newline: true,
    })
  })

  it('reads values by the rules of Ruby', () => {
    const plain =
      'no yes On off TRUE ~ null nULL 1 1.0 .5 1_000 1,000 0x1F 010 0b11 12:30:45 2024-01-01 :day .inf .nan'.split(' ')
    const text = `en:\n${plain.map((value, index) => `  k${index}: ${value}\n`).join('')}  empty:\n  end: 1.0.0\n`
    expect(rails.read(text, 'en').entries).toEqual([{ key: 'end', value: '1.0.0' }])
    const quoted = `en:\n${plain.map((value, index) => `  k${index}: "${value}"\n`).join('')}`
    expect(rails.read(quoted, 'en').entries.map(({ value }) => value)).toEqual(plain)
    const texts = ['y', 'n', 'nothing', '1e3', '1.2.3', '50%', '12:3x', '1st']
    const strings = `en:\n${texts.map((value, index) => `  k${index}: ${value}\n`).join('')}`
    expect(rails.read(strings, 'en').entries.map(({ value }) => value)).toEqual(texts)
  })

  it('needs `other`, or `one` with `few` or `many`, for a plural', () => {
    const keys = (body: string, locale = 'en') =>
      rails.read(`${locale}:\n  a:\n${body}`, locale).entries.map(({ key }) => key)
    expect(keys('    one: x\n    other: y\n')).toEqual(['a'])
    expect(keys('    zero: x\n    other: y\n')).toEqual(['a'])
    expect(keys('    one: x\n    few: y\n    many: z\n', 'ru')).toEqual(['a'])
    expect(keys('    other: y\n')).toEqual(['a.other'])
    expect(keys('    other: y\n', 'ja')).toEqual(['a'])
    expect(keys('    one: x\n    two: y\n')).toEqual(['a.one', 'a.two'])
    expect(keys('    one: x\n    other: y\n    title: z\n')).toEqual(['a.one', 'a.other', 'a.title'])
    expect(keys('    one: x\n    other:\n      b: y\n')).toEqual(['a.one', 'a.other.b'])
  })

  it('is detected by its only key at the root', () => {
    const detect = (text: string): string => detectFormat('config/locales/x.yml', text).id
    expect(detect(SOURCE)).toBe('rails')
    expect(detect('en-US:\n  a: b\n')).toBe('rails')
    expect(detect('"pt_BR": # Brazil\r\n  a: b\r\n')).toBe('rails')
    expect(detect('\uFEFF# x\n\nzh-TW:\n\n  a: b\n')).toBe('rails')
    expect(detect('en: &en\n  a: b\n')).toBe('rails')
    for (const text of [
      'title: Basket\n',
      'en:\n  a: b\nde:\n  a: c\n',
      'en: text\n',
      'shop:\n  a: b\n',
      '',
      '# x\n',
      'src:\n  a: b\n',
    ]) {
      expect(detect(text), text).toBe('yaml')
    }
  })

  it('reads a copied file, and forms of a target by the shape of the source', () => {
    expect(Object.keys(readPolish(SOURCE))).toHaveLength(12)
    expect(readPolish('pl:\n  cart:\n    items: Przedmioty\n    hint:\n      one: x\n      other: y\n')).toEqual({
      'cart.items': { other: 'Przedmioty' },
      'cart.hint.one': 'x',
      'cart.hint.other': 'y',
    })
    expect(readPolish('pl:\n  cart:\n    items:\n      other: x\n      few: ""\n    pay: ""\n')).toEqual({
      'cart.items': { other: 'x' },
    })
    expect(readPolish('pl:\n')).toEqual({})
    expect(readPolish('')).toEqual({})
  })
})

describe('writing Rails YAML', () => {
  it('keeps the style of a changed string', () => {
    const changed = write(POLISH, {
      title: 'Kosz',
      'cart.hint': 'Raz.\nDwa.\n',
      'cart.terms': 'Akapit.\nDrugi.',
      'quoted key': "To 'jest' tu",
      'date.abbr_day_names.1': 'pn',
      'date.month_names.1': 'sty: x',
      'date.formats.delimiter': '\u00A0',
    })
    expect(changed).toBe(
      POLISH.replace('Koszyk', 'Kosz')
        .replace('Wybierz rozmiar.\n\n      Potem zapłać.', 'Raz.\n      Dwa.')
        .replace('Płacąc akceptujesz\n      warunki.', 'Akapit.\n\n      Drugi.')
        .replace("'Jest tutaj'", "'To ''jest'' tu'")
        .replace('[nie, pon]', '[nie, pn]')
        .replace('- styczeń', '- "sty: x"')
        .replace('" "', '"\u00A0"'),
    )
  })

  it('quotes what Ruby or another reader would not read as the same string', () => {
    const hard = [
      'a: b',
      'a #b',
      '- x',
      '* x',
      '',
      ' x',
      'x ',
      ...'no Yes y off ~ null 1 1.0 0o7 12:30 2024-01-01 :x %x @x x: {x [x | > !x &x << = \'x "x ? #x ... ---'.split(
        ' ',
      ),
    ]
    for (const text of hard) {
      const written = write(POLISH, { title: text })
      expect(written).toContain(`  title: ${JSON.stringify(text)}\n`)
      expect(readPolish(written)['title']).toBe(text === '' ? undefined : text)
    }
    for (const text of ['x-y', "it's", 'a:b', 'x#y', '50%', '¿Qué?', 'x {y} [z]', '1 x', 'Nope', '-x']) {
      expect(write(POLISH, { title: text })).toContain(`  title: ${text}\n`)
    }
  })

  it('falls back to double quotes for blocks that could not express a string', () => {
    for (const text of [' x\ny', 'x\n\n', '\n', 'x\r\ny', 'x\u2028y', 'x\n  \ny', '\tx\n']) {
      const written = write(POLISH, { 'cart.hint': text, 'cart.terms': text })
      expect(readPolish(written), JSON.stringify(text)).toMatchObject({ 'cart.hint': text, 'cart.terms': text })
      expect(written).toMatch(/hint: "[^\n]*"\n {4}terms: "/)
    }
    for (const text of ['x', 'x\n', 'x\n\n\ny', 'x\n  y\nz', 'x\n\n  y', '# x\ny', 'x: y', "- 'x'"]) {
      const written = write(POLISH, { 'cart.hint': text, 'cart.terms': text })
      expect(readPolish(written), JSON.stringify(text)).toMatchObject({ 'cart.hint': text, 'cart.terms': text })
      expect(written).toMatch(/hint: \|-?\n[^]*terms: >-?\n/)
    }
  })

  it('gives a plural the forms of the language', () => {
    expect(
      write('pl:\n  cart:\n    items:\n      one: a\n      other: b\n', {
        'cart.items': { one: 'a', few: 'c', many: 'd', other: 'b' },
      }),
    ).toBe('pl:\n  cart:\n    items:\n      one: a\n      few: c\n      many: d\n      other: b\n')
    expect(
      write('pl:\n  cart:\n    items:\n      two: a\n      other: b\n', { 'cart.items': { one: 'c', other: 'b' } }),
    ).toBe('pl:\n  cart:\n    items:\n      one: c\n      other: b\n')
    expect(write('pl:\n  cart:\n    items:\n      two: a # x\n', { 'cart.items': { one: 'c', other: 'b' } })).toBe(
      'pl:\n  cart:\n    items: # x\n      one: c\n      other: b\n',
    )
    expect(write('pl:\n  cart:\n    items: a\n', { 'cart.items': { other: 'b' } })).toBe('pl:\n  cart:\n    items: b\n')
    expect(write('pl:\n  cart:\n    items: a\n', { 'cart.items': { one: 'x', other: 'b' } })).toBe(
      'pl:\n  cart:\n    items:\n      one: x\n      other: b\n',
    )
  })

  it('inserts missing keys beside their neighbours', () => {
    expect(
      write('pl:\n  cart:\n    items:\n      other: x\n  "quoted key": y\n', {
        title: 'a',
        'cart.pay': 'b',
        'cart.hint': 'c\n',
        no: 'd',
        'date.formats.delimiter': '.',
      }),
    ).toBe(
      'pl:\n  title: a\n  cart:\n    pay: b\n    items:\n      other: x\n    hint: |\n      c\n  "quoted key": y\n  no: d\n  date:\n    formats:\n      delimiter: "."\n',
    )
    expect(write('pl:\n  title: a', { no: 'd' })).toBe('pl:\n  title: a\n  no: d')
    expect(write('pl: {}\n', { no: 'd' })).toBe('pl:\n  no: d\n')
    expect(write('pl:\n', { no: 'd' })).toBe('pl:\n  no: d\n')
    expect(write('', { no: 'd' })).toBe('pl:\n  no: d\n')
    expect(write('# Only a comment', { no: 'd' })).toBe('# Only a comment\npl:\n  no: d\n')
    expect(write('pl: {title: a}\n', { no: 'd', 'cart.pay': 'x, y', 'cart.items': { one: 'b', other: 'c' } })).toBe(
      'pl: {title: a, cart: {pay: "x, y", items: {one: b, other: c}}, no: d}\n'.replace('no: d', '"no": d'),
    )
  })

  it('inserts lists only as a whole', () => {
    expect(write('pl:\n  title: a\n', { 'date.month_names.1': 'sty' })).toBe('pl:\n  title: a\n')
    expect(
      write('pl:\n  title: a\n', {
        'date.month_names.1': 'sty',
        'date.month_names.2': 'lut',
        'date.abbr_day_names.0': 'nie',
        'date.abbr_day_names.1': 'pon',
      }),
    ).toBe(
      'pl:\n  title: a\n  date:\n    abbr_day_names: [nie, pon]\n    month_names:\n      - ~\n      - sty\n      - lut\n',
    )
    expect(write('pl:\n  date:\n    month_names:\n    - ~\n    - sty # x\n', { 'date.month_names.2': 'lut' })).toBe(
      'pl:\n  date:\n    month_names:\n    - ~\n    - sty # x\n    - lut\n',
    )
    expect(write('pl:\n  date:\n    abbr_day_names: [nie]\n', { 'date.abbr_day_names.1': 'po, n' })).toBe(
      'pl:\n  date:\n    abbr_day_names: [nie, "po, n"]\n',
    )
  })

  it('removes keys with their comments, and sections that become empty', () => {
    const remove = (keys: string[]): string =>
      english.write({
        source: 'en:\n  x: y\n',
        base: SOURCE.replace('en:', 'pl:'),
        locale: 'pl',
        values: new Map(),
        removed: new Set(keys),
      })
    const left = SOURCE.replace('en:', 'pl:')
    expect(remove(['title'])).toBe(left.replace('  # The name of the shop\n  title: Basket\n', ''))
    expect(remove(['cart.items', 'cart.hint'])).toBe(left.replace(/ {4}items:[^]*Then pay\.\n/, ''))
    expect(remove(['date.month_names.2'])).toBe(left.replace('      - February\n', ''))
    expect(remove(['date.month_names.1'])).toBe(left)
    expect(
      english.write({
        source: SOURCE,
        base: POLISH,
        locale: 'pl',
        values: new Map(),
        withdrawn: new Set(['date.abbr_day_names.1', 'cart.pay']),
      }),
    ).toBe(POLISH.replace('    abbr_day_names: [nie, pon]\n', '').replace('    pay: Zapłać teraz %{amount}\n', ''))
    expect(
      english.write({
        source: SOURCE,
        base: 'pl:\n  title: a # x\n',
        locale: 'pl',
        values: new Map(),
        withdrawn: new Set(['title']),
      }),
    ).toBe('pl: {} # x\n')
  })

  it('writes a new file with numbers and symbols, but without the notes of the source', () => {
    expect(
      write(undefined, { title: 'Koszyk', 'cart.items': { one: 'a', few: 'b', other: 'c' }, 'cart.hint': 'd\n' }),
    ).toBe(
      `---\npl:\n  title: Koszyk\n  cart:\n    items:\n      one: a\n      few: b\n      other: c\n    hint: |\n      d\n  date:\n    order: [:year, :month, :day]\n    formats:\n      precision: 2\n      strip: true\n`,
    )
    expect(write(undefined, { title: 'a' }, { locale: 'pt-BR', sibling: 'fr_FR:\r\n    title: "Panier"\r\n' })).toBe(
      'pt_BR:\r\n    title: "a"\r\n    date:\r\n        order: [:year, :month, :day]\r\n        formats:\r\n            precision: 2\r\n            strip: true\r\n',
    )
    expect(rails.write({ source: 'en:\n  a: b\n', locale: 'nb', rootKey: 'en', values: values({ a: 'c' }) })).toBe(
      'nb:\n  a: c\n',
    )
    expect(rails.write({ source: 'en:\n  a: b\n', locale: 'no', rootKey: 'en', values: values({ a: 'c' }) })).toBe(
      '"no":\n  a: c\n',
    )
    expect(rails.write({ source: 'en:\n  a: b\n', locale: 'de', rootKey: 'en', values: new Map() })).toBe('de: {}\n')
  })

  it('gives a copied file the key of its locale', () => {
    expect(write(SOURCE, { title: 'Koszyk' })).toBe(SOURCE.replace('en:', 'pl:').replace('Basket', 'Koszyk'))
    expect(write('pl-PL:\n  title: a\n', { title: 'b' })).toBe('pl-PL:\n  title: b\n')
    expect(write('xx:\n  title: a\n', { title: 'b' })).toBe('pl:\n  title: b\nxx:\n  title: a\n')
  })
})
