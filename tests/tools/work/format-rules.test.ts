import { describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { type Answer, openLoop } from '../loop.ts'

const loop = allTests(() => openLoop())

/** The answer to a text for a key in files. */
async function submit(files: readonly string[], key: string, text: string): Promise<Answer> {
  const rows = await Promise.all(files.map(async file => (await loop.work({ file, keys: [key] })).items))
  const items = rows.flat().map(({ id, src }) => ({ id, src, text }))
  return loop.call('submit_translations', { locale: 'de', items, dry_run: true })
}

const ANDROID = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="two">%1$s has %2$d files</string>
    <string name="raw" formatted="false">%1$s at %2$s</string>
    <string name="run">Running <xliff:g id="app">%1$s</xliff:g></string>
</resources>
`

/** A file, the key of a string, a translation, and how many of it are accepted; a warning is part of what is found. */
const CASES: readonly (readonly [path: string, content: string, key: string, text: string, found: string])[] = [
  ['app/src/main/res/values/strings.xml', ANDROID, 'two', '%s hat %d Dateien', 'the Android build stops'],
  ['app/src/main/res/values/strings.xml', ANDROID, 'raw', '%s um %s', ''],
  ['l10n/en/a.ftl', '-brand = Fox\nopen = Open\n', 'open', '{ $case ->\n   *[nom] Auf\n}', 'not in the source'],
  ['chrome/locale/en/a.properties', 'time=%Sms\nlag=lag %1$Sms\n', 'lag', 'Verzug ms', '%1$S'],
]

describe('a submitted text is checked by the rules of its file', () => {
  it('also beside an equal text of another format in one call', async () => {
    const files = {
      'b/src/main/res/values/strings.xml': ANDROID,
      'b/composeResources/values/strings.xml': ANDROID,
    }
    for (const [path, content] of Object.entries(files)) await loop.push(content, {}, path)
    const answer = await submit(Object.keys(files), 'two', '%s hat %d Dateien')
    expect(answer).toMatchObject({ accepted: 1, refused: [{ key: 'two' }] })
  })

  it.each(CASES)('%s %#', async (path, content, key, text, found) => {
    await loop.push(content, {}, path)
    const answer = await submit([path], key, text)
    expect(answer.accepted).toBe(found === '' ? 1 : 0)
    expect(JSON.stringify(answer.refused ?? '').replaceAll('\\"', '"')).toContain(found)
  })
})
