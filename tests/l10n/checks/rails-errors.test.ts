import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { isErrorMessage } from '../../../src/l10n/formats/check-rules.ts'

const FAMILIES = { families: ['ruby'], sure: 'certain', quotes: false } as const

const check = (source: string, target: string, given: Partial<CheckInput> = {}): string[] =>
  checkText({ source, target, sourceLocale: 'en', locale: 'pl', syntax: 'ruby', families: FAMILIES, ...given })
    .findings.filter(({ id }) => id === 'placeholders')
    .map(({ level, message }) => `${level}: ${message}`)

describe('what Rails gives to error messages', () => {
  it.each([
    ['must be even', '%{attribute} musi być parzyste', []],
    ['does not match %{attribute}', 'nie zgadza się', ['warning: "%{attribute}" is missing.']],
    [
      'has %{count}',
      '%{attribute} ma %{liczba}',
      ['error: "%{count}" is missing.', 'error: "%{liczba}" is not in the source.'],
    ],
  ])('may differ: %j, %j', (source, target, found) => {
    expect(check(source, target, { isErrorMessage: true })).toEqual(found)
  })

  it('is unknown in other strings', () => {
    expect(check('Even', '%{attribute}')).toEqual(['error: "%{attribute}" is not in the source.'])
  })

  it.each([
    ['errors.messages.even', true],
    ['activerecord.errors.models.user.attributes.email.taken', true],
    ['errors.attributes.email.blank', true],
    ['pages.errors.messages.title', false],
    ['errors.not_found.title', false],
  ])('is told by the key %s: %j', (key, expected) => {
    expect(isErrorMessage('ruby', key)).toBe(expected)
    expect(isErrorMessage('icu', key)).toBe(false)
  })
})
