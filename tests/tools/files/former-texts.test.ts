import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const A = 'web/a/en.json'
const B = 'web/b/en.json'
const A_DE = 'web/a/de.json'
const B_DE = 'web/b/de.json'

type Strings = Readonly<Record<string, unknown>>

const loop = eachLoop()

const toFile = (path: string, strings: Strings) => ({ path, content: `${JSON.stringify(strings, null, 2)}\n` })
const push = (strings: Strings, path = A): Promise<Strings> =>
  loop.call('push_source', { files: [toFile(path, strings)], confirm_removed: 1 })
const importTexts = (strings: Strings, path = A_DE): Promise<Strings> =>
  loop.call('push_translations', { files: [toFile(path, strings)] })
const pull = async (more: Strings = {}): Promise<Strings> => {
  const files = await loop.files({ locale: 'de', ...more })
  return Object.fromEntries(files.map(({ path, content }) => [path, JSON.parse(content)]))
}
const german = (strings: Readonly<Record<string, string>>): Strings =>
  Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, `${text} (de)`]))

const BEFORE = { title: 'Home', save: 'Save', open: 'Open' }

const submitted = async (): Promise<void> => {
  const { items } = await loop.work({ limit: 10 })
  await loop.submit(items.map(({ id, src, text }) => ({ id, src, text: `${text} (de)` })))
}

describe.each([
  ['was pulled', submitted],
  ['was imported', async () => void (await importTexts(german(BEFORE)))],
])('a file that %s before its source changed places', (_when, translate) => {
  beforeEach(async () => {
    await push(BEFORE)
    await translate()
  })

  it.each([
    [
      'exchanged their sources',
      [{ title: 'Save', save: 'Home', open: 'Open' }],
      { title: 'Save (de)', save: 'Home (de)' },
    ],
    [
      'is used again, and its source has another key',
      [{ start: 'Home', title: 'Title', save: 'Save', open: 'Open' }],
      { start: 'Home (de)' },
    ],
    [
      'came back for something else',
      [
        { save: 'Save', open: 'Open' },
        { ...BEFORE, title: 'Title' },
      ],
      {},
    ],
  ])('brings no text of another source, where a key %s', async (_why, steps, expected) => {
    for (const step of steps) await push(step)
    const pulled = await pull()
    expect(pulled).toEqual({
      [A_DE]: { ...('save' in expected ? {} : { save: 'Save (de)' }), open: 'Open (de)', ...expected },
    })
    expect(await importTexts(german(BEFORE))).toMatchObject({ kept: 'save' in expected ? 2 : 1 })
    expect(await pull()).toEqual(pulled)
  })
})

it('a file from before a swap brings a new text all the same', async () => {
  await push(BEFORE)
  await submitted()
  await push({ title: 'Save', save: 'Home', open: 'Open' })
  await importTexts({ ...german(BEFORE), title: 'Sichern' })
  expect(await pull()).toMatchObject({ [A_DE]: { title: 'Sichern', save: 'Home (de)' } })
})

it('a conflict does not go with its string into a file that has another text', async () => {
  const own = toFile(A_DE, { a: 'Eins' })
  await push({ a: 'One' })
  await push({ d: 'Print' }, B)
  await importTexts({ a: 'Eins' })
  await importTexts({ d: 'Drucken' }, B_DE)
  const { items } = await loop.work({ keys: ['d'] })
  await loop.submit(items.map(({ id, src, rev }) => ({ id, src, rev, text: 'Ausdrucken' })))
  expect(await importTexts({ d: 'Anderes' }, B_DE)).toMatchObject({ conflicts: { count: 1 } })
  await loop.call('push_source', { files: [toFile(A, { a: 'One', d: 'Print' })], removed: [B], confirm_removed: 1 })
  const have = { [A_DE]: createHash('sha256').update(own.content).digest('hex') }
  expect(await pull({ have })).toEqual({ [A_DE]: { a: 'Eins', d: 'Ausdrucken' } })
})

it('does not replace the text of the present source by one of an earlier source', async () => {
  await push({ title: 'Old words' })
  await importTexts({ title: 'Alte Worte' })
  await push({ title: 'New words' })
  // A text of the present source may come back.
  for (const title of ['Neue Worte', 'Andere Worte', 'Neue Worte']) {
    expect(await importTexts({ title })).toMatchObject({ imported: 1 })
  }
  expect(await importTexts({ title: 'Alte Worte' })).toMatchObject({ kept: 1 })
  expect(await pull()).toEqual({ [A_DE]: { title: 'Neue Worte' } })
})

it.each([
  ['another key', { a: 'One', other: 'Three' }, { a: 'Eins', other: 'Drei' }],
  ['none', { a: 'One' }, { a: 'Eins' }],
])(
  'loses the key that a branch had in it for a string of another file, which has %s there now',
  async (_what, later, expected) => {
    const branch = 'feat'
    const pushAll = (files: Strings, more: Strings): Promise<Strings> =>
      loop.call('push_source', {
        files: Object.entries(files).map(([path, strings]) => toFile(path, strings as Strings)),
        confirm_removed: 1,
        ...more,
      })
    await pushAll({ [A]: { a: 'One' }, [B]: { b: 'Three' } }, {})
    await importTexts({ a: 'Eins' })
    await importTexts({ b: 'Drei' }, B_DE)
    await pushAll({ [A]: { a: 'One', b: 'Three' }, [B]: { z: 'Last' } }, { branch, prune: true })
    const both = { a: 'Eins', b: 'Drei' }
    expect(await pull({ branch })).toMatchObject({ [A_DE]: both })
    await loop.call('push_translations', { branch, files: [toFile(A_DE, both)] })
    await pushAll({ [A]: later, [B]: { z: 'Last' } }, { branch, prune: true })
    expect((await pull({ branch }))[A_DE]).toEqual(expected)
    expect(await pull()).toEqual({ [A_DE]: { a: 'Eins' }, [B_DE]: { b: 'Drei' } })
  },
)
