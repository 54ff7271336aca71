import { describe, expect, it, vi } from 'vitest'
import { Pacer } from '../../../src/scheduling/pacer.ts'
import { eachLoop } from '../loop.ts'

const loop = eachLoop()
const feature = { branch: 'f' }

const pulled = async (more: object = {}): Promise<unknown> => JSON.parse((await loop.pull({ ...more })).content)
const left = async (more: object = {}): Promise<number> => (await loop.work({ ...more })).left
const idOf = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  (await loop.entries(more)).find(({ key }) => key === name)?.['id']

describe('merging to the main branch', () => {
  it.each([{}, { prune: true }])(
    'keeps the translation of a key that the branch added and then renamed (%j)',
    async more => {
      await loop.push({ a: 'Apple' })
      await loop.push({ a: 'Apple', x: 'Cherry' }, feature)
      await loop.translate({ x: 'Kirsche' }, feature)
      expect(await loop.push({ a: 'Apple', y: 'Cherry' }, { ...feature, ...more })).toMatchObject({ renamed: 1 })
      const id = await idOf('y', feature)
      await loop.push({ a: 'Apple', y: 'Cherry' })
      expect((await loop.work()).items.map(({ key }) => key)).toEqual(['a'])
      expect(await pulled()).toEqual({ y: 'Kirsche' })
      expect(await idOf('y')).toBe(id)
    },
  )

  it('shows no translation of another source where main has yet another one', async () => {
    await loop.push({ a: 'Apple' })
    await loop.push({ a: 'Apple', x: 'Cherry' }, feature)
    await loop.translate({ x: 'Kirsche' }, feature)
    await loop.push({ a: 'Apple', y: 'Cherry' }, feature)
    await loop.push({ a: 'Apple', y: 'Cherries' })
    expect((await loop.work()).items).toEqual([
      expect.not.objectContaining({ before: expect.anything() }),
      expect.not.objectContaining({ before: expect.anything() }),
    ])
    expect(await pulled()).toEqual({})
  })

  it('keeps the translation of a key of main that the branch renamed and then changed', async () => {
    await loop.push({ a: 'Apple', z: 'Zoo' })
    await loop.translate({ a: 'Apfel', z: 'Zoo' })
    await loop.push({ b: 'Apple', z: 'Zoo' }, feature)
    await loop.push({ b: 'Apple!', z: 'Zoo' }, feature)
    const [row] = (await loop.work(feature)).items
    await loop.submit([{ id: row?.id ?? '', src: row?.src ?? '', text: 'Apfel!' }], feature)
    expect(await loop.push({ b: 'Apple!', z: 'Zoo' })).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await left()).toBe(0)
    expect(await pulled()).toEqual({ b: 'Apfel!', z: 'Zoo' })
    expect(await pulled(feature)).toEqual({ b: 'Apfel!', z: 'Zoo' })
  })

  it('creates an entry while main still has the key that the branch renamed', async () => {
    await loop.push({ a: 'Apple' })
    await loop.translate({ a: 'Apfel' })
    await loop.push({ b: 'Apple' }, feature)
    expect(await loop.push({ a: 'Apple', b: 'Apple' })).toMatchObject({ added: 1, unchanged: 1 })
    expect(await pulled()).toEqual({ a: 'Apfel', b: 'Apfel' })
    expect(await idOf('b')).not.toBe(await idOf('a'))
  })

  it('assigns a key that two branches list to one entry only', async () => {
    await loop.push({ a: 'Apple', c: 'Pear' })
    await loop.push({ b: 'Apple', c: 'Pear' }, feature)
    await loop.push({ b: 'Apple', c: 'Pear', d: 'Plum' }, { branch: 'g' })
    expect(await loop.push({ b: 'Apple', c: 'Pear', d: 'Plum' })).toMatchObject({ renamed: 1, added: 1, unchanged: 1 })
    for (const more of [{}, feature, { branch: 'g' }]) {
      expect(await idOf('b', more)).toBe('e1')
    }
  })
})

it('a rename on a branch never takes the key of another entry', async () => {
  await loop.push({ a: 'Apple' })
  await loop.push({ a: 'Apple', x: 'Cherry' }, feature)
  await loop.push({ a: 'Apple', y: 'Cherry' }, feature)
  await loop.push({ a: 'Apple', x: 'Other', z: 'Cherry' }, { branch: 'g' })
  await loop.push({ a: 'Apple', y: 'Cherry', more: 'More' }, feature)
  await loop.push({ a: 'Apple', x: 'Other', y: 'Third' }, { branch: 'g' })
  await loop.push({ a: 'Apple', x: 'Cherry', y: 'Other' }, feature)
  await loop.push({ a: 'Apple', x: 'Cherry', y: 'Other' })
  const ids = await Promise.all(['a', 'x', 'y'].map(name => idOf(name)))
  expect(new Set(ids).size).toBe(3)
})

it('a push of many keys to a new branch is compared in steps, with pauses between them', async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, `Text ${at}`]))
  await loop.push(many)
  const turns = vi.spyOn(Pacer.prototype, 'shouldYield', 'get')
  try {
    await loop.push({ ...many, fresh: 'New' }, { ...feature, dry_run: true })
    // The list of the branch, the entries of the project, and the file: each several times.
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(14 * 3_000)
  } finally {
    turns.mockRestore()
  }
})
