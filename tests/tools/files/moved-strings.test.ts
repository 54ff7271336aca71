import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { pushSource } from '../../../src/tools/files/push/push-source.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, found } from '../loop.ts'
import { refused } from '../world.ts'

const A = 'web/a/en.json'
const B = 'web/b/en.json'
const DAY = 24 * 3_600_000

type Strings = Readonly<Record<string, string>>

const loop = eachLoop()

const numbered = (count: number, prefix: string): Strings =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, `Text of ${prefix} ${at}`]))
const toFile = (path: string, strings: object) => ({ path, content: JSON.stringify(strings) })
const push = (files: Readonly<Record<string, object>>, more: object = {}) =>
  loop.call<AnswerOf<typeof pushSource>>('push_source', {
    files: Object.entries(files).map(([path, strings]) => toFile(path, strings)),
    ...more,
  })
const translate = async (): Promise<void> => {
  const { items } = await loop.work({ limit: 200, max_bytes: 60_000 })
  await loop.submit(items.map(({ id, src, text }) => ({ id, src, text: `${text} (de)` })))
}
const pull = async (more: object = {}): Promise<Readonly<Record<string, object>>> => {
  const files = await loop.files({ locale: 'de', ...more })
  return Object.fromEntries(files.map(({ path, content }) => [path, JSON.parse(content)]))
}
const german = (strings: Strings): Strings =>
  Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, `${text} (de)`]))
interface Entry {
  readonly key: string
  readonly id: string
  readonly note?: string
  readonly comments?: unknown[]
  readonly texts: object
}
const entry = async (key: string, file: string) =>
  found((await loop.entries<Entry>({ file, full: true })).find(one => one.key === key))

const status = () => loop.call<{ locales: object[] }>('get_status')

describe('a string that moves to another file', () => {
  const home = { title: 'Home', other: 'Other' }

  const annotate = async (): Promise<void> => {
    const { id } = await entry('title', A)
    const args = { project: loop.project, id, locale: 'de' }
    await loop.ada.call('annotate_entry', { ...args, comment: 'As in the menu.', note: 'The first page' })
  }
  const expectAll = async (): Promise<void> => {
    expect(await pull()).toMatchObject({ 'web/b/de.json': { title: 'Home (de)' } })
    const moved = JSON.stringify(await entry('title', B))
    expect(moved).toContain('The first page')
    expect(moved).toContain('As in the menu.')
  }

  beforeEach(async () => {
    await push({ [A]: home, [B]: { more: 'More' } })
    await translate()
    await annotate()
  })

  it('takes everything along, and the answer names both files', async () => {
    const answer = await push({ [A]: { other: 'Other' }, [B]: { more: 'More', title: 'Home' } })
    expect(answer).toMatchObject({ moved: 1, unchanged: 2, moves: [`${A}: title → ${B}: title`] })
    expect(answer).not.toHaveProperty('lost')
    await expectAll()
  })

  it.each([
    ['its new file', [B, A]],
    ['its former file', [A, B]],
  ])('takes everything along if %s is pushed first', async (_, order) => {
    const after: Readonly<Record<string, object>> = {
      [A]: { other: 'Other' },
      [B]: { more: 'More', title: 'Home' },
    }
    for (const path of order) await push({ [path]: after[path] ?? {} }, path === A ? { confirm_removed: 1 } : {})
    await expectAll()
  })

  it('leaves one string, if a push of both files follows one of the new file', async () => {
    const { locales } = await status()
    const after = { [A]: { other: 'Other' }, [B]: { more: 'More', title: 'Home' } }
    await push({ [B]: after[B] ?? {} })
    await push(after, { confirm_removed: 1 })
    await expectAll()
    expect(await status()).toMatchObject({ locales })
  })

  it('with another key, too, takes everything along whichever file is pushed first', async () => {
    await push({ [B]: { more: 'More', headline: 'Home' } })
    await push({ [A]: { other: 'Other' } }, { confirm_removed: 1 })
    expect(await pull()).toMatchObject({ 'web/b/de.json': { headline: 'Home (de)' } })
  })

  it('leaves its text to the new file, if the old one has another string in its place', async () => {
    await push({ [A]: { title: 'Start', other: 'Other' } })
    await push({ [B]: { more: 'More', title: 'Home' } })
    expect(await pull()).toMatchObject({ 'web/b/de.json': { title: 'Home (de)' } })
  })
})

it('splits a file into three without losing a text', async () => {
  const all = numbered(100, 'k')
  await push({ [A]: all })
  await translate()
  const parts = [0, 1, 2].map(part => Object.entries(all).filter((_, at) => at % 3 === part))
  const files = Object.fromEntries(parts.map((part, at) => [`web/p${at}/en.json`, Object.fromEntries(part)]))
  const answer = await push(files, { removed: [A] })
  expect(answer).toMatchObject({ moved: 100 })
  expect(answer.moves).toHaveLength(20)
  expect(Object.values(await pull()).map(strings => Object.keys(strings).length)).toEqual([34, 33, 33])
})

it('renames the section of a large file with many equal sources, and loses nothing', async () => {
  const source = readFileSync('locales/en.json', 'utf8')
  const target = readFileSync('locales/de.json', 'utf8')
  const path = 'locales/en.json'
  await loop.call('push_source', { files: [{ path, content: source }] })
  const files = [{ path: 'locales/de.json', content: target }]
  await loop.call('push_translations', { files })
  const before = await status()
  const nested = JSON.stringify({ ui: JSON.parse(source) }, null, 2)
  const answer = await loop.call('push_source', { files: [{ path, content: nested }] })
  expect(answer).not.toHaveProperty('lost')
  expect(answer).not.toHaveProperty('dropped')
  expect((await status()).locales).toEqual(before.locales)
})

it('two strings that exchange their sources have the texts of sources that the other one had earlier', async () => {
  await push({ [A]: { yes: 'Yes', no: 'No', other: 'Other' } })
  await translate()
  await push({ [A]: { yes: 'Yes, please', no: 'No, thanks', other: 'Other' } })
  await push({ [A]: { yes: 'No', no: 'Yes', other: 'Other' } })
  expect(await pull()).toMatchObject({ 'web/a/de.json': { yes: 'No (de)', no: 'Yes (de)' } })
  expect(await status()).toMatchObject({ locales: [{ stale: 0, left: 0 }] })
})

it('a key that is used again shows no text of another source, on no branch', async () => {
  await push({ [A]: { other: 'Other' } })
  await push({ [A]: { other: 'Other', title: 'Delete account' } }, { branch: 'x' })
  await loop.submit([{ id: (await loop.work({ branch: 'x' })).items.at(-1)?.id ?? '', text: 'Konto löschen' }], {
    branch: 'x',
  })
  await push({ [A]: { other: 'Other', title: 'Export account' } }, { branch: 'y' })
  expect(await pull({ branch: 'x' })).toEqual({ 'web/a/de.json': { title: 'Konto löschen' } })
  expect(await pull({ branch: 'y' })).toEqual({ 'web/a/de.json': {} })
})

it.each([
  [29, { 'web/b/de.json': { headline: 'Home (de)' } }],
  [31, { 'web/b/de.json': {} }],
])('a string that was dropped comes back elsewhere after %d days', async (days, expected) => {
  await push({ [A]: { title: 'Home', other: 'Other' } })
  await translate()
  await push({ [A]: { other: 'Other' } }, { confirm_removed: 1 })
  loop.world.pass(days * DAY)
  await push({ [B]: { headline: 'Home' } })
  expect(await pull()).toMatchObject(expected)
})

describe('a push that loses translations', () => {
  const all = numbered(1100, 'k')
  const without = (count: number): object => Object.fromEntries(Object.entries(all).slice(count))

  it('names how many strings, with the first five', async () => {
    await push({ [A]: numbered(200, 'k') })
    await translate()
    const { k0: _0, k1: _1, k2: _2, ...rest } = numbered(200, 'k')
    expect(await push({ [A]: rest })).toMatchObject({
      dropped: 3,
      lost: {
        count: 3,
        first: [`${A}: k0`, `${A}: k1`, `${A}: k2`].map(name => expect.stringMatching(name.slice(-2))),
      },
    })
  })

  it('asks above 20 strings, or 2 % of a file', async () => {
    await push({ [A]: all, [B]: numbered(100, 'b') })
    const files = [
      { path: 'web/a/de.json', content: JSON.stringify(german(all)) },
      { path: 'web/b/de.json', content: JSON.stringify(german(numbered(100, 'b'))) },
    ]
    await loop.call('push_translations', { files })
    const { fix, message } = await refused(push({ [A]: without(21) }))
    expect(message).toContain('Translations of 21 strings would be in no file any more.')
    expect(fix).toContain('confirm_removed: 21')
    expect(await push({ [A]: without(20) })).toMatchObject({ dropped: 20, lost: { count: 20 } })
    const { b0: _0, b1: _1, b2: _2, ...rest } = numbered(100, 'b')
    expect((await refused(push({ [B]: rest }))).fix).toContain('confirm_removed: 3')
    expect(await push({ [B]: { ...rest, b2: 'Text of b 2' } })).toMatchObject({ lost: { count: 2 } })
  })

  it('does not ask about strings without translations', async () => {
    await push({ [A]: all })
    const answer = await push({ [A]: without(21) })
    expect(answer).toMatchObject({ dropped: 21 })
    expect(answer).not.toHaveProperty('lost')
  })
})
