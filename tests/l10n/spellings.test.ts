import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLocaleName, spellsLocale, suggestedSpellings } from '../../src/l10n/locales/spellings.ts'

/** Locale → names that projects give its files and folders. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  de: ['de', 'DE', 'de-DE', 'de_DE', 'deDE', 'de-de', 'deu', 'ger', 'de-AT', 'values-de', 'values-de-rDE', 'de.lproj'],
  'pt-BR': ['pt-BR', 'pt_BR', 'ptBR', 'pt-br', 'pt-rBR', 'values-pt-rBR', 'pt', 'pt-BR.lproj', 'values-b+pt+BR'],
  pt: ['pt', 'pt-PT', 'pt_BR'],
  ar: ['ar', 'ar-SA', 'ar-YE', 'ar_EG'],
  'zh-Hans': ['zh-Hans', 'zh-CN', 'zh_CN', 'zhHans', 'zhCN', 'zh', 'zh-SG', 'zh-Hans-CN', 'zh-CHS', 'cmn'],
  'zh-Hant': ['zh-Hant', 'zh-TW', 'zh_TW', 'zh-HK', 'zhHantTW', 'zh_Hant', 'zh-cht', 'values-zh-rTW'],
  'zh-CN': ['zh-CN', 'zh-Hans', 'zh_CN', 'zh'],
  'sr-Latn': [
    'sr-Latn',
    'sr@latin',
    'sr_RS@latin',
    'values-b+sr+Latn',
    'b+sr+Latn',
    'sr_Latn',
    'sh',
    'sr-latin',
    'sr_latin',
  ],
  'ca-valencia': ['ca-valencia', 'ca@valencia', 'ca'],
  he: ['he', 'iw', 'he-IL', 'iw_IL', 'values-iw'],
  id: ['id', 'in', 'values-in'],
  yi: ['yi', 'ji'],
  fil: ['fil', 'tl', 'fil-PH'],
  nb: ['nb', 'no', 'nb-NO', 'nb-NO.lproj', 'no_NO'],
  no: ['no', 'nb', 'nb_NO'],
  'es-419': ['es-419', 'es_419', 'values-b+es+419', 'es'],
  'en-GB': ['en-GB', 'en_GB', 'en'],
  'sr-Latn-RS': ['sr-RS-Latn', 'sr_RS_Latn', 'sr_RS_latin', 'sr_RS@Latn', 'sr_RS.UTF-8@latin', 'sr_RS_#Latn'],
  'de-DE': ['de_DE.UTF-8', 'de_DE.utf8', 'de_DE@euro', 'de_DE.ISO8859-15@euro', 'de.UTF-8'],
  'ca-ES-valencia': ['ca_ES@valencia', 'ca_ES.UTF-8@valencia', 'ca_ES_VALENCIA'],
  'zh-TW': ['zh_TW.Big5', 'zh_TW_#Hant', 'zh-TW-Hant', 'zh_TW.EUC-TW'],
  'en-US': ['en_US_POSIX', 'en_US.POSIX', 'en_US.UTF-8'],
  'ja-JP': ['ja_JP.eucJP', 'ja_JP.SJIS'],
  'ru-RU': ['ru_RU.KOI8-R', 'ru_RU.CP1251'],
  'de-x-pirate': ['de-x-pirate', 'de_x_pirate', 'de'],
}

/** Locale → names that are not its own: other languages, countries alone, scripts and regions that contradict it, and words. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  de: [
    'fr',
    'opencode',
    'package',
    'Deutsch',
    'german',
    'ger.json',
    'de_DE.json',
    'de.default',
    'de-de-file',
    'de@example',
    'de.json',
    'de/x',
    '',
    '.',
    'values',
    'dede',
    'd',
    'de ',
    ' de',
  ],
  cs: ['cz'],
  ja: ['jp'],
  sv: ['se'],
  uk: ['ua'],
  ko: ['kr'],
  da: ['dk'],
  el: ['gr'],
  'pt-BR': ['pt-PT', 'br', 'pt_AO'],
  'zh-Hans': ['zh-TW', 'zh-Hant', 'cn', 'zh-HK'],
  'zh-TW': ['zh', 'zh-CN', 'zh-Hans', 'tw'],
  'sr-Latn': ['sr', 'sr-RS', 'sr_RS.UTF-8', 'sr-RS-Cyrl', 'sr-Cyrl', 'sr@cyrillic'],
  nb: ['nn', 'nn-NO'],
  ca: ['ca@valencia', 'es'],
  opencode: ['opencode'],
  'de-x-pirate': ['de-x-other', 'pirate', 'x-pirate'],
  'de-1996': ['de-1901', 'de-opencode'],
}

describe('a spelling of a locale', () => {
  for (const [locale, names] of Object.entries(SPELLINGS)) {
    it(`is ${names.join(', ')} for ${locale}`, () => {
      expect(names.filter(name => !spellsLocale(name, locale))).toEqual([])
    })
  }
  for (const [locale, names] of Object.entries(OTHERS)) {
    it(`is not ${names.map(name => JSON.stringify(name)).join(', ')} for ${locale}`, () => {
      expect(names.filter(name => spellsLocale(name, locale))).toEqual([])
    })
  }

  it('has no look-alike letters', () => {
    for (const name of ['d\u200Be', 'dé', 'dе', 'ｄｅ', 'de\u0301', 'DE\u034F', 'de\n', 'd\u0435', '\u{1D41D}e'])
      expect(spellsLocale(name, 'de'), JSON.stringify(name)).toBe(false)
    for (const name of ['constructor', '__proto__', 'values-__proto__', 'x'.repeat(5000), 'b+'])
      expect(spellsLocale(name, 'de')).toBe(false)
  })

  it('starts with a code of two or three letters, followed by subtags', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdeinoprst-_@+.AEX019'.split('')),
      minLength: 1,
      maxLength: 14,
    })
    const locales = fc.constantFrom('de', 'he', 'zh-Hant', 'sr-Latn', 'pt-BR', 'es-419', 'ca-valencia', 'opencode')
    fc.assert(
      fc.property(letters, locales, (name, locale) => {
        if (!spellsLocale(name, locale)) return
        const bare = name.replace(/^values-/, '').replace(/\.lproj$/, '')
        expect(bare).toMatch(/^(?:b\+)?[A-Za-z]{2,3}(?:$|[-_+@]|[A-Z])/)
      }),
      { numRuns: 2000 },
    )
  })

  it('is suggested for the locale', () => {
    expect(suggestedSpellings('de')).toEqual(['de', 'de-DE', 'de_DE'])
    expect(suggestedSpellings('pt-BR')).toEqual(['pt-BR', 'pt_BR'])
    for (const locale of Object.keys(SPELLINGS))
      for (const name of suggestedSpellings(locale)) expect(spellsLocale(name, locale), name).toBe(true)
  })

  it('does not depend on earlier calls', () => {
    for (let n = 0; n < 6000; n += 1) spellsLocale(`x${n}`, 'de')
    expect([spellsLocale('de_DE', 'de'), spellsLocale('fr', 'de')]).toEqual([true, false])
  })
})

it('names of locales differ from names of folders', () => {
  for (const name of ['de', 'zh_CN', 'values-de', 'nb-NO.lproj', 'en-us']) expect(isLocaleName(name), name).toBe(true)
  for (const name of ['locales', 'src', 'app', 'web', 'i18n', 'lib', 'LC_MESSAGES', 'hooks', '.', '..', 'a b'])
    expect(isLocaleName(name), name).toBe(false)
})
