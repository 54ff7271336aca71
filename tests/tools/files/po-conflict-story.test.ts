import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { have } from './have.ts'

const loop = eachLoop()

const EN = 'locale/en/app.po'
const DE = 'locale/de/app.po'
const HEADER =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
const OTHER = '\nmsgid "Other text"\nmsgstr ""\n'
const OLD = 'msgid "Open this file"\n'
const entry = (ids: string, text = ''): string =>
  ids + (ids.includes('msgid_plural') ? `msgstr[0] "${text}"\nmsgstr[1] "${text}"\n` : `msgstr "${text}"\n`)

const push = (ids: string) => loop.push(entry(ids) + OTHER, { confirm_removed: 1 }, EN)
const pushFile = (content: string): Promise<Record<string, unknown>> =>
  loop.call('push_translations', { files: [{ path: DE, content }] })
const german = (ids: string, text: string): string => HEADER + entry(ids, text) + OTHER
const THEIRS = german(OLD, 'Datei B öffnen')

beforeEach(async () => {
  await push(OLD)
  await pushFile(german(OLD, 'Datei öffnen'))
})

/** The file has one text, the project another. */
async function diverge(): Promise<void> {
  const [row] = (await loop.work({ keys: ['Open this file'] })).items
  await loop.submit([{ id: row?.id ?? '', src: row?.src ?? '', text: 'Datei A öffnen' }])
}

/** Pulls as the caller who has the imported file, and as another one. */
const pullBoth = async (): Promise<readonly string[]> => [
  (await loop.pull(have({ [DE]: THEIRS }))).content,
  (await loop.pull()).content,
]

const changes: [name: string, ids: string][] = [
  ['is corrected', 'msgid "Open this file now"\n'],
  ['gets a plural', 'msgid "Open this file"\nmsgid_plural "Open %d files"\n'],
  ['becomes a plural', 'msgid "Open this %d file"\nmsgid_plural "Open these %d files"\n'],
]
const fuzzy = (ids: string, text: string): string =>
  `${HEADER}#, fuzzy\n#| msgid "Open this file"\n${entry(ids, text)}${OTHER}`

describe.each(changes)('a msgid with an open conflict that %s', (_, ids) => {
  it('has the text of the project, fuzzy and with its source, in every file', async () => {
    await diverge()
    expect(await pushFile(THEIRS)).toMatchObject({ conflicts: { count: 1 } })
    expect(await pullBoth()).toEqual([THEIRS, german(OLD, 'Datei A öffnen')])
    await push(ids)
    expect(await pullBoth()).toEqual([fuzzy(ids, 'Datei A öffnen'), fuzzy(ids, 'Datei A öffnen')])
    const again = ids.replaceAll('file', 'folder')
    await push(again)
    expect(await pullBoth()).toEqual([fuzzy(again, 'Datei A öffnen'), fuzzy(again, 'Datei A öffnen')])
  })

  it('has the text that was reviewed, fuzzy and with its source, while another waits', async () => {
    await loop.call('update_project_policy', { review: 'required' })
    await diverge()
    await push(ids)
    expect((await loop.pull()).content).toBe(fuzzy(ids, 'Datei öffnen'))
  })
})

it('leaves the file with its text out of use when its string gets a context', async () => {
  await diverge()
  await pushFile(THEIRS)
  await push('msgctxt "menu"\nmsgid "Open this file"\n')
  const after = `${HEADER}${OTHER.trimStart()}\n#~ msgid "Open this file"\n#~ msgstr "Datei A öffnen"\n`
  expect(await pullBoth()).toEqual([after, after])
})
