import { describe, expect, it } from 'vitest'
import { adviseTag, findLocale } from '../../src/l10n/locales/find-locale.ts'
import { neededCategories } from '../../src/l10n/locales/plural-rules.ts'

describe('findLocale', () => {
  it.each([
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['pt_BR', 'pt-BR'],
    ['es-419', 'es-419'],
    ['EN', 'en'],
    ['iw', 'he'],
    ['sr@latin', 'sr-Latn'],
    ['sr_RS@latin', 'sr-Latn-RS'],
    ['ca@valencia', 'ca-valencia'],
    ['b+sr+Latn', 'sr-Latn'],
    ['zh-CHS', 'zh-Hans'],
    ['no', 'no'],
    ['sh', 'sr-Latn'],
  ])('gives the canonical spelling of %s', (tag, canonical) => {
    expect(findLocale(tag)).toBe(canonical)
  })

  it.each([
    ['english', 'en'],
    ['englsh', 'en'],
    ['en-XQ', 'en'],
    ['deutsch', 'de'],
    ['Português', 'pt'],
    ['chinese_simplified', 'zh'],
    ['cz', 'cs'],
    ['iw-XQ', 'he'],
    ['klingon', 'de or pt-BR'],
    ['qq', 'de or pt-BR'],
    ['not a tag', 'de or pt-BR'],
    ['', 'de or pt-BR'],
    ['x'.repeat(5000), 'de or pt-BR'],
  ])('finds no locale without a CLDR name, and suggests only a tag that is meant: %s', (tag, near) => {
    expect(findLocale(tag)).toBeUndefined()
    expect(adviseTag(tag, true)).toBe(`a BCP 47 tag such as ${near}`)
  })

  it('accepts any well-formed tag when private ones are allowed', () => {
    expect(findLocale('klingon', { allowPrivate: true })).toBe('klingon')
    expect(findLocale('not a tag', { allowPrivate: true })).toBeUndefined()
  })
})

it('facts of a locale lists plural categories in CLDR order', () => {
  expect(neededCategories('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
  expect(neededCategories('pl')).toEqual(['one', 'few', 'many', 'other'])
  expect(neededCategories('ja')).toEqual(['other'])
})
