import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import type { Packet } from '../loop.ts'
import { openMemory } from './scene.ts'

const scene = eachTest(openMemory)

beforeEach(async () => {
  await scene.addProject('app')
  await scene.addProject('site')
})

interface Row {
  readonly key: string
  readonly like?: unknown
}

const rowsOf = async (slug: string, more: object = { locale: 'de' }): Promise<readonly Row[]> => {
  const { items } = await scene.ada.call<{ items: readonly Row[] }>('get_work', { project: `acme/${slug}`, ...more })
  return items
}

describe('the rows of a packet', () => {
  it('have equal and similar translations from a score of 85 on, best first', async () => {
    await scene.push('app', { a: 'Save the file', b: 'Save the files', c: 'Save a file', d: 'Delete' })
    await scene.translate('app', { a: 'Datei speichern', b: 'Dateien speichern', c: 'Eine Datei speichern' })
    await scene.push('site', { x: 'Save the file', y: 'Delete' })
    const [x, y] = await rowsOf('site')
    expect(x?.like).toEqual([
      { score: 100, text: 'Datei speichern' },
      { score: 92, source: 'Save the files', text: 'Dateien speichern' },
    ])
    expect(y).not.toHaveProperty('like')
  })

  it('have three at most', async () => {
    const texts = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`k${at}`, `Open the page number ${at}`]))
    await scene.push('app', texts)
    await scene.translate('app', Object.fromEntries(Object.keys(texts).map(key => [key, `Seite ${key}`])))
    await scene.push('site', { x: 'Open the page number 9' })
    expect((await rowsOf('site'))[0]?.like).toHaveLength(3)
  })

  it('name the locale where there are several', async () => {
    await scene.push('app', { a: 'Save' })
    await scene.translate('app', { a: 'Enregistrer' }, 'fr')
    await scene.push('site', { a: 'Save' })
    expect((await rowsOf('site', { locales: 'all' }))[0]?.like).toEqual({ fr: [{ score: 101, text: 'Enregistrer' }] })
  })

  it('have plural forms of the same forms', async () => {
    const content = { items_one: '{{count}} item', items_other: '{{count}} items' }
    await scene.push('app', content)
    const packet = await scene.ada.call<Packet>('get_work', { project: 'acme/app', locale: 'de' })
    const forms = { one: '{{count}} Ding', other: '{{count}} Dinge' }
    const items = packet.items.map(({ id, src }) => ({ id, src, forms }))
    await scene.ada.call('submit_translations', { project: 'acme/app', locale: 'de', items })
    await scene.push('site', content)
    expect((await rowsOf('site'))[0]?.like).toEqual([{ score: 101, text: forms }])
  })

  it('leave out long texts, which packets have no room for', async () => {
    const long = 'This is a long text. '.repeat(30)
    await scene.push('app', { a: long })
    await scene.translate('app', { a: 'Das ist ein langer Text. '.repeat(30).trim() })
    await scene.push('site', { b: long })
    expect((await rowsOf('site'))[0]).not.toHaveProperty('like')
    expect(await scene.search('site', long)).toHaveLength(1)
  })

  it('keep to the bytes of the packet', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`k${at}`, `Open the page number ${at} of it`]),
    )
    await scene.push('app', texts)
    await scene.translate('app', Object.fromEntries(Object.keys(texts).map(key => [key, `Die Seite ${key} davon`])))
    await scene.push('site', texts)
    const packet = await scene.ada.call('get_work', { project: 'acme/site', locale: 'de', max_bytes: 4_000 })
    expect(JSON.stringify(packet).length).toBeLessThanOrEqual(4_000)
    expect(packet).toMatchObject({ left: 40, next_cursor: expect.any(String) })
  })
})

it('searches beside writes always find what was written before', async () => {
  const count = 30
  const texts = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `Unique text of number ${at}`]))
  await scene.push('app', texts)
  const faults: string[] = []
  const writes = Object.entries(texts).map(async ([key, source]) => {
    await scene.translate('app', { [key]: `Text ${key}` })
    const [hit] = await scene.search('site', source)
    if (hit?.target !== `Text ${key}` || hit.score !== 100) faults.push(key)
  })
  const pushes = Array.from({ length: 10 }, (_, at) =>
    scene.push('site', { [`n${at}`]: `Another text ${at}` }, { path: `p${at}/en.json` }),
  )
  await Promise.all([...writes, ...pushes])
  expect(faults).toEqual([])
})
