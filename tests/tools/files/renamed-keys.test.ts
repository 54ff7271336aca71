import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

interface Files {
  readonly source: readonly [path: string, content: string]
  readonly target: readonly [path: string, content: string]
}

/** Pushes both files, renames a key in the source, and pulls the target. */
async function pullRenamed({ source, target }: Files, from: string, to: string): Promise<string> {
  const [path, content] = source
  await loop.push(content, {}, path)
  const files = [{ path: target[0], content: target[1] }]
  await loop.ada.call('push_translations', { project: loop.project, files })
  expect(await loop.push(content.replaceAll(from, to), {}, path)).toMatchObject({ renamed: 1 })
  return (await loop.pull()).content
}

const unit = (attributes: string, texts: string): string =>
  `      <trans-unit ${attributes}>\n${texts}      </trans-unit>\n`
const xliff = (language: string, ...units: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en"${language} datatype="plaintext" original="app">\n    <body>\n${units.join('')}    </body>\n  </file>\n</xliff>\n`
const open = '        <source>Open</source>\n'
const shut = '        <source>Close</source>\n'
const note = '        <note>Seen by Eva</note>\n'

describe('a renamed key', () => {
  it.each([
    ['translated', 'state="signed-off"'],
    ['in review', 'state="needs-review-l10n" state-qualifier="mt-suggestion"'],
  ])('keeps the state of a text that is %s, and the rest of its unit, in XLIFF', async (_, state) => {
    const target = xliff(
      ' target-language="de"',
      unit('id="old.open" approved="yes"', `${open}        <target ${state}>Öffnen</target>\n${note}`),
      unit('id="close"', `${shut}        <target state="final">Schließen</target>\n`),
    )
    const source = xliff('', unit('id="old.open"', open), unit('id="close"', shut))
    const files: Files = { source: ['i18n/app.en.xlf', source], target: ['i18n/app.de.xlf', target] }
    expect(await pullRenamed(files, 'old.open', 'new.open')).toBe(target.replace('old.open', 'new.open'))
  })
})
