import { describe, expect, it } from 'vitest'
import { adviseTag, findLocale } from '../../src/l10n/locales/find-locale.ts'
import { neededCategories } from '../../src/l10n/locales/plural-rules.ts'

describe('findLocale', () => {
  it.each([
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['pt_BR', 'pt-BR'],
    ['fil', 'fil'],
    ['es-419', 'es-419'],
    ['EN', 'en'],
    ['iw', 'he'],
    ['sr-latn', 'sr-Latn'],
  ])('gives the canonical spelling of %s', (tag, canonical) => {
    expect(findLocale(tag)).toBe(canonical)
  })

  it.each([
    ['english', 'en'],
    ['englsh', 'en'],
    ['german', 'de'],
    ['en-XQ', 'en'],
    ['klingon', '\\w+'],
    ['not a tag', '\\w+'],
    ['qq', '\\w+'],
    ['', '\\w+'],
    ['x'.repeat(5000), '\\w+'],
  ])('finds no locale without a CLDR name, and suggests a similar tag: %s', (tag, near) => {
    expect(findLocale(tag)).toBeUndefined()
    expect(adviseTag(tag, true)).toMatch(new RegExp(`^a BCP 47 tag such as ${near}$`))
  })

  it('accepts any well-formed tag when private ones are allowed', () => {
    expect(findLocale('klingon', { allowPrivate: true })).toBe('klingon')
    expect(findLocale('not a tag', { allowPrivate: true })).toBeUndefined()
  })
})

describe('facts of a locale', () => {
  it('lists plural categories in CLDR order', () => {
    expect(neededCategories('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
    expect(neededCategories('pl')).toEqual(['one', 'few', 'many', 'other'])
    expect(neededCategories('ja')).toEqual(['other'])
  })
})
