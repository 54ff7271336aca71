import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

const EN = 'src/locales/en/messages.po'
const PL = 'src/locales/pl/messages.po'
const header = (locale: string): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${locale}\\n"\n"X-Generator: next-intl\\n"\n"X-Crowdin-SourceKey: msgstr\\n"\n`
const entry = (id: string, text: string): string => `\n#. js-lingui-explicit-id\nmsgid "${id}"\nmsgstr "${text}"\n`
const COUNT = '{n, plural, one {# message} other {# messages}}'
const LICZBA = '{n, plural, one {# list} few {# listy} many {# listów} other {# listu}}'
const english = (count: string, title = 'Inbox'): string =>
  header('en') + entry('inbox.n', count) + entry('title', title)
const polish = (count: string, title: string): string => header('pl') + entry('inbox.n', count) + entry('title', title)

const pushFile = (content: string): Promise<Record<string, unknown>> =>
  loop.ada.call('push_translations', { project: loop.project, files: [{ path: PL, content }] })

beforeEach(async () => {
  loop = await openLoop(['pl'])
})
afterEach(() => loop.close())

describe('a catalog with IDs', () => {
  it('gives its texts to translators, and its IDs to the file', async () => {
    const pushed = await loop.push(english(COUNT), {}, EN)
    expect(pushed).toMatchObject({
      files: [{ format: 'po-monolingual', syntax: 'icu', sure: { format: 'certain' } }],
    })
    await pushFile(polish('', 'Skrzynka'))
    const { items } = await loop.work()
    expect(items).toMatchObject([{ text: COUNT }])
    const [row] = items
    const { id = '', src = '' } = row ?? {}
    await expect(loop.submit([{ id, src, text: '{n, plural, one {# list} other {# listu}}' }])).resolves.toMatchObject({
      refused: [{ findings: [{ id: 'plural_forms' }] }],
    })
    await loop.submit([{ id, src, text: LICZBA }])
    expect(await loop.pull()).toMatchObject({ content: polish(LICZBA, 'Skrzynka'), exported: 2 })
  })

  it('makes a translation stale when its text changes, not new', async () => {
    await loop.push(english(COUNT), {}, EN)
    await pushFile(polish(LICZBA, 'Skrzynka'))
    expect(await loop.push(english(COUNT, 'Your inbox'), {}, EN)).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await loop.work()).items).toMatchObject([
      { text: 'Your inbox', before: { source: 'Inbox', text: 'Skrzynka', why: 'source_changed' } },
    ])
    expect(await loop.pull()).toMatchObject({ content: polish(LICZBA, 'Skrzynka'), stale: 1 })
  })

  it('keeps translations when an ID is renamed', async () => {
    await loop.push(english(COUNT), {}, EN)
    await pushFile(polish(LICZBA, 'Skrzynka'))
    const rename = (file: string): string => file.replace('inbox.n', 'mail.count')
    expect(await loop.push(rename(english(COUNT)), {}, EN)).toMatchObject({ renamed: 1 })
    expect((await loop.pull()).content).toBe(rename(polish(LICZBA, 'Skrzynka')))
  })
})

describe('a catalog that may have IDs', () => {
  const plain = (first: string): string =>
    `msgid "a.title"\nmsgstr "${first}"\n\nmsgid "a.text"\nmsgstr ""\n\nmsgid "a.end"\nmsgstr ""\n`

  it('names the doubt and the argument that decides', async () => {
    const pushed = await loop.push(plain(''), {}, EN)
    expect(pushed).toMatchObject({ files: [{ format: 'po', sure: { format: 'likely' } }] })
    expect(pushed['next']).toContain(
      `"${EN}" is read as po: if it is po-monolingual, push it again with format: po-monolingual.`,
    )
    const named = await loop.ada.call('push_source', {
      project: loop.project,
      files: [{ path: EN, content: plain('The title'), format: 'po-monolingual' }],
      confirm_removed: 2,
    })
    expect(named).toMatchObject({ files: [{ format: 'po-monolingual', sure: { format: 'set' } }] })
    expect((await loop.work()).items).toMatchObject([{ text: 'The title' }])
  })

  it('says that texts alone made it a catalog with IDs', async () => {
    const texts = plain('The title').replace('"a.text"\nmsgstr ""', '"a.text"\nmsgstr "Some text"')
    const pushed = await loop.push(texts, {}, EN)
    expect(pushed).toMatchObject({ files: [{ format: 'po-monolingual', sure: { format: 'likely' } }] })
    expect(pushed['next']).toContain('if it is po, push it again with format: po.')
  })
})
