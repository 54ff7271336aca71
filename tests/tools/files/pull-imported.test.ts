import { describe, expect, it } from 'vitest'
import { eachLoop, type Loop } from '../loop.ts'
import { have } from './have.ts'

const loop = eachLoop(['de', 'pt-BR'])

const SOURCE = { menu: { open: 'Open', close: 'Close' }, title: 'Title', tip: 'Use <b>it</b>' }

/** Imports the file of a locale. */
const importFile = (
  content: string,
  more: object = {},
  locale = 'de',
  by: Pick<Loop['ada'], 'call'> = loop.ada,
): Promise<Record<string, unknown>> =>
  by.call('push_translations', {
    project: loop.project,
    files: [{ path: `locales/${locale}.json`, content }],
    ...more,
  })
const parsed = async (more: object = {}): Promise<unknown> => JSON.parse((await loop.pull({ ...more })).content)
/** Lines of the one that the other lacks. */
const otherLines = (one: string, other: string): readonly string[] => {
  const known = new Set(other.split('\n'))
  return one.split('\n').filter(line => !known.has(line))
}

describe('a file that was imported', () => {
  /** With its own order, tabs, a mark and line ends of Windows. */
  const content = '\uFEFF{\r\n\t"title" : "Titel",\r\n\r\n\t"menu" : { "close":"Zu" ,\r\n\t\t"open":"Auf"}\r\n}'

  it('is pulled byte for byte, and changes only in the line of the changed translation', async () => {
    await loop.push(SOURCE)
    await importFile(content)
    expect((await loop.pull()).content).toBe(content)
    await loop.push({ ...SOURCE, title: 'Heading' })
    expect(await loop.translate({ title: 'Überschrift' })).toMatchObject({ accepted: 1 })
    const after = (await loop.pull()).content
    expect(after).toMatch(/"title"\s?:\s?"(Ü|\\u00dc)berschrift"/)
    expect([otherLines(after, content).length, otherLines(content, after).length]).toEqual([1, 1])
  })

  it('loses only dropped and renamed keys', async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await importFile('{\n  "old": "X",\n  "a": "Ä",\n  "b": "Be",\n  "c": "Ce"\n}\n')
    expect(await loop.push({ renamed: 'A', c: 'C' }, { confirm_removed: 1 })).toMatchObject({ renamed: 1, dropped: 1 })
    expect(await parsed()).toEqual({ old: 'X', renamed: 'Ä', c: 'Ce' })
    await loop.push({ again: 'A', c: 'C' })
    expect(await parsed()).toEqual({ old: 'X', again: 'Ä', c: 'Ce' })
    await loop.push({ a: 'A', c: 'C' })
    expect((await loop.pull()).content).toBe('{\n  "old": "X",\n  "a": "Ä",\n  "c": "Ce"\n}\n')
  })

  it('is the style model for a locale without a file', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await importFile('{\n\t"a": "Ä",\n\t"b": "Be"\n}')
    await loop.submit([{ key: 'b', texts: { 'pt-BR': 'Bê' } }])
    expect((await loop.pull({ locale: 'pt-BR' })).content).toBe('{\n\t"b": "Bê"\n}')
  })
})

it('a text of a key that the source lacked at the import is delivered for no source, on any branch, until the file is pushed again', async () => {
  const file = '{\n  "a": "Ä",\n  "b": "Brot"\n}\n'
  await loop.push({ a: 'A' })
  expect(await importFile(file)).toMatchObject({ imported: 1, unknown: { count: 1, first: ['b'] } })
  expect((await loop.pull()).content).toBe(file)
  const one = { branch: 'one' }
  await loop.push({ a: 'A', b: 'Being' }, one)
  await loop.push({ a: 'A', b: 'Bread' })
  expect(await loop.pull()).toMatchObject({ content: '{\n  "a": "Ä"\n}\n', missing: 1 })
  expect(await loop.pull(have({ 'locales/de.json': file }))).toMatchObject({ missing: 1 })
  expect((await loop.pull(one)).content).toBe('{\n  "a": "Ä"\n}\n')
  const compared = { project: loop.project, locale: 'de', path: 'locales/en.json', texts: { a: 'Ä', b: 'Brot' } }
  expect(await loop.ada.call('compare_translations', compared)).toMatchObject({ unknown: ['b'] })
  expect(await importFile(file)).toMatchObject({ imported: 1, unchanged: 1 })
  expect((await loop.pull()).content).toBe(file)
  expect((await loop.pull(one)).content).toBe('{\n  "a": "Ä"\n}\n')
})

describe('keys that only the translated file has', () => {
  const FILE = '{\n  "old": "Alt",\n  "a": "Ä"\n}\n'
  const OTHER = '{\n  "old": "Alt",\n  "new": "Neu",\n  "a": "Ä"\n}\n'

  it.each([{ review: 'required', export: 'translated' }])(
    'stay if somebody decided on them, with review $review and export $export',
    async policy => {
      await loop.push({ a: 'A' })
      await loop.call('update_project_policy', policy)
      await importFile(FILE)
      const { items } = await loop.work<{ items: readonly { id: string }[] }>({ keys: ['a'] })
      const approval = { id: items[0]?.id, action: 'approve' }
      await loop.review([approval])
      expect((await loop.pull()).content).toBe(FILE)
      const agent = await loop.agent()
      await importFile(OTHER, {}, 'de', agent)
      await importFile('{\n  "a": "Á",\n  "new": "Novo"\n}\n', {}, 'pt-BR', agent)
      expect((await loop.pull()).content).toBe(FILE)
      expect((await loop.pull(have({ 'locales/de.json': OTHER }))).content).toBe(OTHER)
      expect((await loop.pull({ locale: 'pt-BR' })).content).toBe('{}\n')
      await importFile(OTHER)
      expect((await loop.pull()).content).toBe(OTHER)
    },
  )
})

describe('an imported project', () => {
  it('has branches with other keys, each pulled from main’s file with its own translations', async () => {
    const [one, two] = [{ branch: 'one' }, { branch: 'two' }]
    const file = '{\n  "d": "De",\n  "a": "Ä",\n  "b": "Be",\n  "c": "Ce"\n}\n'
    await loop.push({ a: 'A', b: 'B', c: 'C', d: 'D' })
    await importFile(file)
    await loop.push({ a: 'A one', b: 'B', c: 'C', d: 'D', n1: 'N1' }, one)
    await loop.push({ a: 'A', b: 'B two', n2: 'N2', moved: 'C' }, two)
    await loop.submit(
      [
        { key: 'a', text: 'Ä eins' },
        { key: 'n1', text: 'N eins' },
      ],
      one,
    )
    await loop.submit(
      [
        { key: 'b', text: 'B zwei' },
        { key: 'n2', text: 'N zwei' },
      ],
      two,
    )
    expect(await parsed()).toEqual({ d: 'De', a: 'Ä', b: 'Be', c: 'Ce' })
    expect((await loop.pull()).content).toBe(file)
    expect((await loop.pull(one)).content).toBe(
      '{\n  "d": "De",\n  "n1": "N eins",\n  "a": "Ä eins",\n  "b": "Be",\n  "c": "Ce"\n}\n',
    )
    expect(await parsed(two)).toEqual({ a: 'Ä', b: 'B zwei', n2: 'N zwei', moved: 'Ce' })
  })

  it('accepts a branch’s own file, merged with main’s import', async () => {
    const one = { branch: 'one' }
    await loop.push({ a: 'A', b: 'B' })
    await importFile('{"a":"Ä","b":"Be"}')
    await loop.push({ a: 'A', b: 'B two', c: 'C' }, one)
    expect(await importFile('{"a":"Ä","b":"Be zwei","c":"Ce"}', one)).toMatchObject({ imported: 2, unchanged: 1 })
    expect((await loop.pull(one)).content).toBe('{"a":"Ä","b":"Be zwei","c":"Ce"}')
    expect((await loop.pull()).content).toBe('{"a":"Ä","b":"Be"}')
    expect(await loop.unit('b')).toMatchObject({ stale: null, state: 'translated', rev: 2 })
  })
})
