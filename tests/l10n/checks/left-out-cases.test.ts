import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import type { Message } from '../../../src/l10n/message/message.ts'

/** The findings, as `level: message`. */
const check = (source: Message, target: Message, given: Partial<CheckInput> & Pick<CheckInput, 'syntax'>): string[] =>
  checkText({ sourceLocale: 'en', locale: 'pl', ...given, source, target }).findings.map(
    ({ level, message }) => `${level}: ${message}`,
  )

describe('cases that are left out', () => {
  const GENDER = '{g, select, a {A} b {B} other {C}}'
  const ZERO = '{n, plural, =0 {None} one {# file} other {# files}}'
  const LOST = 'warning: The translation leaves out the text for 0.'
  const POLISH = 'one {# plik} few {# pliki} many {# plików} other {# pliku}'

  it.each([
    [GENDER, '{g, select, a {A} other {D}}', 'icu', ['warning: Select "g" leaves out "b".']],
    [GENDER, '{g, select, a {A} b {E} other {D}}', 'icu', []],
    [GENDER, 'D', 'icu', ['warning: The translation leaves out "a", "b".']],
    [
      '{ PLATFORM() ->\n    [mac] A\n   *[other] B\n}',
      '{ PLATFORM() ->\n   *[other] B\n}',
      'fluent',
      ['warning: Selector "PLATFORM()" leaves out "mac".'],
    ],
    ['{ PLATFORM() ->\n    [mac] A\n   *[other] B\n}', '{ PLATFORM() ->\n   *[mac] B\n}', 'fluent', []],
    [ZERO, `{n, plural, ${POLISH}}`, 'icu', [LOST]],
    [ZERO, `{n, plural, =0 {Nic} ${POLISH}}`, 'icu', []],
    [
      '{ $n ->\n    [0] None\n    [1] One\n   *[other] Many\n}',
      '{ $n ->\n    [1] Jeden\n   *[other] Wiele\n}',
      'fluent',
      [LOST],
    ],
  ] as const)('are a warning: %j, %j', (source, target, syntax, found) => {
    expect(check(source, target, { syntax })).toEqual(found)
  })

  it('include the text for 0 of a choice in Java', () => {
    const source = '{0,choice,0#none|1#one file|1<{0} files}'
    expect(check(source, '{0,choice,1#jeden plik|1<{0} plików}', { syntax: 'java' })).toEqual([LOST])
    expect(check(source, '{0,choice,0#brak|1#jeden plik|1<{0} plików}', { syntax: 'java' })).toEqual([])
  })

  it('include the form for 0 of formats that have one in every language', () => {
    const source = { zero: 'None', one: '%d file', other: '%d files' }
    const target = { one: '%d Datei', other: '%d Dateien' }
    expect(check(source, target, { syntax: 'printf', locale: 'de', hasExactZero: true })).toEqual([LOST])
    expect(check(source, target, { syntax: 'printf', locale: 'de' })).toEqual([])
  })
})
