import { describe, expect, it } from 'vitest'
import { readSource } from '../../../src/l10n/files/read-files.ts'
import { findEntrySyntax, findPatternSyntax } from '../../../src/l10n/message/patterns/find-pattern.ts'

const syntaxOf = (key: string, value: string, tags?: readonly string[]) => findPatternSyntax({ key, value, tags })

describe('findPatternSyntax', () => {
  it.each([
    '%Y-%m-%d',
    '%m/%d/%Y %I:%M %p',
    '%a, %d %b %Y %H:%M:%S %z',
    '%d de %B de %Y, às %H:%M',
    '%Y年%m月%d日',
    '%Hh%M',
    '%FT%T%:z',
    'Your free trial period ends on %B %d',
    'Since %Y',
    '%c',
  ])('reads %j as a date by its text', text => {
    expect(syntaxOf('x', text)).toBe('strftime')
  })

  it.each([
    '%s files',
    '%d/%d',
    '%a %d',
    '%(name)s %Y-%m',
    '%{count} of %{total}',
    '%tY-%tm-%td',
    '%date% at %time%',
    '100%Mineral and %Y-%m',
    '<b>%H:%M</b>',
    '%n %p',
    'Posted by %H with a long sentence about %M that nobody reads as a format',
    'Copyright %{name} %Y',
    '%s since %Y',
    'Hello',
  ])('leaves %j to its family', text => {
    expect(syntaxOf('x', text)).toBeUndefined()
  })

  it.each([
    ['date.formats.short', '%e'],
    ['time.formats.us', '%e on %a'],
    ['en.date.formats.default', '%d'],
    ['date_format', '%d %e'],
    ['dates.strftime', '%e'],
  ])('reads a date by the key %s', (key, text) => {
    expect(syntaxOf('other', text)).toBeUndefined()
    expect(syntaxOf(key, text)).toBe('strftime')
  })

  it.each([
    ['date_format', '%s'],
    ['date_format', '%d/%d'],
    ['time_format', '%d min left'],
    ['date.formats.short', '%{day}'],
    ['date.format_error', 'No date'],
  ])('does not read a date by the key %s where the text is %j', (key, text) => {
    expect(syntaxOf(key, text)).toBeUndefined()
  })

  it('leaves a text whose flag names a family to it, unless the text is a date', () => {
    expect(syntaxOf('date_format', '%x', ['c-format'])).toBeUndefined()
    expect(syntaxOf('date_format', '%x', ['no-c-format'])).toBe('strftime')
    expect(syntaxOf('%b %d', '%b %d', ['c-format'])).toBe('strftime')
    expect(syntaxOf('x', 'Since %Y', ['c-format'])).toBeUndefined()
  })

  it.each([
    ['number.currency.format.format', '%u%n'],
    ['number.currency.format.negative_format', '-%u%n'],
    ['number.human.decimal_units.format', '%n %u'],
    ['money.pattern', '%u %n'],
    ['number.format.delimiter', ','],
    ['decimalSeparator', '.'],
    ['number.currency.format.unit', '$'],
    ['support.array.last_word_connector', ', and '],
    ['time.am', 'am'],
  ])('reads the format %s', (key, text) => {
    expect(syntaxOf(key, text)).toBe('format')
  })

  it.each([
    ['number.format', 'Number format'],
    ['number.help.format', '%s and %n'],
    ['separator', 'Separator'],
    ['delimiter', '{x}'],
  ])('reads no format in %s: %j', (key, text) => {
    expect(syntaxOf(key, text)).toBeUndefined()
  })

  it('reads long texts', () => {
    for (const text of ['%', '%-', '%_0^#', '%E', '%:', '%d a', '%1']) {
      expect(() => syntaxOf('date_format', text.repeat(100_000))).not.toThrow()
      expect(() => syntaxOf(`${'date.'.repeat(40_000)}formats.x`, text.repeat(30))).not.toThrow()
    }
  })
})

describe('readSource', () => {
  const read = (path: string, content: string) => {
    const steps = readSource({ path, content })
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
  }

  it('gives dates and number formats their own syntax, and takes no family from them', () => {
    const { items, options } = read('a.json', '{"date_format":"%m/%d/%Y","at":"%d %b","hi":"Hi {name}","x":"%n %u"}')
    expect(items.map(({ syntax }) => syntax)).toEqual(['strftime', 'strftime', undefined, 'format'])
    expect([options.syntax, options['families']]).toEqual(['icu', 'icu'])
  })

  it('keeps the family of strings beside them', () => {
    const { items, options } = read('a.json', '{"date_format":"%m/%d/%Y","n":"%d items","m":"%s files"}')
    expect(items.map(({ syntax }) => syntax)).toEqual(['strftime', undefined, undefined])
    expect([options.syntax, options['families']]).toEqual(['printf', 'printf'])
  })

  it.each([
    ['config/locales/en.yml', 'en:\n  date:\n    formats:\n      short: "%b %d"\n  hello: "Hello %{name}"\n'],
    ['po/de.po', 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "%b %d"\nmsgstr ""\n\nmsgid "Hi"\nmsgstr ""\n'],
    ['app.properties', 'date=%b %d\nhello=Hello {0}\n'],
    [
      'strings.xml',
      '<resources>\n  <string name="date">%b %d</string>\n  <string name="x">Hi</string>\n</resources>\n',
    ],
  ])('finds them in %s', (path, content) => {
    const { items, options } = read(path, content)
    expect(items.map(({ syntax }) => syntax)).toEqual(['strftime', undefined])
    expect(String(options['families']).split(' ')).not.toContain('printf')
  })
})

it('findEntrySyntax prefers a format to the syntax that a user set, and that to the others', () => {
  expect(findEntrySyntax('strftime', 'ruby', 'plain')).toBe('strftime')
  expect(findEntrySyntax('icu', 'ruby', 'plain')).toBe('ruby')
  expect(findEntrySyntax(undefined, undefined, 'plain')).toBe('plain')
  expect(findEntrySyntax('icu', undefined, 'plain')).toBe('icu')
})
