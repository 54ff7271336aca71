import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { readSource } from '../../../src/l10n/files/read-files.ts'
import { FILE_EXTENSIONS, FORMATS } from '../../../src/l10n/formats/registry.ts'
import { assertSupported } from '../../../src/l10n/formats/unsupported.ts'
import { decodeFile } from '../../../src/tools/files/transfer/file-text.ts'

/** The refusal of a source file; undefined if it is read. */
function refusal(path: string, content: string): AppError | undefined {
  try {
    const reading = readSource({ path, content })
    while (reading.next().done !== true);
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

describe('a family that would be read in another meaning', () => {
  it.each([
    ['lib/i18n/en.json', '{"apple(plural)": {"one": "One", "other": "Some"}}', 'slang', 'ARB'],
    ['lib/i18n/en.json', '{"a": {"greet(context=Person)": {"male": "Hi", "female": "Hi"}}}', 'slang', 'ARB'],
    ['lib/i18n/en.json', '{"note(rich)": "See ${link(here)}"}', 'slang', 'ARB'],
    ['l10n/en.json', '{"a": "A", "@a": {"description": "B"}}', 'ARB', '.arb'],
    ['l10n/en.json', '{"x": 1, "a": "{n}", "@a": {"placeholders": {"n": {}}}}', 'ARB', 'format: arb'],
    ['l10n/en.json', '{"": {"plural-forms": "nplurals=2; plural=(n != 1);"}, "Hi": "Hi"}', 'gettext', '.pot'],
    ['src/locales/en/messages.js', '/*eslint-disable*/module.exports={messages:{"a":["Hi ",["n"]]}};', 'Lingui', '.po'],
    ['src/paraglide/messages/en.js', 'export const hi = p => `Hi ${p.name}`', 'Paraglide', 'messages/en.json'],
    ['langs/en.js', 'tinymce.addI18n("en", {"Redo": "Redo"});', 'without an export', 'export default'],
    ['nls/en.js', "define({ root: { title: 'Title' } })", 'without an export', 'export default'],
    ['assets/lang/en_us.lang', 'a.b=C', 'a list of keys', 'en_us.json'],
    ['lib/i18n/strings.i18n.json', '{"hello": "Hello $name"}', 'slang', 'ARB'],
    ['lib/i18n/strings.i18n.json', '{"n": {"one": "$n item", "other": "$n items"}}', 'slang', 'ARB'],
    ['lib/i18n/strings.i18n.yaml', 'apple(plural, param=n):\n  one: One\n  other: Some\n', 'slang', 'ARB'],
    ['lib/i18n/strings.i18n.json', '{"greet": "Hello", "@greet": "A note"}', 'slang', 'ARB'],
    ['lib/i18n/strings.i18n.yaml', 'apple:\n  one: One\n  other: Some\n', 'slang', 'ARB'],
    ['l10n/en.json', '{"translations": {"A": "A"}, "pluralForm": ""}', 'Nextcloud', 'gettext'],
    ['l10n/en.json', '{"translations": {"_%n file_::_%n files_": ["%n file", "%n files"]}}', 'Nextcloud', 'gettext'],
    ['lang/en.json', '{"a": [{"type": 0, "value": "Hi "}, {"type": 1, "value": "name"}]}', 'compiled', 'compiled from'],
    ['locale/en.json', '{"messages":{"a":["Hello ",["name"]]}}', 'compiled', 'compiled from'],
    ['locale/en.js', 'module.exports={messages:JSON.parse("{}")};', 'compiled', 'made from'],
    ['locale/en.json', '{"a": {"translation": "A \\"B\\"", "comments": []}}', 'Lingui', 'po'],
    [
      'messages.json',
      '{"$schema": "https://inlang.com/schema/inlang-message", "data": []}',
      'languages',
      'per language',
    ],
    ['locales/app.json', '{"_version": 2, "a": {"en": "A"}}', 'rust-i18n', 'per language'],
    ['locales/app.yml', '_version: 2\na:\n  en: A\n', 'rust-i18n', 'per language'],
    ['i18n/qqq.json', '{"@metadata": {}, "a": "Shown in a list"}', 'MediaWiki', 'i18n/en.json'],
    ['locales/en/out.gotext.json', '{"language": "en", "messages": []}', 'gotext', 'PO'],
    ['locales/en/all.json', '{"language": "en", "messages": [{"id": "Hi", "message": "Hi"}]}', 'gotext', 'PO'],
    [
      'l10n/de.json',
      '{ "translations": {\n"A" : "B"\n},"pluralForm" :"nplurals=2; plural=(n != 1);"\n}',
      'Nextcloud',
      'gettext',
    ],
    [
      'l10n/de.js',
      'OC.L10N.register(\n"files",\n{\n"A" : "B"\n},\n"nplurals=2; plural=(n != 1);");',
      'Nextcloud',
      'gettext',
    ],
    [
      'languages/app-de.json',
      '{"domain": "messages", "locale_data": {"messages": {"": {}, "A": ["B"]}}}',
      'Jed',
      '.po',
    ],
    ['data/en.json', '{"main": {"en": {"identity": {"language": "en"}, "numbers": {}}}}', 'CLDR', 'application'],
    ['src/locales/en.json', '{"x": {"translation": "A", "message": "A", "origin": [["src/a.js", 3]]}}', 'Lingui', 'po'],
    [
      'i18n/main.i18n.json',
      '{"": ["Notice"], "version": "1.0", "contents": {"a": {"b": "B"}}}',
      'Visual Studio Code',
      'bundle',
    ],
    ['en.json', '[\n  {"term": "a", "definition": "A"}\n]', 'POEditor', 'key-value'],
    ['en.json', '[{"id": "a", "defaultMessage": "A"}]', 'formatjs', 'object'],
    ['po/de.mo', 'x', 'compiled file of gettext', '.po'],
    ['app_de.qm', 'x', 'or Qt', '.ts'],
    ['texts.xlsx', 'x', 'spreadsheet', 'CSV'],
    ['manual.docx', 'x', 'document', 'XLIFF'],
    ['book.idml', 'x', 'document', 'XLIFF'],
    ['memory.tmx', '<tmx/>', 'translation memory', 'import_memory'],
    ['terms.tbx', '<tbx/>', 'term base', 'save_glossary'],
    ['locale/en-US/browser.dtd', '<!ENTITY a "A">', 'DTD', 'Fluent'],
    ['language/en.ini', 'A="B"', 'configuration', '.properties'],
    ['res/app.rc', 'STRINGTABLE', 'Windows', 'rc2po'],
    ['setup/en-us.wxl', '<WixLocalization/>', 'installer', '.resx'],
    ['app/strings_de.xtb', '<translationbundle/>', 'Chromium', 'XLIFF'],
    ['app/strings.grd', '<grit/>', 'Chromium', 'XLIFF'],
    ['locales/en.json5', '{a: "A"}', 'comments', '.json'],
    ['locales/en.jsonc', '{"a": "A"}', 'comments', '.json'],
    ['src/App.vue', '<i18n>{"en": {}}</i18n>', 'component', 'locales/en.json'],
    ['public/index.html', '<p>Hi</p>', 'page', 'Markdown'],
    ['movie.en.srt', '1\n00:00 --> 00:01\nHi\n', 'subtitles', 'sub2po'],
    ['docs/index.rst', 'Title\n=====\n', 'plain text', '.pot'],
  ])('%s with %s is refused by its name', (path, content, name, near) => {
    const error = refusal(path, content)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect(error?.message).toContain(`"${path}" is `)
    expect(error?.message).toContain(name)
    expect(error?.fix).toContain(near)
    expect(error?.fix).not.toContain('Supported formats')
  })

  it.each([
    ['locales/en.json', '{"item(s)": "Items", "plural": "Plural", "messages": [{"title": "Hi"}]}'],
    ['locales/en.json', '{"translations": {"a": "A"}, "origin": "From", "pluralForm": "Form"}'],
    ['locales/en.json', '{"main": {"title": "Home"}, "term": "Term", "price": "$5"}'],
    ['client/en.i18n.json', '{"title": "Price: $5", "item": {"name": "Name"}, "greet": "Hello {$name}"}'],
    [
      'locales/en.json',
      '{"translation": "A", "comments": "B", "placeholders": {"a": "B"}, "messages": {"c": [["d"]]}}',
    ],
    ['locales/en.json', '{"@@locale": "en", "a": "A", "@a": {"description": "B"}}'],
    ['locales/en.json', '{"a": "A", "@b": {"description": "B"}, "@a": "C"}'],
    ['i18n/en.json', '{"metadata": "A", "@metadata": {"authors": []}}'],
    ['locales/en.json', '{"options": [{"type": 1, "label": "A"}], "_version": 1}'],
    ['locales/en.yml', 'note: "see plural(s)"\nplural: x\n'],
    ['locales/en.js', 'export default { a: "A" }'],
  ])('%s with %s is read', (path, content) => {
    expect(refusal(path, content)).toBeUndefined()
  })

  it('is refused before its bytes are decoded', () => {
    const bytes = Buffer.from([0xde, 0x12, 0x04, 0x95])
    expect(() => decodeFile(bytes, 'po/de.mo')).toThrow('is a compiled file of gettext')
    expect(() => decodeFile(bytes, 'memory.tmx')).toThrow('is not UTF-8')
    expect(() => decodeFile(bytes, 'locales/de.json')).toThrow('is not UTF-8')
  })

  it('has no example of a supported format, and no extension of one', () => {
    for (const { about, extensions } of FORMATS) {
      const path = about.example ?? `locales/en${extensions.split(', ')[0]}`
      expect(() => assertSupported(path), path).not.toThrow()
    }
    for (const extension of FILE_EXTENSIONS) expect(() => assertSupported(`locales/en${extension}`)).not.toThrow()
  })

  it('is found at the end of a long file, and not in a hostile one', () => {
    const long = `{ "translations": {\n${'"Key of a text" : "Text",\n'.repeat(20_000)}"A" : "B"\n},"pluralForm" :"nplurals=2;"\n}`
    expect(refusal('l10n/de.json', long)?.message).toContain('Nextcloud')
    for (const part of ['"a(', '{"messages":[{', '$', '"', '{"x', '{"":', ' ', '[{"a":{']) {
      const hostile = part.repeat(2_000_000 / part.length)
      for (const path of ['a.json', 'a.i18n.json', 'a.yml', 'a.js']) {
        try {
          assertSupported(path, hostile)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }
    }
  })
})

it.each(['Location (map)', 'Language (fallback language)', 'Total (plural)'])('reads the key %s as it is', key => {
  expect(() => assertSupported('l/en.json', JSON.stringify({ [key]: 'A' }))).not.toThrow()
})
