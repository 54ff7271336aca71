import { describe, expect, it } from 'vitest'
import { inspectText } from '../../../../src/l10n/checks/check-text.ts'

const SOURCE = 'The file could not be saved because the disk is full.'

/** The same sentence in each language. */
const SENTENCES: Readonly<Record<string, string>> = {
  de: 'Die Datei konnte nicht gesichert werden, weil die Festplatte voll ist.',
  fr: 'Le fichier n’a pas pu être enregistré, car le disque est plein.',
  es: 'No se pudo guardar el archivo porque el disco está lleno.',
  'pt-BR': 'Não foi possível salvar o arquivo porque o disco está cheio.',
  it: 'Non è stato possibile salvare il file perché il disco è pieno.',
  nl: 'Het bestand kon niet worden opgeslagen omdat de schijf vol is.',
  sv: 'Filen kunde inte sparas eftersom disken är full.',
  nb: 'Filen kunne ikke lagres fordi disken er full, og må frigjøres etter dette.',
  fi: 'Tiedostoa ei voitu tallentaa, koska levy on täynnä.',
  et: 'Faili ei saanud salvestada, sest ketas on täis.',
  lv: 'Failu nevarēja saglabāt, jo disks ir pilns un nav vietas.',
  lt: 'Nepavyko įrašyti failo, nes diskas yra pilnas.',
  pl: 'Nie udało się zapisać pliku, ponieważ dysk jest pełny.',
  cs: 'Soubor se nepodařilo uložit, protože disk je plný.',
  sk: 'Súbor sa nepodarilo uložiť, pretože disk je plný alebo poškodený.',
  sl: 'Datoteke ni bilo mogoče shraniti, ker je disk poln in zaseden.',
  hr: 'Datoteka nije spremljena zato što je disk već pun ili oštećen.',
  hu: 'A fájlt nem lehetett menteni, mert a lemez megtelt.',
  ro: 'Fișierul nu a putut fi salvat, deoarece discul este plin.',
  tr: 'Disk dolu olduğu için dosya kaydedilemedi, lütfen daha sonra deneyin.',
  vi: 'Không thể lưu tệp vì đĩa đã đầy.',
  id: 'Berkas tidak dapat disimpan karena diska sudah penuh.',
  ca: 'No s’ha pogut desar el fitxer perquè el disc és ple i no hi ha espai.',
  eu: 'Ezin izan da fitxategia gorde, diskoa beteta dago eta.',
  ru: 'Не удалось сохранить файл, так как диск уже заполнен.',
  uk: 'Не вдалося зберегти файл, бо диск уже заповнений і немає місця.',
  bg: 'Файлът не може да бъде записан, защото дискът е пълен.',
  mk: 'Датотеката не може да се зачува, бидејќи дискот е полн.',
  sr: 'Датотека није сачувана зато што је диск већ пун.',
}

/** Languages with the same words: only some sentences tell them apart. */
const KIN = ['cs sk', 'hr sl sr', 'sv nb', 'es ca pt-BR', 'ru uk', 'bg mk sr', 'fi et'].map(line => line.split(' '))
const isKin = (one: string, other: string): boolean =>
  KIN.some(family => family.includes(one) && family.includes(other))
const isCyrillic = (text: string): boolean => /\p{sc=Cyrillic}/u.test(text)

const find = (target: string, locale: string, source = SOURCE): readonly string[] =>
  inspectText({ source, target, syntax: 'plain', sourceLocale: 'en', locale }).flatMap(({ id, message }) =>
    id === 'language' ? [message] : [],
  )

describe('the language of a translation', () => {
  it.each(Object.entries(SENTENCES))('is right in %s', (locale, text) => {
    expect(find(text, locale)).toEqual([])
  })

  it.each(Object.entries(SENTENCES))('is found in other locales of its script: %s', (locale, text) => {
    const others = Object.entries(SENTENCES).filter(
      ([other, own]) => other !== locale && isCyrillic(own) === isCyrillic(text) && !isKin(locale, other),
    )
    expect(others.filter(([other]) => find(text, other).length === 0).map(([other]) => other)).toEqual([])
  })

  it.each([
    [
      'de',
      'en',
      'The settings have been saved and the app will restart.',
      'The settings were saved and the app will restart now.',
    ],
    ['fr', 'en', 'Please choose a file to upload to the server.', 'Select the file you want to upload.'],
    ['de', 'fr', 'Save changes', 'Enregistrer les modifications'],
    ['de', 'es', 'Save changes', 'Guardar cambios'],
    ['ja', 'zh', SOURCE, '文件无法保存，因为磁盘已满。请删除一些文件后重试。'],
    ['fr', 'pl', 'Log in', 'Zaloguj się'],
    ['ru', 'uk', 'Message sent', 'Повідомлення надіслано'],
    ['ar', 'fa', 'Nothing found', 'چیزی یافت نشد'],
    ['ja', 'zh', 'Save changes', '保存更改设置'],
    ['ja', 'zh', SOURCE, '檔案無法儲存，因為磁碟已滿。請刪除一些檔案後重試。'],
  ])('is found in a short text, and in one close to the source: %s ← %s', (locale, other, source, target) => {
    expect(find(target, locale, source)).toEqual([`The translation looks like ${other}, not ${locale}.`])
  })

  it('is named', () => {
    expect(find(SENTENCES['fr'] ?? '', 'de')).toEqual(['The translation looks like fr, not de.'])
    expect(find(SENTENCES['fr'] ?? '', 'bs')).toEqual(['The translation looks like fr, not hr.'])
  })

  it.each([
    ['de', 'Sign in with Le Monde and La Repubblica', 'Mit Le Monde und La Repubblica anmelden'],
    ['tr', 'Enable Sound Effects', 'Ses efektlerini aktif et'],
    ['de', 'Café near the Champs-Élysées', 'Café an den Champs-Élysées'],
    ['de', 'Reporter in Montreal', 'Reporter in Montréal'],
    ['pl', 'Choose an item', 'Wybierz element'],
    [
      'de',
      'Play “The Lord of the Rings and the Ring”',
      '„The Lord of the Rings and the Ring“ jetzt abspielen und hören',
    ],
    ['de', 'Sort: A to Z', 'Sort: A to Z (de)'],
    ['ja', SOURCE, 'ディスクがいっぱいのため、ファイルを保存できませんでした。'],
    ['ja', 'Keio University settings', '慶應義塾大学設定確認画面表示'],
    ['gsw', SOURCE, SENTENCES['fr']],
  ])('is not guessed of %s: %s', (locale, source, target = '') => {
    expect(find(target, locale, source)).toEqual([])
  })
})
