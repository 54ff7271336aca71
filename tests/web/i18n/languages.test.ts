import { describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../../src/web/i18n/languages.ts'

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['fr, es', 'es'],
    ['en;q=0.5, ar;q=0.9', 'ar'],
    ['es;q=0.8, de;q=0.8', 'es'],
    ['de;q=0, ja;q=0.1', 'ja'],
    ['*', 'en'],
    ['*;q=0.9, de;q=0.1', 'de'],
    ['constructor, __proto__, de', 'de'],
    [';;;q=,,q=1', 'en'],
  ])('is chosen by Accept-Language %j: %s', (header, language) => {
    expect(chooseLanguage(undefined, header)).toBe(language)
  })

  it('is the setting, whatever the browser accepts', () => {
    expect(chooseLanguage('ja', 'de')).toBe('ja')
  })

  it.each(['fr', '', 'EN', 'toString'])('is that of the browser if the setting is %j', setting => {
    expect(chooseLanguage(setting, 'de')).toBe('de')
  })

  it('ignores what is behind the first 500 characters of a header', () => {
    const others = Array.from({ length: 120 }, () => 'fr,').join(' ')
    expect(chooseLanguage(undefined, `es;q=0.5, ${others}`)).toBe('es')
    expect(chooseLanguage(undefined, `${others.padEnd(500)}, de`)).toBe('en')
  })
})
