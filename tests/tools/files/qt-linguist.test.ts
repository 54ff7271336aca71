import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

const file = (attributes: string, ...messages: string[]): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1"${attributes}>
<context>
    <name>MainWindow</name>
${messages.join('')}</context>
</TS>
`
const message = (source: string, rest: string): string =>
  `    <message>\n        <source>${source}</source>\n${rest}    </message>\n`
const EMPTY = '        <translation type="unfinished"></translation>\n'
const english = (...sources: string[]) => file('', ...sources.map(source => message(source, EMPTY)))

let loop: Loop
beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

describe('a project of Qt', () => {
  it('has a file per locale as Qt names it, whose corrected string is unfinished until it is translated', async () => {
    const source = 'translations/app_en.ts'
    const [before, after] = ['Close all the tabs of %1', 'Close all the tabs of %1 now']
    const { files } = await loop.push(english(before, 'Open'), {}, source)
    expect(files).toMatchObject([{ format: 'qt-linguist' }])
    const german = file(
      ' language="de"',
      message(before, '        <translation>Alle Tabs von %1 schließen</translation>\n'),
    )
    const path = 'translations/app_de.ts'
    const imports = { project: loop.project, files: [{ path, content: german }] }
    expect(await loop.ada.call('push_translations', imports)).toMatchObject({ imported: 1 })
    await loop.push(english(after, 'Open'), {}, source)
    const stale = await loop.pull()
    expect(stale).toMatchObject({ path, stale: 1 })
    expect(stale.content).toBe(
      file(
        ' language="de"',
        message(
          after,
          `        <oldsource>${before}</oldsource>\n        <translation type="unfinished">Alle Tabs von %1 schließen</translation>\n`,
        ),
      ),
    )
    const { items } = await loop.work()
    expect(items).toHaveLength(2)
  })

  it('wants each placeholder but the number in all forms', async () => {
    const plural = message('%n file(s) of %1', EMPTY).replace('<message>', '<message numerus="yes">')
    await loop.push(file('', plural), {}, 'translations/app_en.ts')
    const { items } = await loop.work()
    const submit = (one: string) =>
      loop.submit([{ id: items[0]?.id ?? '', forms: { one, other: '%n Dateien von %1' } }])
    expect(await submit('%n Datei')).toMatchObject({ refused: [{ why: '"%1" is missing in some forms.' }] })
    expect(await submit('Eine Datei von %1')).toMatchObject({ accepted: 1 })
  })
})
