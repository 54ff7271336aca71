import { describe, expect, it } from 'vitest'
import type { CheckInput, Finding } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import type { FileFamilies } from '../../../src/l10n/message/families.ts'
import type { Message, Syntax } from '../../../src/l10n/message/message.ts'

describe('the findings of a text with thousands of faults', () => {
  it('include the worst 20 of each check', () => {
    const source = '`a` <b>x</b>'
    const { findings } = checkText({
      source,
      target: `${source} ${'<i>y</i> `z` '.repeat(3_000)}`,
      sourceLocale: 'en',
      locale: 'pl',
      syntax: 'plain',
    })
    expect(findings.filter(({ id }) => id === 'markup')).toHaveLength(20)
  })

  it('list 20 of thousands of source codes in a fix', () => {
    const source = Array.from({ length: 3_000 }, (_, at) => `\`c${at}\``).join(' ')
    const { findings } = checkText({ source, target: '`d`', sourceLocale: 'en', locale: 'pl', syntax: 'plain' })
    expect(findings.find(({ message }) => message.startsWith('"`d`"'))?.fix).toMatch(
      /^Copy it from the source: (?:"`c\d+`" ){19}"`c19`"\.$/,
    )
  })

  it('include an error that follows hundreds of lesser findings', () => {
    const extra = Array.from({ length: 300 }, (_, at) => `f${at} {x}`).join(' ')
    const { findings } = checkText({
      source: '{n, plural, one {#} other {#}}',
      target: `{n, plural, ${extra} one {#} few {#} many {#} other {#}} {n, plural, one {# day} other {# days}}`,
      sourceLocale: 'en',
      locale: 'pl',
      syntax: 'icu',
    })
    expect(findings.some(({ id, level }) => id === 'plural_forms' && level === 'error')).toBe(true)
  })
})

const QT: FileFamilies = { families: ['qt'], sure: 'certain', quotes: false }

/** The findings about structure, as `level: message`. */
const compare = (source: Message, target: Message, syntax: Syntax, families?: FileFamilies): string[] =>
  checkText({ source, target, sourceLocale: 'en', locale: 'de', syntax, families })
    .findings.filter(({ id }) => id === 'placeholders' || id === 'markup')
    .map(({ level, message }) => `${level}: ${message}`)

describe('a value beside the number', () => {
  const file = (one: string): Message => ({ one, other: '%n Dateien in %1' })

  it.each([
    [file('%n Datei in %1'), []],
    [file('Eine Datei in %1'), []],
    [file('%n Datei'), ['error: "%1" is missing in some forms.']],
  ])('stays in the form for one, in Qt: %j', (target, found) => {
    expect(compare({ one: '%n file in %1', other: '%n files in %1' }, target, 'plain', QT)).toEqual(found)
  })

  it.each([
    ['Eine Datei in {1}', []],
    ['# Datei', ['error: "{1}" is missing in some forms.']],
  ])('stays in the form for one, in ICU: %j', (one, found) => {
    const source = '{0, plural, one {# file in {1}} other {# files in {1}}}'
    const target = `{0, plural, one {${one}} other {# Dateien in {1}}}`
    expect(compare(source, target, 'icu')).toEqual(found)
  })
})

it.each([
  ['<color=#f00>A</color> b', '<color=#f00>A</color> b', []],
  ['<color=#f00>A</color> b', '<color=#f00>A b', ['error: "</color>" is missing.']],
  ['Run <key=value>', 'Führe <schlüssel=wert> aus', []],
])('tags with a value are closed as in the source: %j, %j', (source, target, found) => {
  expect(compare(source, target, 'plain')).toEqual(found)
})

describe('checkText', () => {
  const text = (source: string, target: string, more: Partial<CheckInput> = {}): CheckInput => ({
    source,
    target,
    sourceLocale: 'en',
    locale: 'de',
    syntax: 'plain',
    ...more,
  })

  it('keeps the white space at both ends as it was written, and finds that it is not that of the source', () => {
    expect(checkText(text('  Hello\n', 'Hallo  '))).toEqual({
      value: 'Hallo  ',
      findings: [
        {
          id: 'edge_whitespace',
          level: 'warning',
          message: 'The source starts with several spaces, the translation with no white space.',
          at: 0,
          fix: 'Start the translation with several spaces.',
        },
        {
          id: 'edge_whitespace',
          level: 'warning',
          message: 'The source ends with one line break, the translation with several spaces.',
          at: 5,
          fix: 'End the translation with one line break.',
        },
      ],
      repaired: [],
    })
  })

  it('normalizes line endings to those of the source', () => {
    expect(checkText(text('a\nb', 'c\r\nd')).value).toBe('c\nd')
    expect(checkText(text('a\r\nb', 'c\nd')).value).toBe('c\r\nd')
    expect(checkText(text('a b', 'c\r\nd')).repaired).toEqual(['line_endings'])
  })

  it('compares other with the last form of a source that has none', () => {
    const source = { one: 'Один файл', few: '{{count}} файла.', many: '{{count}} файлов.' }
    const target = { one: 'One file', other: '{{count}} files.' }
    const { findings } = checkText({ source, target, sourceLocale: 'ru', locale: 'en', syntax: 'i18next' })
    expect(findings).toEqual([])
  })

  it('counts characters as users see them', () => {
    const family = '👨‍👩‍👧'
    expect(checkText(text('Hello', `Hallo ${family}`, { maxLength: 7 })).findings).toEqual([])
    expect(checkText(text('Hello', `Hallo ${family}s`, { maxLength: 7 })).findings).toEqual([
      {
        id: 'max_length',
        level: 'error',
        message: 'The translation has 8 characters; the limit is 7.',
        fix: 'Shorten it by 1 or more.',
      },
    ])
  })

  it('keeps a form for zero where the format has one in every language', () => {
    const forms = { zero: 'Keine', one: 'Eine', other: '%d' }
    const of = (hasExactZero: boolean): readonly Finding[] =>
      checkText({ ...text('', ''), source: forms, target: forms, locale: 'de', syntax: 'printf', hasExactZero })
        .findings
    expect(of(true).filter(({ id }) => id === 'extra_plural_forms')).toEqual([])
    expect(of(false).filter(({ id }) => id === 'extra_plural_forms')).toHaveLength(1)
  })

  it.each(['he', 'ko', 'mk'])('keeps every form that the header of the %s file has', locale => {
    const forms = { one: '%d', two: '%d', many: '%d', other: '%d' }
    const input = { source: { one: '%d file', other: '%d files' }, target: forms, sourceLocale: 'en', locale }
    const of = (categories?: readonly string[]) =>
      checkText({ ...input, syntax: 'printf', categories }).findings.filter(({ id }) => id === 'extra_plural_forms')
    expect(of(Object.keys(forms))).toEqual([])
    expect(of()).not.toEqual([])
  })

  it('requires ordinal forms for ordinals', () => {
    const places = { one: '{{count}}st', two: '{{count}}nd', few: '{{count}}rd', other: '{{count}}th' }
    const input = { source: places, sourceLocale: 'en', syntax: 'i18next', ordinal: true } as const
    expect(checkText({ ...input, locale: 'de', target: { other: '{{count}}.' } }).findings).toEqual([])
    expect(
      checkText({ ...input, locale: 'en-GB', target: { one: '{{count}}st', other: '{{count}}th' } }).findings,
    ).toMatchObject([{ id: 'plural_forms', fix: 'Add the plural forms "two" (2, 22, 32, 42), "few" (3, 23, 33, 43).' }])
  })

  it('requires every plural form that whole numbers of the language use', () => {
    const source = { one: '%{count} file', other: '%{count} files' }
    const pl = (target: CheckInput['target']): readonly Finding[] =>
      checkText({ source, target, sourceLocale: 'en', locale: 'pl', syntax: 'ruby' }).findings
    expect(pl({ one: 'plik', few: '%{count} pliki', many: '%{count} plików', other: '%{count} pliku' })).toEqual([])
    expect(pl({ one: 'plik', other: '%{count} pliku' })).toMatchObject([
      { id: 'plural_forms', fix: 'Add the plural forms "few" (2, 3, 4, 22), "many" (0, 5, 6, 7).' },
    ])
    expect(pl({ one: 'plik', few: 'pliki', many: '%{count} plików', other: '%{count} pliku' })).toMatchObject([
      { id: 'placeholders', fix: 'Put "%{count}" into every plural form and case.' },
    ])
    expect(pl('%{count} plików')).toMatchObject([
      { id: 'plural_forms', fix: expect.stringContaining('"one", "few", "many", "other"') },
    ])
    expect(pl({})).toMatchObject([{ id: 'empty' }, { id: 'placeholders' }, { id: 'plural_forms' }])
  })

  it('requires the forms of a PO header, and lets the form for one omit the number as its source does', () => {
    const source = { one: 'Delete 1 page', other: 'Delete %(count)s pages' }
    const check = (locale: string, target: CheckInput['target'], categories: readonly string[]) =>
      checkText({ source, target, sourceLocale: 'en', locale, syntax: 'printf', categories }).findings
    expect(check('fr', { one: 'Supprimer 1 page', other: 'Supprimer %(count)s pages' }, ['one', 'other'])).toEqual([])
    expect(check('pl', { one: 'Usuń stronę', other: 'Usuń %(count)s stron' }, ['one', 'other'])).toEqual([])
    const russian = { one: 'Удалить 1 страницу', few: '%(count)s', many: '%(count)s' }
    expect(check('ru', russian, ['one', 'few', 'many'])).toMatchObject([
      { id: 'placeholders', fix: 'Put "%(count)s" into every plural form and case.' },
    ])
    const named = { one: '%(name)s has a page', other: '%(name)s has %(count)s pages' }
    const without = { one: 'Sie hat eine Seite', other: '%(name)s hat %(count)s Seiten' }
    expect(
      checkText({ source: named, target: without, sourceLocale: 'en', locale: 'de', syntax: 'printf' }).findings,
    ).toMatchObject([{ id: 'placeholders', fix: 'Put "%(name)s" into every plural form and case.' }])
  })

  it('answers hostile texts quickly and without an exception', () => {
    const long = 20_000
    const hostile = ['{', '<a ', '`', '[', '](', '{a,plural,other{', '%', '@:', '{{', '<a>', "'", '|', '\u202E', '{   ']
    for (const part of hostile) {
      for (const syntax of ['icu', 'vue-i18n', 'printf', 'plain'] as const) {
        expect(() =>
          checkText(text('Hello {name} <b>x</b>', part.repeat(long / part.length), { syntax })),
        ).not.toThrow()
      }
    }
  })
})
