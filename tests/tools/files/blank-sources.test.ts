import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const PO_HEADER =
  'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'

/** Each format that can have a blank string, with one text, and with the German file that a pull creates. */
const FILES: Readonly<Record<string, { readonly path: string; readonly source: string; readonly german: string }>> = {
  json: {
    path: 'json/en.json',
    source: '{\n  "empty": "",\n  "list": ["OPEN", "", { "hint": " " }]\n}\n',
    german: '{\n  "empty": "",\n  "list": ["OPEN de", "", { "hint": " " }]\n}\n',
  },
  i18next: {
    path: 'i18next/en.json',
    source: '{\n  "x_one": "",\n  "x_other": "",\n  "y": ["OPEN {{count}}", "\u00A0"]\n}\n',
    german: '{\n  "y": ["OPEN {{count}} de", "\u00A0"]\n}\n',
  },
  arb: {
    path: 'arb/app_en.arb',
    source: '{\n  "@@locale": "en",\n  "empty": "",\n  "open": "OPEN"\n}\n',
    german: '{\n  "@@locale": "de",\n  "empty": "",\n  "open": "OPEN de"\n}\n',
  },
  po: {
    path: 'po/en.po',
    source: `${PO_HEADER}msgid " "\nmsgstr ""\n\nmsgid "OPEN"\nmsgstr ""\n`,
    german: `${PO_HEADER.replace('en', 'de')}msgid " "\nmsgstr ""\n\nmsgid "OPEN"\nmsgstr "OPEN de"\n`,
  },
  'apple-strings': {
    path: 'apple/en.lproj/Localizable.strings',
    source: '"empty" = "";\n"open" = "OPEN";\n',
    german: '"open" = "OPEN de";\n',
  },
  android: {
    path: 'android/res/values/strings.xml',
    source:
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="empty"></string>\n    <string-array name="list">\n        <item>OPEN</item>\n        <item />\n    </string-array>\n</resources>\n',
    german:
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string-array name="list">\n        <item>OPEN de</item>\n        <item />\n    </string-array>\n</resources>\n',
  },
  resx: {
    path: 'resx/App.resx',
    source:
      '<root>\n  <data name="Empty" xml:space="preserve">\n    <value />\n  </data>\n  <data name="Label" xml:space="preserve">\n    <value>OPEN</value>\n  </data>\n</root>\n',
    german: '<root>\n  <data name="Label" xml:space="preserve">\n    <value>OPEN de</value>\n  </data>\n</root>\n',
  },
  rails: {
    path: 'rails/en.yml',
    source: 'en:\n  empty: ""\n  list:\n    - "OPEN"\n    - " "\n',
    german: 'de:\n  empty: ""\n  list:\n    - "OPEN de"\n    - " "\n',
  },
  toml: {
    path: 'toml/en.toml',
    source: 'empty = ""\nlist = ["OPEN", ""]\n',
    german: 'empty = ""\nlist = ["OPEN de", ""]\n',
  },
  xliff: {
    path: 'xliff/messages.xlf',
    source:
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en" datatype="plaintext" original="a">\n    <body>\n      <trans-unit id="a">\n        <source></source>\n      </trans-unit>\n      <trans-unit id="b">\n        <source>OPEN</source>\n      </trans-unit>\n    </body>\n  </file>\n</xliff>\n',
    german:
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en" target-language="de" datatype="plaintext" original="a">\n    <body>\n      <trans-unit id="a">\n        <source></source>\n      </trans-unit>\n      <trans-unit id="b">\n        <source>OPEN</source>\n        <target>OPEN de</target>\n      </trans-unit>\n    </body>\n  </file>\n</xliff>\n',
  },
  php: {
    path: 'php/en/app.php',
    source: "<?php\n\nreturn [\n    'empty' => '',\n    'list' => ['OPEN', ''],\n];\n",
    german: "<?php\n\nreturn [\n    'list' => ['OPEN de', ''],\n];\n",
  },
  properties: { path: 'java/messages.properties', source: 'empty=\nopen=OPEN\n', german: 'open=OPEN de\n' },
  typescript: {
    path: 'typescript/en.ts',
    source: "export default { empty: '', list: ['OPEN', ''] }\n",
    german: "export default { list: ['OPEN de', ''] }\n",
  },
}

/** Each format has another text, so that no two files share a translation. */
const fill = (file: string, format: string): string => file.replaceAll('OPEN', `Open ${format}`)

const loop = eachLoop()

beforeEach(async () => {
  const files = Object.entries(FILES).map(([format, { path, source }]) => ({ path, content: fill(source, format) }))
  await loop.call('push_source', { files })
})

async function translateAll(): Promise<void> {
  const { items } = await loop.work({ limit: 100 })
  await loop.submit(items.map(({ id, src, text }) => ({ id, src, text: `${text} de` })))
}

describe('blank source strings', () => {
  it('are no work, and no strings of the project', async () => {
    const { items, left } = await loop.work({ limit: 100 })
    expect(items.filter(({ text }) => text?.trim() === '')).toEqual([])
    expect([items.length, left]).toEqual([13, 13])
    expect(await loop.call('get_status')).toMatchObject({ locales: [{ locale: 'de', left: 13, untranslated: 13 }] })
  })

  it('have no translations: what a target file has for them stays in it', async () => {
    const { path, source } = FILES['json'] ?? { path: '', source: '' }
    const content = fill(source, 'json').replace('"empty": ""', '"empty": "Suffix"').replace('Open', 'Öffnen')
    const files = [{ path: path.replace('en', 'de'), content }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 1 })
    expect(await loop.pull({ path })).toMatchObject({ content, exported: 1 })
  })

  it.each(Object.entries(FILES))('stay as they are in new files of %s', async (format, { path, german }) => {
    await translateAll()
    const pulled = await loop.pull({ path })
    expect(pulled).toMatchObject({ content: fill(german, format), exported: 1 })
    expect(pulled).not.toHaveProperty('missing')
  })
})

describe('an empty translation of a format', () => {
  const path = 'web/en.yml'
  const source =
    'en:\n  number:\n    format:\n      delimiter: ","\n      separator: "."\n      unit: ""\n  time:\n    am: am\n  title: Basket\n'
  const german =
    'de:\n  number:\n    format:\n      delimiter: ""\n      separator: ","\n      unit: ""\n  time:\n    am: ""\n  title: Korb\n'

  it('is a translation of a file', async () => {
    await loop.push(source, {}, path)
    const files = [{ path: 'web/de.yml', content: german }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 4 })
    expect((await loop.work({ file: path })).items).toEqual([])
    expect(await loop.pull({ path })).toMatchObject({ content: german, exported: 4 })
  })

  it('is none in a file without translations', async () => {
    await loop.push(source, {}, path)
    const files = [{ path: 'web/de.yml', content: german.replace('Korb', '""') }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 1, missing: 3 })
  })

  it('is a translation that an agent writes', async () => {
    await loop.push(source, {}, path)
    const { items } = await loop.work({ file: path, limit: 100 })
    const own = items.filter(({ key }) => /delimiter|separator|title|am/.test(key))
    const texts = own.map(({ id, src, key }) => ({
      id,
      src,
      text: { title: 'Korb', 'number.format.separator': ',' }[key] ?? '',
    }))
    expect(await loop.submit(texts)).toMatchObject({ accepted: 4 })
    expect(await loop.pull({ path })).toMatchObject({ content: german.replace('Korb', '"Korb"'), exported: 4 })
    expect((await loop.work({ file: path })).items).toEqual([])
  })
})
