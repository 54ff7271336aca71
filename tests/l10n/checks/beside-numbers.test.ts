import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import type { FileFamilies } from '../../../src/l10n/message/families.ts'
import type { Message, Syntax } from '../../../src/l10n/message/message.ts'

const QT: FileFamilies = { families: ['qt'], sure: 'certain', quotes: false }

/** The findings about structure, as `level: message`. */
const check = (source: Message, target: Message, syntax: Syntax, families?: FileFamilies): string[] =>
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
    expect(check({ one: '%n file in %1', other: '%n files in %1' }, target, 'plain', QT)).toEqual(found)
  })

  it.each([
    ['Eine Datei in {1}', []],
    ['# Datei', ['error: "{1}" is missing in some forms.']],
  ])('stays in the form for one, in ICU: %j', (one, found) => {
    const source = '{0, plural, one {# file in {1}} other {# files in {1}}}'
    const target = `{0, plural, one {${one}} other {# Dateien in {1}}}`
    expect(check(source, target, 'icu')).toEqual(found)
  })
})

describe('tags with a value', () => {
  it.each([
    ['<color=#f00>A</color> b', '<color=#f00>A</color> b', []],
    ['<color=#f00>A</color> b', '<color=#f00>A b', ['error: "</color>" is missing.']],
    ['Run <key=value>', 'Führe <schlüssel=wert> aus', []],
  ])('are closed as in the source: %j, %j', (source, target, found) => {
    expect(check(source, target, 'plain')).toEqual(found)
  })
})
