import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { countWords } from '../../../src/l10n/message/count-words.ts'
import type { Syntax } from '../../../src/l10n/message/message.ts'
import { tokenize } from '../../../src/l10n/message/placeholder-tokens.ts'
import { findPlaceholders } from '../../../src/l10n/message/placeholders.ts'

const FILES = '{ $n ->\n    [one] One file\n   *[other] { $n } files\n} in { $folder }'

/** The findings of level error and warning as `level check: message`. */
const check = (source: string, target: string, locale = 'de'): string[] =>
  checkText({ source, target, syntax: 'fluent', sourceLocale: 'en', locale })
    .findings.filter(({ level }) => level !== 'info')
    .map(({ level, id, message }) => `${level} ${id}: ${message}`)

describe('placeables of Fluent', () => {
  it.each([
    [
      'Hello { $name }',
      'Hallo { $nome }',
      'de',
      ['error placeholders: "{ $name }" is missing.', 'error placeholders: "{ $nome }" is not in the source.'],
    ],
    ['About { -brand }', 'Über { -brand(case: "dative") }', 'de', []],
    ['About { -brand }', '{ -brand.gender ->\n    [f] Die { -brand }\n   *[other] Der { -brand }\n}', 'de', []],
    [
      'See { help.title }',
      'Siehe { help }',
      'de',
      ['error placeholders: "{help.title}" is missing.', 'error placeholders: "{ help }" is not in the source.'],
    ],
    ['{ NUMBER($n, style: "percent") } used', '{ NUMBER($n, style: "percent") } benutzt', 'de', []],
    ['{ NUMBER($n) } used', '{ $n } benutzt', 'de', []],
    [
      'Sent { DATETIME($d, month: "long") }',
      'Am { $d } gesendet',
      'de',
      ['warning placeholders: "{ $d }" has another format than "{ DATETIME($d, month: "long") }" of the source.'],
    ],
    [
      '{ $who ->\n    [me] You\n   *[other] { $name }\n}',
      '{ $who ->\n    [me] Du\n   *[other] Er\n}',
      'de',
      ['warning placeholders: "{ $name }" is missing.'],
    ],
    [
      '{ $os ->\n    [mac] Press the button\n   *[win] Click the button\n}',
      'Naciśnij przycisk',
      'pl',
      ['warning placeholders: The translation leaves out "mac".'],
    ],
    ['{ PLATFORM() ->\n    [macos] Open preferences\n   *[other] Open options\n}', 'Otwórz opcje', 'pl', []],
    ['Use { "{" } here', 'Hier { "{" } nutzen', 'de', []],
  ])('in %j as %j (%s)', (source, target, locale, found) => {
    expect(check(source, target, locale).map(line => line.replace('{ help.title }', '{help.title}'))).toEqual(found)
  })

  it('stand in every variant of a selector', () => {
    expect(check(FILES, '{ $n ->\n    [one] Eine Datei\n   *[other] { $n } Dateien\n} in { $folder }')).toEqual([])
    expect(check(FILES, '{ $n ->\n    [one] Eine Datei\n   *[other] { $n } Dateien in { $folder }\n}')).toEqual([
      'error placeholders: "{ $folder }" is missing in some forms.',
    ])
    expect(check(FILES, '{ $n ->\n    [one] Eine Datei\n   *[other] Viele Dateien\n} in { $folder }')).toEqual([
      'error placeholders: "{ $n }" is missing.',
    ])
    expect(check(FILES, '{ $folder } の{ $n }件のファイル', 'ja')).toEqual([])
  })

  it('need the plural forms of the language', () => {
    const polish = (...forms: string[]) =>
      `{ $n ->\n${forms.map((form, at) => `${at === forms.length - 1 ? '   *' : '    '}[${form}] { $n } plik ${at}`).join('\n')}\n} w { $folder }`
    expect(check(FILES, polish('one', 'few', 'many'), 'pl')).toEqual([])
    expect(check(FILES, polish('one', 'few', 'many', 'other'), 'pl')).toEqual([])
    expect(check(FILES, polish('one', 'other'), 'pl')).toEqual([
      'error plural_forms: pl also needs the plural forms "few", "many".',
    ])
    expect(check(FILES, polish('one', 'fwe', 'many', 'other'), 'pl')).toEqual([
      'error plural_forms: "fwe" is not a plural form.',
    ])
  })

  it('keep the names of variants that are no plural forms', () => {
    const source = '{ $mode ->\n    [yes] Notes\n   *[other] Cards\n} found'
    expect(check(source, '{ $mode ->\n    [yes] Notizen\n   *[other] Karten\n} gefunden')).toEqual([])
    expect(check(source, '{ $mode ->\n    [ja] Notizen\n   *[other] Karten\n} gefunden')).toEqual([
      'error placeholders: Selector "$mode" has variants that the source does not have: "ja".',
    ])
  })

  it('are tokens, as is everything but the words', () => {
    const tokens = tokenize(FILES, 'fluent')
    expect(tokens.map(({ raw }) => raw)).toEqual([
      '{ $n ->',
      '\n    [one] ',
      '\n   *[other] ',
      '{ $n }',
      '\n}',
      '{ $folder }',
    ])
    for (const { raw, start, end } of tokens) expect(FILES.slice(start, end)).toBe(raw)
    expect(findPlaceholders(FILES, 'fluent').map(({ raw }) => raw)).toEqual(['{ $n ->', '{ $n }', '{ $folder }'])
    expect(countWords(FILES, 'fluent', 'en')).toBe(4)
    expect(tokenize('.a\n*b { $n }', 'fluent').map(({ raw, start }) => [raw, start])).toEqual([['{ $n }', 6]])
  })
})

describe('white space at the edges of a Fluent text', () => {
  const inspect = (source: string, target: string, syntax: Syntax = 'fluent') =>
    checkText({ source, target, syntax, sourceLocale: 'en', locale: 'de' })
  const sides = (...texts: Parameters<typeof inspect>): readonly string[] =>
    inspect(...texts)
      .findings.filter(({ id }) => id === 'edge_whitespace')
      .map(({ fix }) => fix ?? '')

  it.each([
    ['  a', '{ "" }  b', []],
    ['\na\n', '{ "" }\nb\n{ "" }', []],
    ['{ "" }', '{ "" }', []],
    ['a ', 'b', ['End the translation with one space.']],
    ['a', '{ "" } b', ['Remove the white space at the start.']],
    [' a', '{ "" }b', ['Start the translation with one space.']],
  ])('of the source %j is also found behind the literals of %j', (source, target, fixes) => {
    expect(sides(source, target)).toEqual(fixes)
    expect(inspect(source, target)).toMatchObject({ value: target, repaired: [] })
  })

  it('has no literals in other syntaxes', () => {
    expect(sides(' a', '{ "" } b', 'plain')).toEqual(['Start the translation with one space.'])
  })
})
