import { describe, expect, it } from 'vitest'
import { type Open, opener } from './harness.ts'
import { event, ids, user } from './samples.ts'

export const LOST = { code: 'store_unavailable', message: expect.stringContaining('the disk is full') }

export function failuresContract(engine: Open): void {
  const open = opener(engine)

  describe('a disk that rejects writes', () => {
    it('is counted in the figures, as commits are, and nothing waits afterwards', async () => {
      const { store, failFlushes } = await open()
      const before = store.figures()
      await store.transaction(tx => tx.users.insert(user('ada')))
      failFlushes(true)
      await expect(store.transaction(tx => tx.users.insert(user('bob')))).rejects.toMatchObject({
        code: 'store_unavailable',
      })
      const { commits, failures, waiting } = store.figures()
      expect([commits - before.commits, waiting]).toEqual([1, 0])
      expect(failures - before.failures).toBeGreaterThanOrEqual(1)
    })

    it('fails the transaction with the reason, keeps the last durable state and serves reads', async () => {
      const { store, failFlushes, reopen } = await open()
      await store.transaction(tx => tx.users.insert(user('ada')))
      failFlushes(true)
      const failed = store.transaction(async tx => {
        await tx.users.put(user('ada', { name: 'lost' }))
        await tx.users.insert(user('bob'))
        await tx.audit.append(event('e'))
      })
      await expect(failed).rejects.toMatchObject(LOST)
      expect(await store.status()).toMatchObject({
        writable: false,
        reason: 'the disk is full',
        counts: { users: 1, audit: 0 },
      })
      expect((await store.read.users.get('ada'))?.name).toBe('ada')
      expect(await store.read.users.by('handle', 'handle-of-bob')).toBeUndefined()
      failFlushes(false)
      expect(await (await reopen()).status()).toMatchObject({ writable: true, counts: { users: 1, audit: 0 } })
    })

    it('is used again once it accepts writes, without the failed ones', async () => {
      const { store, failFlushes, reopen } = await open()
      await store.transaction(tx => tx.audit.append(event('first')))
      for (const round of ['a', 'b']) {
        failFlushes(true)
        const failed = store.transaction(async tx => {
          await tx.users.insert(user(`lost-${round}`, { handle: round }))
          await tx.audit.append(event(`lost-${round}`))
        })
        await expect(failed).rejects.toMatchObject(LOST)
        failFlushes(false)
        await store.transaction(async tx => {
          expect(await tx.users.by('handle', round)).toBeUndefined()
          await tx.users.insert(user(`kept-${round}`, { handle: round }))
          await tx.audit.append(event(`kept-${round}`))
        })
        expect(await store.status()).not.toHaveProperty('reason')
      }
      const { read } = await reopen()
      const expected = ['kept-b', 'kept-a', 'first']
      expect(ids((await read.audit.page('user', 'ada', { limit: 9 })).items)).toEqual(expected)
      expect((await read.users.by('handle', 'b'))?.id).toBe('kept-b')
      expect(await read.users.get('lost-a')).toBeUndefined()
    })

    it('does not prevent the store from closing', async () => {
      const { store, failFlushes, reopen } = await open()
      await store.transaction(tx => tx.users.insert(user('ada')))
      failFlushes(true)
      const lost = expect(store.transaction(tx => tx.users.insert(user('bob')))).rejects.toMatchObject(LOST)
      await store.close()
      await lost
      failFlushes(false)
      expect((await (await reopen()).status()).counts).toMatchObject({ users: 1 })
    })
  })
}
