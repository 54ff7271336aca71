import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Change, Store, Transaction } from '../../../src/store/store.ts'
import { type Open, opener } from './harness.ts'
import { AT, event, ids, token, user } from './samples.ts'

/** Uses the token once, as a code, an invitation or a refresh token needs. */
async function redeem(store: Store, id: string): Promise<void> {
  await store.transaction(async tx => {
    const found = await tx.tokens.get(id)
    if (found === undefined || found.revoked_at !== null) throw new AppError('conflict', 'used')
    await new Promise(setImmediate)
    await tx.tokens.put({ ...found, revoked_at: AT })
    await tx.audit.append(event(`redeemed-${id}`))
  })
}

const turn = () => new Promise(setImmediate)

export function transactionsContract(engine: Open): void {
  const open = opener(engine)

  describe('a transaction', () => {
    it('returns what its function returns, and sees its own writes', async () => {
      const { store } = await open()
      const answer = await store.transaction(async tx => {
        await tx.tokens.insert(token('a'))
        await tx.tokens.put(token('a', { name: 'changed' }))
        await tx.tokens.insert(token('b'))
        await tx.tokens.remove('b')
        return [await tx.tokens.get('a'), await tx.tokens.get('b'), await tx.tokens.count('active', 'ada')] as const
      })
      expect(answer).toEqual([token('a', { name: 'changed' }), undefined, 1])
    })

    it('runs alone, in the order of the calls', async () => {
      const { store } = await open()
      const steps: string[] = []
      await Promise.all(
        ['a', 'b', 'c'].map(name =>
          store.transaction(async () => {
            steps.push(`${name} begins`)
            await turn()
            steps.push(`${name} ends`)
          }),
        ),
      )
      expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    })

    it('is invisible to outside readers before it is durable', async () => {
      const { store, stallFlushes } = await open()
      await store.transaction(tx => tx.users.insert(user('ada', { name: 'before' })))
      const resume = stallFlushes()
      const work = store.transaction(async tx => {
        await tx.users.put(user('ada', { name: 'after' }))
        await tx.users.insert(user('bob'))
        await tx.audit.append(event('e'))
      })
      for (let n = 0; n < 20; n++) await turn()
      expect((await store.read.users.get('ada'))?.name).toBe('before')
      expect(await store.read.users.by('handle', 'handle-of-bob')).toBeUndefined()
      expect(await store.read.audit.page('user', 'ada', { limit: 1 })).toEqual({ items: [] })
      expect((await store.status()).counts).toMatchObject({ users: 1, audit: 0 })
      resume()
      await work
      expect((await store.read.users.get('ada'))?.name).toBe('after')
      expect((await store.status()).counts).toMatchObject({ users: 2, audit: 1 })
    })

    it('is not acknowledged before it is durable, also when it only read', async () => {
      const { store, stallFlushes } = await open()
      const resume = stallFlushes()
      const settled: string[] = []
      const note = (name: string) => () => settled.push(name)
      const wrote = store.transaction(tx => tx.users.insert(user('ada'))).then(note('wrote'))
      const read = store.transaction(tx => tx.users.get('ada')).then(note('read'))
      const refused = store.transaction(tx => tx.users.insert(user('ada'))).catch(note('refused'))
      for (let n = 0; n < 20; n++) await turn()
      expect(settled).toEqual([])
      resume()
      await Promise.all([wrote, read, refused])
      expect(settled.toSorted()).toEqual(['read', 'refused', 'wrote'])
    })

    it('writes nothing when its function throws', async () => {
      const { store, reopen } = await open()
      await store.transaction(async tx => {
        await tx.tokens.insert(token('a'))
        await tx.tokens.insert(token('b', { parent_id: 'a' }))
      })
      const failed = store.transaction(async tx => {
        await tx.tokens.put(token('a', { revoked_at: AT, user_id: 'bob' }))
        await tx.tokens.remove('b')
        await tx.tokens.insert(token('c'))
        await tx.tokens.put(token('c', { name: 'twice' }))
        throw new AppError('forbidden', 'no')
      })
      await expect(failed).rejects.toMatchObject({ code: 'forbidden' })
      const expectNothing = async ({ read }: Store) => {
        expect(await read.tokens.get('a')).toEqual(token('a'))
        expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['a', 'b'])
        expect(ids(await read.tokens.list('parent', 'a'))).toEqual(['b'])
        expect(await read.tokens.get('c')).toBeUndefined()
      }
      await expectNothing(store)
      await expectNothing(await reopen())
    })

    it('throws what its function throws before the first await, too', async () => {
      const { store } = await open()
      const failed = store.transaction(() => {
        throw new Error('at once')
      })
      await expect(failed).rejects.toThrow('at once')
      await store.transaction(tx => tx.users.insert(user('ada')))
    })

    it('rejects a duplicate ID or unique key, taken before or by itself', async () => {
      const { store } = await open()
      const taken = { code: 'already_exists' }
      await store.transaction(tx => tx.users.insert(user('ada')))
      const double = user('eve', { handle: 'handle-of-ada' })
      await expect(store.transaction(tx => tx.users.insert(user('ada', { handle: 'x' })))).rejects.toMatchObject(taken)
      await expect(store.transaction(tx => tx.users.insert(double))).rejects.toMatchObject(taken)
      await store.transaction(async tx => {
        await tx.users.insert(user('bob'))
        await expect(tx.users.insert(user('bob'))).rejects.toMatchObject(taken)
        await expect(tx.users.put(user('bob', { handle: 'handle-of-ada' }))).rejects.toMatchObject(taken)
        await tx.users.remove('ada')
        await tx.users.insert(double)
      })
      expect((await store.read.users.by('handle', 'handle-of-ada'))?.id).toBe('eve')
      expect((await store.read.users.by('handle', 'handle-of-bob'))?.id).toBe('bob')
    })

    it('rejects a unique key of an earlier transaction, durable or not', async () => {
      const { store, stallFlushes } = await open()
      const resume = stallFlushes()
      const first = store.transaction(tx => tx.users.insert(user('a', { handle: 'same' })))
      const second = expect(
        store.transaction(tx => tx.users.insert(user('b', { handle: 'same' }))),
      ).rejects.toMatchObject({ code: 'already_exists', message: expect.stringContaining('"same"') })
      resume()
      await first
      await second
    })

    it('rejects an update of a missing record, and ignores its removal', async () => {
      const { store } = await open()
      await expect(store.transaction(tx => tx.users.put(user('ada')))).rejects.toMatchObject({ code: 'not_found' })
      await store.transaction(tx => tx.users.remove('ada'))
    })

    it('reports a record that does not match its schema as a bug, with the field', async () => {
      const { store } = await open()
      const wrong = { ...user('ada'), created_at: 'yesterday' }
      const failed = store.transaction(tx => tx.users.insert(wrong))
      await expect(failed).rejects.toThrow(/users.*created_at/)
      await expect(failed).rejects.not.toBeInstanceOf(AppError)
    })

    it('may be followed by one that its function started without waiting', async () => {
      const { store } = await open()
      let later: Promise<void> | undefined
      await store.transaction(async tx => {
        await tx.users.insert(user('ada'))
        later = turn().then(() => store.transaction(next => next.users.insert(user('bob'))))
      })
      await later
      expect((await store.status()).counts).toMatchObject({ users: 2 })
    })

    it('cannot be used after its function returned', async () => {
      const { store } = await open()
      let kept: Transaction | undefined
      await store.transaction(async tx => {
        kept = tx
      })
      await expect(kept?.users.insert(user('ada'))).rejects.toThrow('after its function returned')
      await expect(kept?.users.get('ada')).rejects.toThrow('after its function returned')
      await expect(kept?.audit.append(event('e'))).rejects.toThrow('after its function returned')
    })
  })

  describe('a one-time code', () => {
    it('has one winner among 50 concurrent uses on a slow disk', async () => {
      const { store } = await open({ flushDelayMs: 5 })
      await store.transaction(tx => tx.tokens.insert(token('code')))
      const tries = await Promise.allSettled(Array.from({ length: 50 }, () => redeem(store, 'code')))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
      expect((await store.read.audit.page('user', 'ada', { limit: 10 })).items).toHaveLength(1)
    })

    it('has one winner when it is used while earlier transactions become durable', async () => {
      const { store } = await open({ flushDelayMs: 5 })
      await store.transaction(tx => tx.tokens.insert(token('code')))
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, async (_, n) => {
          for (let wait = 0; wait < n * 3; wait++) await turn()
          if (n % 5 === 0) await store.transaction(tx => tx.users.insert(user(`u${n}`)))
          await redeem(store, 'code')
        }),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('has one owner of a unique pair among 50 concurrent inserts on a slow disk', async () => {
      const { store } = await open({ flushDelayMs: 5 })
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) =>
          store.transaction(tx =>
            tx.memberships.insert({ id: `m${n}`, account_id: 'acme', user_id: 'ada', role: 'member', created_at: AT }),
          ),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await store.read.memberships.count('account', 'acme')).toBe(1)
    })
  })

  describe('watching the store', () => {
    it('reports the changes of each transaction once it is durable, in order', async () => {
      const { store, stallFlushes } = await open()
      const told: (readonly Change[])[] = []
      store.watch(changes => told.push(changes))
      const resume = stallFlushes()
      const work = [
        store.transaction(async tx => {
          await tx.users.insert(user('ada'))
          await tx.audit.append(event('e'))
        }),
        store.transaction(tx => tx.users.put(user('ada', { name: 'Ada' }))),
        store.transaction(tx => tx.users.get('ada')),
        store.transaction(tx => tx.users.remove('ada')),
      ]
      for (let n = 0; n < 20; n++) await turn()
      expect(told).toEqual([])
      resume()
      await Promise.all(work)
      expect(told).toEqual([
        [
          { collection: 'users', id: 'ada', kind: 'insert' },
          { collection: 'audit', id: 'e', kind: 'append' },
        ],
        [{ collection: 'users', id: 'ada', kind: 'put' }],
        [{ collection: 'users', id: 'ada', kind: 'remove' }],
      ])
    })

    it('happens when readers see the change, and before the transaction resolves', async () => {
      const { store } = await open()
      const seen: Promise<unknown>[] = []
      store.watch(() => seen.push(store.read.users.get('ada')))
      await store.transaction(tx => tx.users.insert(user('ada')))
      expect(await Promise.all(seen)).toEqual([user('ada')])
    })

    it('reports nothing of a failed or empty transaction, and nothing after it was stopped', async () => {
      const { store } = await open()
      const told: unknown[] = []
      const stop = store.watch(changes => told.push(changes))
      await expect(
        store.transaction(async tx => {
          await tx.users.insert(user('ada'))
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      await store.transaction(tx => tx.users.remove('nobody'))
      stop()
      await store.transaction(tx => tx.users.insert(user('ada')))
      expect(told).toEqual([])
    })
  })

  describe('closing the store', () => {
    it('finishes running and waiting transactions', async () => {
      const { store, reopen } = await open({ flushDelayMs: 5 })
      const work = Array.from({ length: 5 }, (_, n) => store.transaction(tx => tx.users.insert(user(`u${n}`))))
      await store.close()
      await Promise.all(work)
      expect((await (await reopen()).status()).counts).toMatchObject({ users: 5 })
    })

    it('rejects later transactions, and may be called twice', async () => {
      const { store } = await open()
      await Promise.all([store.close(), store.close()])
      await store.close()
      const refused = { code: 'store_unavailable' }
      await expect(store.transaction(async () => undefined)).rejects.toMatchObject(refused)
      await expect(store.read.users.get('ada')).rejects.toMatchObject(refused)
      await expect(store.read.audit.page('user', 'ada', { limit: 1 })).rejects.toMatchObject(refused)
      expect(await store.status()).toMatchObject({ writable: false })
    })
  })
}
