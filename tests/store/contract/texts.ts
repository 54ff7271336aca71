import { describe, expect, it } from 'vitest'
import type { MemoryUnitRecord } from '../../../src/store/records/memory.ts'
import { memoryPairKey } from '../../../src/store/records/memory.ts'
import type { Reader, Store } from '../../../src/store/store.ts'
import { memoryUnit } from '../memory-samples.ts'
import { type Open, opener } from './harness.ts'

const DE = memoryPairKey('account-of-ada', 'en', 'de')
const FR = memoryPairKey('account-of-ada', 'en', 'fr')

const insert = (store: Store, ...units: readonly MemoryUnitRecord[]): Promise<void> =>
  store.transaction(async tx => {
    for (const unit of units) await tx.memory_units.insert(unit)
  })

const findIds = async (read: Pick<Reader, 'memory_units'>, text: string, keys = [DE]): Promise<readonly string[]> =>
  (await read.memory_units.findText('source', keys, text)).flatMap(({ ids }) => ids)

const findTexts = async (read: Reader, text: string, similarity = 0.6): Promise<readonly string[]> =>
  (await read.memory_units.findSimilar('source', [DE], text, { similarity, limit: 10 })).map(found => found.text)

export function textsContract(engine: Open): void {
  const open = opener(engine)

  describe('searches in texts', () => {
    it('find the records of equal texts under the given keys only', async () => {
      const { store } = await open()
      await insert(
        store,
        memoryUnit('a'),
        memoryUnit('b'),
        memoryUnit('c', { locale: 'fr' }),
        memoryUnit('d', { source: 'Open' }),
      )
      expect(await store.read.memory_units.findText('source', [DE, FR], 'Save')).toEqual([
        { key: DE, text: 'Save', ids: ['a', 'b'] },
        { key: FR, text: 'Save', ids: ['c'] },
      ])
      expect(await findIds(store.read, 'Save', [FR])).toEqual(['c'])
      expect(await findIds(store.read, 'save')).toEqual([])
      expect(await findIds(store.read, 'Save', [])).toEqual([])
    })

    it('find similar texts, the most similar first', async () => {
      const { store } = await open()
      const sources = ['Save the file', 'Save the files', 'Save this folder', 'Quit']
      await insert(store, ...sources.map((source, at) => memoryUnit(`u${at}`, { source })))
      expect(await findTexts(store.read, 'Save the file')).toEqual([
        'Save the file',
        'Save the files',
        'Save this folder',
      ])
      expect(await findTexts(store.read, 'Xyz')).toEqual([])
      const [first] = await store.read.memory_units.findSimilar('source', [DE], 'Save the file', {
        similarity: 0.6,
        limit: 1,
      })
      expect(first).toEqual({ key: DE, text: 'Save the file', ids: ['u0'] })
    })

    it('follow every write after the first search', async () => {
      const { store } = await open()
      await insert(store, memoryUnit('a'))
      expect(await findIds(store.read, 'Save')).toEqual(['a'])
      await insert(store, memoryUnit('b'))
      expect(await findIds(store.read, 'Save')).toEqual(['a', 'b'])
      await store.transaction(async tx => {
        await tx.memory_units.put(memoryUnit('a', { source: 'Save all' }))
        await tx.memory_units.put(memoryUnit('a', { source: 'Store all' }))
      })
      expect(await findIds(store.read, 'Save')).toEqual(['b'])
      expect(await findIds(store.read, 'Save all')).toEqual([])
      expect(await findIds(store.read, 'Store all')).toEqual(['a'])
      await store.transaction(tx => tx.memory_units.remove('b'))
      expect(await findIds(store.read, 'Save')).toEqual([])
      await insert(store, memoryUnit('b'))
      expect(await findIds(store.read, 'Save')).toEqual(['b'])
    })

    it('follow a record to another key', async () => {
      const { store } = await open()
      await insert(store, memoryUnit('a'), memoryUnit('b', { locale: 'fr' }))
      expect(await findIds(store.read, 'Save', [DE, FR])).toEqual(['a', 'b'])
      await store.transaction(tx => tx.memory_units.put(memoryUnit('a', { locale: 'fr' })))
      expect(await findIds(store.read, 'Save', [DE])).toEqual([])
      expect(await findIds(store.read, 'Save', [FR])).toEqual(['b', 'a'])
    })

    it('see durable records only, in a transaction too', async () => {
      const { store } = await open()
      await insert(store, memoryUnit('a'))
      await store.transaction(async tx => {
        await tx.memory_units.insert(memoryUnit('b'))
        await tx.memory_units.remove('a')
        expect(await findIds(tx, 'Save')).toEqual(['a'])
      })
      expect(await findIds(store.read, 'Save')).toEqual(['b'])
    })

    it('find nothing of a transaction that failed', async () => {
      const { store } = await open()
      await insert(store, memoryUnit('a'))
      expect(await findIds(store.read, 'Save')).toEqual(['a'])
      const failed = store.transaction(async tx => {
        await tx.memory_units.insert(memoryUnit('b'))
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      expect(await findIds(store.read, 'Save')).toEqual(['a'])
    })

    it('lose nothing while others write', async () => {
      const { store } = await open()
      const count = 3_000
      const units = Array.from({ length: count }, (_, at) => memoryUnit(`u${at}`, { source: `Text ${at % 100}` }))
      const writes: Promise<void>[] = []
      for (let at = 0; at < count; at += 100) writes.push(insert(store, ...units.slice(at, at + 100)))
      const searches = Array.from({ length: 10 }, async (_, at) => findIds(store.read, `Text ${at}`))
      await Promise.all([...writes, ...searches])
      for (let at = 0; at < 100; at += 1) expect(await findIds(store.read, `Text ${at}`)).toHaveLength(count / 100)
    })

    it('find everything again after the store was opened anew', async () => {
      const { store, reopen } = await open()
      await insert(store, memoryUnit('a'))
      expect(await findIds(store.read, 'Save')).toEqual(['a'])
      expect(await findIds((await reopen()).read, 'Save')).toEqual(['a'])
    })
  })
}
