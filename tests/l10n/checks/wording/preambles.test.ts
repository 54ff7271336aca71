import { describe, expect, it } from 'vitest'
import { inspectText } from '../../../../src/l10n/checks/check-text.ts'

const find = (source: string, target: string, locale: string): readonly string[] =>
  inspectText({ source, target, syntax: 'plain', sourceLocale: 'en', locale }).flatMap(({ id }) =>
    id === 'assistant_text' ? [id] : [],
  )

const PREAMBLES: readonly (readonly [locale: string, target: string])[] = [
  ['de', 'Hier ist die Übersetzung: Datei sichern'],
  ['de', 'Natürlich! Hier ist die deutsche Übersetzung:\n\nDatei sichern'],
  ['de', 'Die Übersetzung lautet: Datei sichern'],
  ['fr', 'Voici la traduction : Enregistrer'],
  ['fr', 'Bien sûr ! Voici la traduction en français :\nEnregistrer'],
  ['fr', 'Voici : Enregistrer'],
  ['es', 'Aquí tienes la traducción al español: Guardar'],
  ['es', 'Texto traducido: Guardar'],
  ['pt-BR', 'Aqui está a tradução: Salvar'],
  ['it', 'Ecco la traduzione: Salva'],
  ['nl', 'Hier is de vertaling: Opslaan'],
  ['sv', 'Här är översättningen: Spara'],
  ['da', 'Her er oversættelsen: Gem'],
  ['nb', 'Her er oversettelsen: Lagre'],
  ['fi', 'Tässä on käännös: Tallenna'],
  ['pl', 'Oto tłumaczenie: Zapisz'],
  ['cs', 'Zde je překlad: Uložit'],
  ['sk', 'Tu je preklad: Uložiť'],
  ['hu', 'Íme a fordítás: Mentés'],
  ['ro', 'Iată traducerea: Salvați'],
  ['tr', 'İşte çeviri: Kaydet'],
  ['ru', 'Вот перевод: Сохранить'],
  ['uk', 'Ось переклад: Зберегти'],
  ['bg', 'Ето превода: Запази'],
  ['sr', 'Ево превода: Сачувај'],
  ['hr', 'Evo prijevoda: Spremi'],
  ['sl', 'Tukaj je prevod: Shrani'],
  ['el', 'Ορίστε η μετάφραση: Αποθήκευση'],
  ['he', 'הנה התרגום: שמור'],
  ['ar', 'إليك الترجمة: حفظ'],
  ['fa', 'ترجمه فارسی: ذخیره'],
  ['hi', 'यहाँ अनुवाद है: सहेजें'],
  ['bn', 'এখানে অনুবাদ: সংরক্ষণ'],
  ['th', 'นี่คือคำแปล: บันทึก'],
  ['vi', 'Đây là bản dịch: Lưu'],
  ['id', 'Berikut terjemahannya: Simpan'],
  ['zh-CN', '以下是翻译：保存文件'],
  ['zh-TW', '這是翻譯：儲存檔案'],
  ['ja', '翻訳は以下の通りです：保存'],
  ['ko', '번역은 다음과 같습니다: 저장'],
  ['et', 'Siin on tõlge: Salvesta'],
  ['lv', 'Šeit ir tulkojums: Saglabāt'],
  ['lt', 'Štai vertimas: Išsaugoti'],
  ['ca', 'Aquí tens la traducció: Desa'],
  ['de', 'Datei sichern (Hinweis: Platzhalter wurden beibehalten.)'],
  ['de', 'Übersetzung\n\nDatei sichern'],
  ['es', '¡Claro! Guardar cambios'],
  ['ja', 'もちろんです！ファイルを保存'],
  ['de', 'Auf Deutsch: Änderungen speichern'],
  ['de', 'Save the file → Datei sichern'],
  ['ja', 'はい、こちらが翻訳です。変更を保存'],
  ['fi', 'Totta kai! Tallenna muutokset'],
  ['cs', 'Česky: Uložit změny'],
  ['pt-BR', 'Espero ter ajudado! Salvar'],
]

/** Translations that look like an introduction, and are none. */
const TRANSLATIONS: readonly (readonly [locale: string, source: string, target: string])[] = [
  ['de', 'Translation: {name}', 'Übersetzung: {name}'],
  ['ja', 'Yours: {text}', 'あなたの翻訳：{text}'],
  ['de', 'Help to translate this page:', 'Hilf, diese Seite zu übersetzen:'],
  ['fr', 'Your code: 123', 'Voici votre code : 123'],
  ['es', 'Save the file (note: it is large)', 'Guardar el archivo (nota: es grande)'],
  ['de', 'Time left', 'Hier: 3 Minuten'],
  ['de', 'Saved!', 'Klar! Gesichert'],
  ['es', 'Claro network connected', 'Claro conectado'],
  ['de', 'German dictionary', 'Wörterbuch Deutsch: Duden'],
  ['de', 'File → Open', 'File → Open'],
  ['ja', 'This app is localized by volunteers. Thank you', 'このアプリの翻訳はボランティアによるものです。ありがとう'],
]

describe('an introduction in the language of the translation', () => {
  it.each(PREAMBLES)('is found in %s: %j', (locale, target) => {
    expect(find('Save the file', target, locale)).toEqual(['assistant_text'])
  })

  it.each(TRANSLATIONS)('is not found in %s, for %j: %j', (locale, source, target) => {
    expect(find(source, target, locale)).toEqual([])
  })
})
