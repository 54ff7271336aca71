import { expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const xliff = (source: string, target = '', locale = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en"${locale} datatype="plaintext" original="app">
    <body>
      <trans-unit id="greeting">
        <source>${source}</source>${target}
      </trans-unit>
    </body>
  </file>
</xliff>
`
const german = (source: string, text: string, state: string): string =>
  xliff(source, `\n        <target state="${state}">${text}</target>`, ' target-language="de"')

const loop = eachLoop()

it('a translation of an earlier source needs review in XLIFF, until it is translated again', async () => {
  const [source, path] = ['locale/en.xlf', 'locale/de.xlf']
  const push = (content: string) => loop.call('push_translations', { files: [{ path, content }] })
  await loop.push(xliff('Hello'), {}, source)
  expect(await push(german('Hello', 'Hallo', 'translated'))).toMatchObject({ imported: 1 })
  await loop.push(xliff('Welcome'), {}, source)

  const stale = await loop.pull()
  expect(stale.content).toBe(german('Welcome', 'Hallo', 'needs-review-translation'))
  expect(stale).toMatchObject({ fuzzy: 1, stale: 1 })
  expect(await push(stale.content)).toMatchObject({ unchanged: 1, left: { de: 1 } })
  const { items } = await loop.work()
  await loop.submit(items.map(({ id, src }) => ({ id, src, text: 'Willkommen' })))
  const { content, ...rest } = await loop.pull()
  expect(content).toBe(german('Welcome', 'Willkommen', 'translated'))
  expect(rest).not.toHaveProperty('stale')
})

const android = (entry: string): string => `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="a">A</string>
    ${entry}
</resources>
`
const N_FILES = '<plurals name="n"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals>'
const N_DATEIEN =
  '<plurals name="n"><item quantity="one">%d Datei</item><item quantity="other">%d Dateien</item></plurals>'
const json = (texts: object): string => `${JSON.stringify({ a: 'A', ...texts }, null, 2)}\n`
const FILES = { n_one: '{{count}} file', n_other: '{{count}} files' }
const [RES, LOCALES] = [
  ['res/values/strings.xml', 'res/values-de/strings.xml'],
  ['locales/en.json', 'locales/de.json'],
] as const

it.each([
  ['Android that was a plural', RES, android(N_FILES), android(N_DATEIEN), android('<string name="n">Files</string>')],
  ['i18next that became a plural', LOCALES, json({ n: 'Files' }), json({ n: 'Dateien' }), json(FILES)],
])(
  'a translation of a string in %s is left out until it has the other shape',
  async (_, [source, target], english, translated, reshaped) => {
    const files = [{ path: target, content: translated }]
    await loop.push(english, {}, source)
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 2 })
    await loop.push(reshaped, {}, source)

    const { content, ...counts } = await loop.pull()
    expect(content).not.toContain('Dateien')
    expect(counts).toMatchObject({ exported: 1, missing: 1, omitted: 1 })
    expect(counts).not.toHaveProperty('stale')
  },
)
