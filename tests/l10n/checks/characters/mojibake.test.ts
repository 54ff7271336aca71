import { describe, expect, it } from 'vitest'
import { inspectText } from '../../../../src/l10n/checks/check-text.ts'

const DECODERS = ['latin1', 'windows-1252', 'windows-1250', 'windows-1251'] as const

/** UTF-8 read in another encoding. `latin1` of TextDecoder is Windows-1252, so that its bytes are taken one by one. */
const misread = (text: string, encoding: (typeof DECODERS)[number]): string => {
  const bytes = new TextEncoder().encode(text)
  return encoding === 'latin1' ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes)
}

const find = (target: string, locale: string, source = 'Save the file', check = 'mojibake'): readonly string[] =>
  inspectText({ source, target, syntax: 'plain', sourceLocale: 'en', locale }).flatMap(({ id }) =>
    id === check ? [id] : [],
  )

const TEXTS: readonly (readonly [locale: string, text: string])[] = [
  ['de', 'Größe ändern und schließen'],
  ['fr', 'L’élément sélectionné est à côté'],
  ['pl', 'Zapisz wszystkie zmiany na później, proszę'],
  ['tr', 'Değişiklikleri kaydetmek istiyor musunuz'],
  ['ru', 'Сохранить все изменения'],
  ['el', 'Αποθήκευση όλων των αλλαγών'],
  ['ar', 'احفظ كل التغييرات'],
  ['ja', 'すべての変更を保存する'],
  ['ko', '모든 변경 사항 저장'],
]

describe('UTF-8 that was read in another encoding', () => {
  for (const encoding of DECODERS) {
    it.each(TEXTS)(`is found as ${encoding} in %s: %s`, (locale, text) => {
      const target = misread(text, encoding)
      // In Windows-1251, most become Cyrillic letters, of a script that the locale does not use.
      const isForeign = encoding === 'windows-1251' && !['ru', 'uk'].includes(locale)
      const check = isForeign ? 'script' : 'mojibake'
      expect(find(target, locale, 'Save the file', check)).toEqual([check])
    })
  }

  it('is one sign in a text', () => {
    expect(find('DonâÂ€Â™t', 'de')).toEqual(['mojibake'])
    expect(find('Lâ€™image', 'fr')).toEqual(['mojibake'])
    expect(find('Â©2024 Dragoman', 'de')).toEqual(['mojibake'])
  })

  it.each([
    ['ro', 'È˜terge fișierul', 'Delete the file'],
    ['de', 'Г„nderungen', 'Changes'],
    ['it', 'La password Ă¨ stata cambiata', 'The password was changed'],
    ['de', 'M?chtest du es entfernen?', 'Remove it?'],
    ['ro', 'Parola a fost schimbat?.', 'The password was changed.'],
    ['ja', '????????', 'Settings'],
  ])('is found in %s: %s', (locale, target, source) => {
    expect(find(target, locale, source)).toEqual(['mojibake'])
  })

  it.each([
    ['fr', 'Supprimer ? Oui', 'Remove? Yes'],
    ['de', 'Was? Warum?? Ja', 'What? Why?? Yes'],
    ['en-GB', 'open page?id=3', 'open page?id=3 now'],
  ])('is no question mark of %s: %s', (locale, target, source) => {
    expect(find(target, locale, source)).toEqual([])
  })

  it.each<readonly [locale: string, text: string]>([
    ...TEXTS,
    ['ro', 'Îşi salvează fişierul'],
    ['uk', 'Ні'],
    ['fr', '« CAFÉ\u00A0», « À\u00A0», « ÉTÉ\u00A0» et « résumé\u00A0»'],
    ['pt-BR', 'NÃO, “AMANHÃ” e ÂNGULO'],
    ['ro', '„MAMĂ” și «VARĂ»'],
    ['is', '„Ð“ og „ÞAД'],
    ['ru', '«РСФСР», Россия – «СССР»'],
    ['sr', 'Сјајно, РЈ'],
    ['vi', 'ĐÃ LƯU “ẢNH”'],
  ])('is not a text of %s: %s', (locale, text) => {
    expect(find(text, locale)).toEqual([])
  })

  it('is not found where the source has it', () => {
    expect(find('So sieht Ã© aus', 'de', 'This is how Ã© looks')).toEqual([])
  })
})
