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
    ['sr@latin', 'sr-Latn'],
    ['sr_RS@latin', 'sr-Latn-RS'],
    ['ca@valencia', 'ca-valencia'],
    ['pt-rBR', 'pt-BR'],
    ['b+sr+Latn', 'sr-Latn'],
    ['zh_CN', 'zh-CN'],
    ['zh-CHS', 'zh-Hans'],
    ['in', 'id'],
    ['no', 'no'],
    ['sh', 'sr-Latn'],
    ['tl', 'fil'],
  ])('gives the canonical spelling of %s', (tag, canonical) => {
    expect(findLocale(tag)).toBe(canonical)
  })

  it.each([
    ['english', 'en'],
    ['englsh', 'en'],
    ['german', 'de'],
    ['en-XQ', 'en'],
    ['deutsch', 'de'],
    ['Português', 'pt'],
    ['chinese_simplified', 'zh'],
    ['jp', 'ja'],
    ['cz', 'cs'],
    ['iw-XQ', 'he'],
    ['klingon', 'de or pt-BR'],
    ['not a tag', 'de or pt-BR'],
    ['qq', 'de or pt-BR'],
    ['iq!', 'de or pt-BR'],
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

describe('facts of a locale', () => {
  it('lists plural categories in CLDR order', () => {
    expect(neededCategories('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
    expect(neededCategories('pl')).toEqual(['one', 'few', 'many', 'other'])
    expect(neededCategories('ja')).toEqual(['other'])
  })
})
