import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../src/tools/files/transfer/file-text.ts'
import { guessEncoding } from '../../../src/tools/files/transfer/guess-encoding.ts'

describe('a file that is not UTF-8', () => {
  /** Path, encoding, text, and its bytes as iconv writes them. */
  const files: readonly (readonly [path: string, encoding: string, text: string, bytes: string])[] = [
    ['i18n/ja.json', 'SHIFT_JIS', '設定を保存しました', '90dd92e882f095db91b682b582dc82b582bd'],
    ['l/messages_ja.properties', 'EUC-JP', '設定を保存しました', 'c0dfc4eaa4f2caddc2b8a4b7a4dea4b7a4bf'],
    ['zh_CN/app.po', 'GB18030', '文件已保存。请选择语言', 'cec4bcfed2d1b1a3b4e6a1a3c7ebd1a1d4f1d3efd1d4'],
    ['strings.json', 'BIG5', '檔案已儲存。請選擇語言', 'c0c9aed7a477c078a673a143bdd0bfefbedcbb79a8a5'],
    ['values-ko/strings.xml', 'EUC-KR', '파일을 저장했습니다', 'c6c4c0cfc0bb20c0fac0e5c7dfbdc0b4cfb4d9'],
    ['ru.json', 'WINDOWS-1251', 'Файл сохранён', 'd4e0e9eb20f1eef5f0e0edb8ed'],
    ['ru.json', 'KOI8-R', 'Файл сохранён', 'e6c1cacc20d3cfc8d2c1cea3ce'],
    ['uk.json', 'KOI8-U', 'Її файл', 'b7a720c6c1cacc'],
    ['el.json', 'WINDOWS-1253', 'Το αρχείο', 'd4ef20e1f1f7e5dfef'],
    ['he.json', 'WINDOWS-1255', 'הקובץ נשמר', 'e4f7e5e1f520f0f9eef8'],
    ['ar.json', 'WINDOWS-1256', 'تم حفظ الملف', 'cae320cdddd920c7e1e3e1dd'],
    ['th.json', 'WINDOWS-874', 'บันทึกไฟล์', 'bad1b9b7d6a1e4bfc5ec'],
    ['cs.json', 'WINDOWS-1250', 'Špatné řešení', '8a7061746ee920f8659a656eed'],
    ['pl.lproj/a.strings', 'WINDOWS-1250', 'Ścieżka', '8c636965bf6b61'],
    ['tr.json', 'WINDOWS-1254', 'Değişiklik şimdi', '4465f069fe696b6c696b20fe696d6469'],
    ['lt.json', 'WINDOWS-1257', 'Failas išsaugotas', '4661696c61732069f0736175676f746173'],
    ['de.json', 'ISO-8859-1', 'Datei geändert', '4461746569206765e46e64657274'],
    ['fr.json', 'WINDOWS-1252', 'L’été – cœur', '4c92e974e9209620639c7572'],
    ['strings.json', 'ISO-8859-1', 'Não foi possível', '4ee36f20666f6920706f7373ed76656c'],
    ['strings.json', 'KOI8-R', 'СОХРАНИТЬ/НЕТ/ДА', 'f3efe8f2e1eee9f4f82feee5f42fe4e1'],
    ['uk.json', 'WINDOWS-1251', 'ЗБЕРЕГТИ/НІ', 'c7c1c5d0c5c3d2c82fcdb2'],
    ['el.json', 'WINDOWS-1253', 'ΑΡΧΕΙΟ', 'c1d1d7c5c9cf'],
    ['pl.properties', 'ISO-8859-2', 'Błąd połączenia', '42b3b16420706fb3b1637a656e6961'],
    ['strings.json', 'GB18030', '保存', 'b1a3b4e6'],
  ]
  it.each(files)('at %s looks like %s: %s', (path, encoding, text, hex) => {
    const bytes = Buffer.concat([Buffer.from('{"a":"Hello {name}\\n'), Buffer.from(hex, 'hex'), Buffer.from('"}')])
    expect(guessEncoding(bytes, path)).toBe(encoding)
    // Node.js 20 decodes Windows-1252 as Latin-1.
    if (encoding !== 'WINDOWS-1252') expect(new TextDecoder(encoding).decode(bytes)).toContain(text)
    expect(() => decodeFile(bytes, path)).toThrow(
      expect.objectContaining({ fix: expect.stringContaining(`iconv -f ${encoding} -t UTF-8.`) }),
    )
  })

  it('gets no guess where two encodings of its language are as likely', () => {
    expect(guessEncoding(Buffer.from('c5dcc0a3', 'hex'), 'zh.json')).toBeUndefined()
  })

  it('that is no text gets no guess', () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0xff, 0x81, 0x90])
    expect(guessEncoding(bytes, 'de.json')).toBeUndefined()
    expect(() => decodeFile(bytes, 'de.json')).toThrow(
      expect.objectContaining({ fix: 'Save the file as UTF-8 and push it again.' }),
    )
  })

  it('is guessed from its first part, also where that ends within a character', () => {
    const bytes = Buffer.concat([Buffer.from('a'), Buffer.from('82ab82ab'.repeat(200_000), 'hex')])
    expect(guessEncoding(bytes, 'strings.json')).toBe('SHIFT_JIS')
  })
})
