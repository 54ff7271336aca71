import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { hashKey } from '../../../src/store/embedded/disk/log/key-index.ts'
import { LogSegment } from '../../../src/store/embedded/disk/log/segment.ts'
import { KeyFilter } from '../../../src/store/embedded/memory/key-filter.ts'
import { runs } from '../../runs.ts'
import { event } from '../contract/samples.ts'
import { MemoryFiles, memoryOpener, untilSnapshot } from './memory.ts'

const hash = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('the key filter on the disk', () => {
  it('never denies a key that was added, in one part or in many', () => {
    fc.assert(
      fc.property(fc.array(fc.array(hash, { size: '+2' })), parts => {
        const filter = new KeyFilter()
        for (const part of parts) filter.add(part)
        return parts.flat().every(one => filter.mayHave(one))
      }),
      { numRuns: runs(50) },
    )
  })

  it('denies nearly all others, also when it has grown', () => {
    const filter = new KeyFilter()
    filter.add(Array.from({ length: 100_000 }, (_, n) => hashKey(`key ${n}`)))
    for (let n = 0; n < 100_000; n++) if (!filter.mayHave(hashKey(`key ${n}`))) throw new Error(`It lost key ${n}.`)
    const wrong = Array.from({ length: 10_000 }, (_, n) => filter.mayHave(hashKey(`other ${n}`))).filter(Boolean)
    expect(wrong.length).toBeLessThan(300)
  })

  it('denies every key when it is empty', () => {
    expect(new KeyFilter().mayHave(0)).toBe(false)
  })
})

describe('a log of many segments', () => {
  const appended = (n: number) => event(`e${n}`)

  it('is not searched for the ID of a new record, nor for an unknown key', async () => {
    const open = await memoryOpener()
    const files = new MemoryFiles()
    let store = await open(files, { journalBytes: 1 })
    for (let n = 0; n < 5; n++) await untilSnapshot(files, () => store.transaction(tx => tx.audit.append(appended(n))))
    expect((await store.read.audit.get('e0'))?.id).toBe('e0')
    await store.close()
    for (const journalBytes of [2 ** 30, 1]) {
      store = await open(files, { journalBytes })
      const asked = vi.spyOn(LogSegment.prototype, 'mayHave')
      await store.transaction(tx => tx.audit.append(appended(10 + journalBytes)))
      expect(await store.read.audit.get('other')).toBeUndefined()
      expect((await store.read.audit.page('user', 'other', { limit: 5 })).items).toEqual([])
      expect(asked).not.toHaveBeenCalled()
      expect((await store.read.audit.get('e3'))?.id).toBe('e3')
      expect(asked).toHaveBeenCalled()
      asked.mockRestore()
      await store.close()
    }
    store = await open(files)
    await expect(store.transaction(tx => tx.audit.append(appended(3)))).rejects.toMatchObject({
      code: 'already_exists',
    })
  })
})
