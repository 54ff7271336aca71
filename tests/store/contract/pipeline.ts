import { describe, expect, it } from 'vitest'
import type { Reader } from '../../../src/store/store.ts'
import { LOST } from './failures.ts'
import { type Open, opener, paused } from './harness.ts'
import { event, ids, stagedFile, token, user } from './samples.ts'

const turn = () => new Promise(setImmediate)

/** For engines whose transactions start while earlier ones are becoming durable. */
export function pipelineContract(engine: Open): void {
  const open = opener(engine)

  describe('transactions that run before earlier ones are durable', () => {
    it('see the writes of those', async () => {
      const { store, stallFlushes } = await open()
      await store.transaction(tx => tx.users.insert(user('ada', { name: 'before' })))
      const resume = stallFlushes()
      const first = store.transaction(async tx => {
        await tx.users.put(user('ada', { name: 'after' }))
        await tx.users.insert(user('bob'))
      })
      let seen: unknown
      const second = store.transaction(async tx => {
        seen = [(await tx.users.get('ada'))?.name, (await tx.users.by('handle', 'handle-of-bob'))?.id]
      })
      await expect.poll(() => seen).toEqual(['after', 'bob'])
      expect((await store.read.users.get('ada'))?.name).toBe('before')
      resume()
      await Promise.all([first, second])
    })

    it('count the writes of those', async () => {
      const { store, stallFlushes } = await open()
      const size = (reader: Reader) => reader.staged_files.sum('project', 'app', 'bytes')
      const release = stallFlushes()
      const seen: number[] = []
      const first = store.transaction(tx => tx.staged_files.insert(stagedFile('a', 300)))
      const next = store.transaction(async tx => {
        seen.push(await size(tx))
        await tx.staged_files.insert(stagedFile('b', 4000))
        seen.push(await size(tx), await size(store.read))
      })
      await expect.poll(() => seen).toEqual([300, 4300, 0])
      release()
      await Promise.all([first, next])
      expect(await size(store.read)).toBe(4300)
    })

    it('fail together with those that they depend on, and are rolled back', async () => {
      const { store, failFlushes, stallFlushes, reopen } = await open()
      await store.transaction(tx => tx.tokens.insert(token('code')))
      const told: unknown[] = []
      store.watch(changes => told.push(changes))
      const resume = stallFlushes()
      failFlushes(true)
      let seen = false
      const work = [
        store.transaction(async tx => tx.tokens.remove('code')),
        store.transaction(async tx => tx.users.insert(user('built'))),
        store.transaction(async tx => tx.tokens.get('code')),
        store.transaction(async tx => {
          seen = true
          if ((await tx.tokens.get('code')) === undefined) throw new Error('it is used')
        }),
      ]
      const results = Promise.allSettled(work)
      await expect.poll(() => seen).toBe(true)
      resume()
      for (const one of await results) expect(one).toMatchObject({ status: 'rejected', reason: LOST })
      failFlushes(false)
      expect(await store.transaction(async tx => (await tx.tokens.get('code'))?.id)).toBe('code')
      expect(await store.transaction(tx => tx.users.get('built'))).toBeUndefined()
      await store.transaction(tx => tx.users.insert(user('built')))
      expect(told).toHaveLength(1)
      expect((await (await reopen()).status()).counts).toMatchObject({ tokens: 1, users: 1 })
    })

    it('fail at their next step when their input is lost', async () => {
      const { store, failFlushes } = await open()
      failFlushes(true)
      const lost = store.transaction(tx => tx.users.insert(user('lost')))
      let step: unknown
      const running = store.transaction(async tx => {
        await tx.users.insert(user('running'))
        await lost.catch(() => undefined)
        step = await tx.users.insert(user('more')).catch((error: unknown) => error)
        return 'done'
      })
      await expect(lost).rejects.toMatchObject(LOST)
      await expect(running).rejects.toMatchObject(LOST)
      expect(step).toMatchObject(LOST)
      failFlushes(false)
      await store.transaction(async tx => {
        for (const id of ['lost', 'running', 'more']) expect(await tx.users.get(id)).toBeUndefined()
      })
      expect((await store.status()).counts).toMatchObject({ users: 0 })
    })

    it('leave waiting transactions alone when they fail', async () => {
      const { store, failFlushes } = await open()
      failFlushes(true)
      const lost = store.transaction(tx => tx.users.insert(user('ada', { name: 'lost' })))
      const running = store.transaction(async () => {
        await lost.catch(() => failFlushes(false))
      })
      const waiting = store.transaction(tx => tx.users.insert(user('ada', { name: 'kept' })))
      await expect(lost).rejects.toMatchObject(LOST)
      await expect(running).rejects.toMatchObject(LOST)
      await waiting
      expect((await store.read.users.get('ada'))?.name).toBe('kept')
    })

    it('fail in all locks when the disk rejects a write that they may have read', async () => {
      const { store, failFlushes, stallFlushes, reopen } = await open()
      await store.transaction(async tx => {
        await tx.users.insert(user('ada'))
        await tx.tokens.insert(token('kept'))
      })
      const running = ['a', 'b'].map(lock =>
        paused(store, lock, async tx => {
          await tx.users.insert(user(`lost-${lock}`))
          await tx.audit.append(event(`lost-${lock}`))
        }),
      )
      for (const { arrived } of running) await arrived
      const resume = stallFlushes()
      failFlushes(true)
      const lost = { code: 'store_unavailable' }
      const refused = [
        expect(
          store.transaction(async tx => {
            await tx.users.insert(user('bob'))
            await tx.tokens.insert(token('lost'))
          }),
        ).rejects.toMatchObject(lost),
        ...running.map(({ done }) => expect(done).rejects.toMatchObject(lost)),
      ]
      for (let n = 0; n < 5; n++) await turn()
      // It depends on a transaction that completed and is not durable.
      const onTop = paused(store, 'c', async tx => {
        await tx.tokens.put(token('lost', { name: 'on top' }))
        await tx.tokens.insert(token('more'))
      })
      refused.push(expect(onTop.done).rejects.toMatchObject(lost))
      await onTop.arrived
      running.push(onTop)
      resume()
      await refused[0]
      for (const { goOn } of running) goOn()
      await Promise.all(refused)
      failFlushes(false)
      expect(await store.read.tokens.count('active', 'ada')).toBe(1)
      expect(await store.transaction(tx => tx.tokens.count('active', 'ada'))).toBe(1)
      for (const lock of ['a', 'b']) await store.transaction(tx => tx.users.insert(user(`lost-${lock}`)), { lock })
      await store.transaction(tx => tx.audit.append(event('lost-a')))
      const { read } = await reopen()
      expect(ids((await read.audit.page('user', 'ada', { limit: 9 })).items)).toEqual(['lost-a'])
      expect(await read.users.get('bob')).toBeUndefined()
    })
  })
}
