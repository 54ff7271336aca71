import { describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const loop = eachLoop()

const SOURCE = 'src/locale/messages.xlf'
const TARGET = 'src/locale/messages.de.xlf'

describe('a pull of XLIFF', () => {
  const file = (units: string, locale = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en"${locale} datatype="plaintext" original="app">
    <body>
${units}    </body>
  </file>
</xliff>
`
  const unit = (id: string, source: string, target = '', approved = ''): string =>
    `      <trans-unit id="${id}"${approved}>\n        <source>${source}</source>\n${target}      </trans-unit>\n`
  const target = (text: string, state = ''): string => `        <target${state}>${text}</target>\n`
  const german = (units: string): string => file(units, ' target-language="de"')
  const push = (units: Readonly<Record<string, string>>) =>
    loop.push(
      file(
        Object.entries(units)
          .map(([id, source]) => unit(id, source))
          .join(''),
      ),
      {},
      SOURCE,
    )
  const importFile = async (content: string) => {
    await loop.call('push_translations', { files: [{ path: TARGET, content }] })
    return (await loop.pull()).content
  }

  it('leaves units as they are whose text stays, with any state or none', async () => {
    await push({ a: 'Open', b: 'Close', c: 'Save', d: 'Share the file', e: 'Print' })
    const units = [
      unit('a', 'Open', target('Öffnen')),
      unit('b', 'Close', target('Schließen', ' state="final"')),
      unit('c', 'Save', target('Sichern'), ' approved="yes"'),
      unit('d', 'Share  the\n file', target('Datei teilen', ' state="translated"')),
      unit(
        'e',
        'Print',
        target('Drucken', ' state="needs-review-l10n" state-qualifier="exact-match"'),
        ' approved="no"',
      ),
    ]
    const content = german(units.join(''))
    expect(await importFile(content)).toBe(content)
  })

  it('writes the present source where it writes no translation', async () => {
    await loop.call('update_project_policy', { stale: 'omit' })
    await push({ a: 'Open', b: 'Close', c: 'Save', d: 'Share' })
    const before = [
      unit('a', 'Open'),
      unit('b', 'Close', target('Close', ' state="new"')),
      unit('c', 'Save', target('Sichern')),
    ]
    const kept = unit('d', 'Share it', target('Teilen'))
    expect(await importFile(german(before.join('') + kept))).toBe(german(before.join('') + kept))
    await push({ a: 'Open it', b: 'Close it', c: 'Save &amp; close', d: 'Share' })
    const after = [
      unit('a', 'Open it'),
      unit('b', 'Close it', target('Close it', ' state="new"')),
      unit('c', 'Save &amp; close'),
    ]
    expect((await loop.pull()).content).toBe(german(after.join('') + kept))
  })
})

describe('a source file of XLIFF with translations', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="de" datatype="plaintext" original="app">
    <body>
      <trans-unit id="a">
        <source>Open</source>
        <target>Öffnen</target>
      </trans-unit>
      <trans-unit id="b">
        <source>Close</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`
  const push = async (content: string): Promise<string> => String((await loop.push(content, {}, SOURCE))['next'])
  const importSource = (more: object = {}) =>
    loop.call('push_translations', { files: [{ path: SOURCE, content: text, ...more }] })

  it('says first which call imports them, and that call does', async () => {
    expect(await push(text)).toMatch(
      /^The 1 translation of "src\/locale\/messages\.xlf" in "de" was not imported\. To import, call push_translations with files \[\{"path":"src\/locale\/messages\.xlf","locale":"de"\}\]\. /,
    )
    expect((await loop.work()).items.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(await importSource({ locale: 'de' })).toMatchObject({ imported: 1 })
    expect((await loop.work()).items.map(({ key }) => key)).toEqual(['b'])
    const { path, content } = await loop.pull()
    expect([path, content]).toEqual([TARGET, text])
    expect(await push(text)).not.toContain('not imported')
  })

  it('says which locales the project has where the file is in another one', async () => {
    expect(await push(text.replace('"de"', '"fr"'))).toMatch(
      /^The 1 translation of "src\/locale\/messages\.xlf" in "fr" was not imported\. The project’s target locales are de\./,
    )
  })

  it('says nothing of a file without translations', async () => {
    expect(await push(text.replace(/ *<target>.*\n/, ''))).not.toContain('not imported')
    expect(await push(text.replace('"de"', '"en"'))).not.toContain('not imported')
  })
})

describe('a source file of another bilingual format with translations', () => {
  const ts = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>MainWindow</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
`
  const po = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

msgid "Open the file"
msgstr "Datei öffnen"

msgid "Close it"
msgstr ""
`
  it.each([
    ['translations/app_de.ts', ts, 'de_DE'],
    ['po/app.po', po, 'de'],
  ])('says of %s which call imports them, and that call does', async (path, content, language) => {
    const { next } = await loop.push(content, {}, path)
    expect(next).toContain(
      `The 1 translation of "${path}" in "${language}" was not imported. To import, call push_translations with files [{"path":"${path}","locale":"de"}].`,
    )
    const files = [{ path, content }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 1 })
    expect((await loop.work()).items).toHaveLength(1)
  })
})
