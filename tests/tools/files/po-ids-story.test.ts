import { expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['pl'])

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
  loop.call('push_translations', { files: [{ path: PL, content }] })

it('a catalog with IDs gives its texts to translators, and its IDs to the file', async () => {
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
