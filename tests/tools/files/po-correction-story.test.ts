import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, type Pulled } from '../loop.ts'

const loop = eachLoop()

const EN = 'locale/en/app.po'
const DE = 'locale/de/app.po'
const HEADER =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
const entry = (id: string, text = '', head = ''): string => `${head}msgid "${id}"\nmsgstr "${text}"\n`
const sourceOf = (...ids: string[]): string => ids.map(id => entry(id)).join('\n')
const push = (content: string, more: object = {}) => loop.push(content, { ...more }, EN)
const pushFile = (content: string): Promise<Record<string, unknown>> =>
  loop.call('push_translations', { files: [{ path: DE, content }] })

const GERMAN = `${HEADER}${entry('Opne the file', 'Datei öffnen', '# Ada\n')}\n${entry('Save', 'Speichern')}\n${entry('Close', 'Schließen')}`

beforeEach(() => push(sourceOf('Opne the file', 'Save', 'Close')))

describe('a corrected msgid', () => {
  beforeEach(async () => {
    await pushFile(GERMAN)
    expect(await push(sourceOf('Open the file', 'Save', 'Close'))).toMatchObject({ changed: 1, unchanged: 2 })
  })
  const fuzzy = GERMAN.replace(
    '# Ada\nmsgid "Opne the file"',
    '# Ada\n#, fuzzy\n#| msgid "Opne the file"\nmsgid "Open the file"',
  )

  it('is stale work with the text before, and fuzzy in the file', async () => {
    const { items } = await loop.work()
    expect(items).toMatchObject([
      {
        text: 'Open the file',
        before: { source: 'Opne the file', text: 'Datei öffnen', why: 'source_changed' },
      },
    ])
    expect(items).toHaveLength(1)
    expect(await loop.pull()).toMatchObject({ content: fuzzy, exported: 2, fuzzy: 1, stale: 1 })
  })

  it('stays stale when the pulled file is pushed, and is clear once translated', async () => {
    expect(await pushFile(fuzzy)).toMatchObject({ unchanged: 3 })
    expect((await loop.work()).items).toMatchObject([{ before: { text: 'Datei öffnen' } }])
    expect((await loop.pull()).content).toBe(fuzzy)
    const [row] = (await loop.work()).items
    await loop.submit([{ id: row?.id ?? '', src: row?.src ?? '', text: 'Die Datei öffnen' }])
    const done = GERMAN.replace('Opne', 'Open').replace('"Datei', '"Die Datei')
    expect((await loop.pull()).content).toBe(done)
  })
})

describe('a removed msgid', () => {
  const obsolete = `\n#~ msgid "Close"\n#~ msgstr "Schließen"\n`

  it('becomes obsolete in the file, stays so, and returns', async () => {
    await pushFile(GERMAN)
    await push(sourceOf('Opne the file', 'Save'), { confirm_removed: 1 })
    const after = GERMAN.replace(/\nmsgid "Close"[^]*$/, obsolete)
    expect((await loop.pull()).content).toBe(after)
    expect(await pushFile(after)).toMatchObject({ unchanged: 2 })
    expect((await loop.pull()).content).toBe(after)
    await push(sourceOf('Opne the file', 'Save', 'Close'))
    expect((await loop.pull()).content).toBe(GERMAN)
  })
})

it('an obsolete entry that the project never had is counted when its string is in use again, and is imported with the file', async () => {
  await pushFile(`${GERMAN}\n#~ msgid "Quit"\n#~ msgstr "Beenden"\n`)
  await push(sourceOf('Opne the file', 'Save', 'Close', 'Quit'))
  const { content, exported, missing, next } = (await loop.pull()) as Pulled & { next: string }
  expect(content).toContain('\nmsgid "Quit"\nmsgstr "Beenden"')
  expect([exported, missing]).toEqual([4, undefined])
  expect(next).toContain(
    'Only in the files: 1 translation, of obsolete entries whose strings are in use again; push the written files with push_translations to import it.',
  )
  expect((await loop.work()).left).toBe(1)
  expect(await pushFile(content)).toMatchObject({ imported: 1, unchanged: 3 })
  expect((await loop.work()).left).toBe(0)
  const again = (await loop.pull()) as Pulled & { next: string }
  expect([again.content, again.exported]).toEqual([content, 4])
  expect(again.next).not.toContain('Only in the files')
})
