import { describe, expect, it } from 'vitest'
import { type Open, opener } from './harness.ts'
import { at, event, ids } from './samples.ts'

export function logsContract(engine: Open): void {
  const open = opener(engine)

  describe('logs', () => {
    it('are read newest first, in the order of appending and not by ID', async () => {
      const { store } = await open()
      for (const id of ['m', 'z', 'a']) await store.transaction(tx => tx.audit.append(event(id)))
      expect(ids((await store.read.audit.page('user', 'ada', { limit: 10 })).items)).toEqual(['a', 'z', 'm'])
      expect(await store.read.audit.get('z')).toEqual(event('z'))
      expect(await store.read.audit.get('y')).toBeUndefined()
    })

    it('are paged under a key, and new records do not move a page', async () => {
      const { store, reopen } = await open()
      await store.transaction(async tx => {
        for (let n = 0; n < 6; n++) await tx.audit.append(event(`e${n}`, { user_id: n % 2 === 0 ? 'ada' : 'bob' }))
      })
      const first = await store.read.audit.page('user', 'ada', { limit: 2 })
      expect(ids(first.items)).toEqual(['e4', 'e2'])
      await store.transaction(tx => tx.audit.append(event('e6')))
      const again = await reopen()
      const second = await again.read.audit.page('user', 'ada', { limit: 2, after: first.next })
      expect(ids(second.items)).toEqual(['e0'])
      expect(second).not.toHaveProperty('next')
      expect(ids((await again.read.audit.page('user', 'ada', { limit: 1 })).items)).toEqual(['e6'])
    })

    it('return all records of a time range, wherever a wrong clock has put them', async () => {
      const { store, reopen } = await open()
      const made = [10, 11, 500, 12, 501, 13]
      for (const second of made) {
        await store.transaction(tx => tx.audit.append(event(`e${second}`, { at: at(second) })))
      }
      for (const again of [async () => store, reopen]) {
        const { read } = await again()
        const found = async (from: number | undefined, to: number | undefined): Promise<readonly string[]> => {
          const span = { from: from === undefined ? from : at(from), to: to === undefined ? to : at(to) }
          const { items } = await read.audit.page('user', 'ada', { limit: 10, made: span })
          return ids(items.filter(item => (span.from ?? '') <= item.at && item.at <= (span.to ?? item.at)))
        }
        expect(await found(500, undefined)).toEqual(['e501', 'e500'])
        expect(await found(undefined, 12)).toEqual(['e12', 'e11', 'e10'])
        expect(await found(11, 13)).toEqual(['e13', 'e12', 'e11'])
        expect(await found(502, undefined)).toEqual([])
      }
    })

    it('end exactly at the last page', async () => {
      const { store } = await open()
      await store.transaction(async tx => {
        for (const id of ['a', 'b']) await tx.audit.append(event(id))
      })
      expect(await store.read.audit.page('user', 'ada', { limit: 2 })).not.toHaveProperty('next')
      expect(await store.read.audit.page('user', 'nobody', { limit: 2 })).toEqual({ items: [] })
    })

    it('never accept an ID twice', async () => {
      const { store } = await open()
      await store.transaction(tx => tx.audit.append(event('a')))
      await expect(store.transaction(tx => tx.audit.append(event('a')))).rejects.toMatchObject({
        code: 'already_exists',
      })
    })

    it('drop what a failed transaction appended, and keep the order', async () => {
      const { store, reopen } = await open()
      await store.transaction(tx => tx.audit.append(event('a')))
      const failed = store.transaction(async tx => {
        await tx.audit.append(event('b'))
        expect(ids((await tx.audit.page('user', 'ada', { limit: 5 })).items)).toEqual(['b', 'a'])
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      await store.transaction(tx => tx.audit.append(event('c', { target: 'ż' })))
      await store.transaction(tx => tx.audit.append(event('b')))
      const { read } = await reopen()
      expect(ids((await read.audit.page('user', 'ada', { limit: 5 })).items)).toEqual(['b', 'c', 'a'])
    })
  })
}
