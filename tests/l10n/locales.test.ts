import { describe, expect, it } from 'vitest'
import { canonicalLocale, neededCategories } from '../../src/l10n/locales/cldr.ts'

describe('canonicalLocale', () => {
  it('gives the canonical spelling', () => {
    const spelled = {
      'zh-hant-tw': 'zh-Hant-TW',
      pt_BR: 'pt-BR',
      fil: 'fil',
      'es-419': 'es-419',
      EN: 'en',
      iw: 'he',
      'sr-latn': 'sr-Latn',
    }
    for (const [tag, canonical] of Object.entries(spelled)) expect(canonicalLocale(tag)).toBe(canonical)
  })

  it('refuses what CLDR has no name for, and names a near tag', () => {
    const nearest: [tag: string, near: string][] = [
      ['english', 'en'],
      ['englsh', 'en'],
      ['german', 'de'],
      ['en-XQ', 'en'],
      ['klingon', '\\w+'],
      ['not a tag', '\\w+'],
      ['qq', '\\w+'],
      ['', '\\w+'],
      ['x'.repeat(5000), '\\w+'],
    ]
    for (const [tag, near] of nearest) {
      expect(() => canonicalLocale(tag), tag.slice(0, 20)).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          fix: expect.stringMatching(new RegExp(`such as ${near}\\.$`)),
        }),
      )
    }
  })

  it('takes any well-formed tag where private ones are allowed', () => {
    expect(canonicalLocale('klingon', { allowPrivate: true })).toBe('klingon')
    expect(() => canonicalLocale('not a tag', { allowPrivate: true })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})

describe('facts of a locale', () => {
  it('lists plural categories in CLDR order', () => {
    expect(neededCategories('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
    expect(neededCategories('pl')).toEqual(['one', 'few', 'many', 'other'])
    expect(neededCategories('ja')).toEqual(['other'])
  })
})
