import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Reader, Transaction } from '../../../src/store/store.ts'
import { runs } from '../../runs.ts'
import { type Open, opener, paused } from './harness.ts'
import { event, hash, ids, token, user } from './samples.ts'

const turn = () => new Promise(setImmediate)

export function locksContract(engine: Open, share: number): void {
  const open = opener(engine)

  describe('transactions of different locks', () => {
    it('run concurrently, and those of one lock in sequence', async () => {
      const { store } = await open()
      const steps: string[] = []
      const work = (lock: string, name: string) =>
        store.transaction(
          async () => {
            steps.push(`${name} begins`)
            await turn()
            steps.push(`${name} ends`)
          },
          { lock },
        )
      await Promise.all([work('a', 'a1'), work('a', 'a2'), work('b', 'b1')])
      expect(steps.indexOf('b1 begins')).toBeLessThan(steps.indexOf('a1 ends'))
      expect(steps.indexOf('a2 begins')).toBeGreaterThan(steps.indexOf('a1 ends'))
    })

    it('cannot see each other before they complete, by no lookup', async () => {
      const { store } = await open()
      await store.transaction(async tx => {
        await tx.tokens.insert(token('old'))
        await tx.tokens.insert(token('gone'))
      })
      const look = async (read: Reader) => [
        ids(await read.tokens.list('active', 'ada')),
        ids((await read.tokens.page('active', 'ada', { limit: 9 })).items),
        await read.tokens.count('active', 'ada'),
        (await read.tokens.get('old'))?.name,
        (await read.tokens.by('hash', token('new').hash))?.id,
        ids((await read.audit.page('user', 'ada', { limit: 9 })).items),
        (await read.audit.get('e'))?.id,
      ]
      const before = [['gone', 'old'], ['gone', 'old'], 2, 'name of old', undefined, [], undefined]
      const after = [['new', 'old'], ['new', 'old'], 2, 'changed', 'new', ['e'], 'e']
      await store.transaction(tx => tx.tokens.put(token('old', { name: 'name of old' })))
      let seenInside: unknown
      const { goOn, arrived, done } = paused(store, 'a', async tx => {
        await tx.tokens.put(token('old', { name: 'changed' }))
        await tx.tokens.insert(token('new'))
        await tx.tokens.remove('gone')
        await tx.audit.append(event('e'))
        seenInside = await look(tx)
      })
      await arrived
      expect(seenInside).toEqual(after)
      expect(await look(store.read)).toEqual(before)
      expect(await store.transaction(look, { lock: 'b' })).toEqual(before)
      goOn()
      await done
      expect(await look(store.read)).toEqual(after)
      expect(await store.transaction(look, { lock: 'b' })).toEqual(after)
    })

    it('that write the same record run in sequence, and none is lost', async () => {
      const { store } = await open()
      await store.transaction(tx => tx.users.insert(user('ada', { name: '' })))
      const add = (lock: string) =>
        store.transaction(
          async tx => {
            const found = await tx.users.get('ada')
            await turn()
            if (found !== undefined) await tx.users.put({ ...found, name: `${found.name}${lock}` })
            await turn()
          },
          { lock },
        )
      await Promise.all(['a', 'b', 'c', 'd'].map(add))
      expect(Array.from((await store.read.users.get('ada'))?.name ?? '').toSorted()).toEqual(['a', 'b', 'c', 'd'])
    })

    it('never overwrite a record that another completed since: they run again on it', async () => {
      const { store } = await open()
      await store.transaction(tx => tx.users.insert(user('ada', { name: '' })))
      let goOn: () => void = () => undefined
      const waiting = new Promise<void>(resolve => {
        goOn = resolve
      })
      let hasRead: () => void = () => undefined
      const read = new Promise<void>(resolve => {
        hasRead = resolve
      })
      let tries = 0
      const late = store.transaction(
        async tx => {
          tries += 1
          const found = await tx.users.get('ada')
          hasRead()
          await waiting
          if (found !== undefined) await tx.users.put({ ...found, name: `${found.name}, late` })
        },
        { lock: 'a' },
      )
      await read
      await store.transaction(tx => tx.users.put(user('ada', { name: 'early' })), { lock: 'b' })
      for (let n = 0; n < 20; n++) await turn()
      goOn()
      await late
      expect((await store.read.users.get('ada'))?.name).toBe('early, late')
      expect(tries).toBe(2)
    })

    it('have one owner of an ID or a unique key: the other is rejected', async () => {
      const { store } = await open()
      for (const [first, second] of [
        [user('a', { handle: 'same' }), user('b', { handle: 'same' })],
        [user('c', { handle: 'one' }), user('c', { handle: 'two' })],
      ] as const) {
        const { goOn, arrived, done } = paused(store, 'a', tx => tx.users.insert(first))
        await arrived
        const other = store.transaction(tx => tx.users.insert(second), { lock: 'b' })
        const both = Promise.allSettled([done, other])
        for (let n = 0; n < 5; n++) await turn()
        goOn()
        const [one, two] = await both
        const [owner, refused] = one.status === 'fulfilled' ? [first, two] : [second, one]
        expect([one.status, two.status].toSorted()).toEqual(['fulfilled', 'rejected'])
        expect(refused).toMatchObject({ reason: { code: 'already_exists' } })
        expect(await store.read.users.get(owner.id)).toEqual(owner)
        expect((await store.read.users.by('handle', owner.handle))?.id).toBe(owner.id)
      }
    })

    it('get a key that another transaction released by failing', async () => {
      const { store } = await open()
      let goOn: () => void = () => undefined
      const waiting = new Promise<void>(resolve => {
        goOn = resolve
      })
      const failed = store.transaction(
        async tx => {
          await tx.users.insert(user('a', { handle: 'same' }))
          await waiting
          throw new AppError('forbidden', 'no')
        },
        { lock: 'a' },
      )
      const refused = expect(failed).rejects.toBeInstanceOf(AppError)
      for (let n = 0; n < 5; n++) await turn()
      const other = store.transaction(tx => tx.users.insert(user('b', { handle: 'same' })), { lock: 'b' })
      for (let n = 0; n < 5; n++) await turn()
      goOn()
      await refused
      await other
      expect((await store.read.users.by('handle', 'same'))?.id).toBe('b')
    })

    it('that conflict run again, also when they swallow the error', async () => {
      const { store, isSteady } = await open()
      await store.transaction(tx => tx.users.insert(user('ada', { name: '' })))
      const tries: string[] = []
      const write = async (tx: Transaction, name: string): Promise<void> => {
        tries.push(name)
        await tx.users.put(user('ada', { name })).catch(() => undefined)
      }
      const { goOn, arrived, done } = paused(store, 'a', tx => write(tx, 'a'))
      await arrived
      const other = store.transaction(tx => write(tx, 'b'), { lock: 'b' })
      for (let n = 0; n < 5; n++) await turn()
      goOn()
      await Promise.all([done, other])
      // The one that ran again wrote last. An engine that looks at conflicts late may meet none.
      if (isSteady) expect(tries).toHaveLength(3)
      expect((await store.read.users.get('ada'))?.name).toBe(tries.at(-1))
    })

    it('append to a log in the order of completion', async () => {
      const { store, reopen } = await open()
      await store.transaction(tx => tx.audit.append(event('first')))
      const slow = paused(store, 'a', async tx => {
        for (const id of ['slow1', 'slow2', 'slow3']) await tx.audit.append(event(id))
        const page = await tx.audit.page('user', 'ada', { limit: 2 })
        expect(ids(page.items)).toEqual(['slow3', 'slow2'])
        const rest = await tx.audit.page('user', 'ada', { limit: 9, after: page.next })
        expect(ids(rest.items)).toEqual(['slow1', 'first'])
      })
      await slow.arrived
      await store.transaction(tx => tx.audit.append(event('quick')), { lock: 'b' })
      slow.goOn()
      await slow.done
      await store.transaction(tx => tx.audit.append(event('last')))
      const expected = ['last', 'slow3', 'slow2', 'slow1', 'quick', 'first']
      const first = await store.read.audit.page('user', 'ada', { limit: 3 })
      expect(ids(first.items)).toEqual(expected.slice(0, 3))
      const again = await reopen()
      const second = await again.read.audit.page('user', 'ada', { limit: 9, after: first.next })
      expect(ids(second.items)).toEqual(expected.slice(3))
    })
  })

  describe('any history of locks', () => {
    it('leaves indexes that agree with the records, and the same after a restart', async () => {
      const one = fc.record({
        lock: fc.constantFrom(undefined, 'a', 'b', 'c'),
        steps: fc.array(
          fc.record({
            do: fc.constantFrom('insert', 'put', 'remove', 'append', 'wait'),
            id: fc.constantFrom('a', 'b', 'c', 'd'),
            text: fc.constantFrom('1', '2', '3', '4', '5'),
            who: fc.constantFrom('ada', 'bob'),
          }),
          { maxLength: 8 },
        ),
        throws: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(one, { maxLength: 12 }), fc.boolean(), async (works, refuses) => {
          const { store, failFlushes, reopen, cleanup } = await open()
          const appended: string[] = []
          let number = 0
          const done = works.map(({ lock, steps, throws }) => {
            const own: string[] = []
            return store
              .transaction(
                async tx => {
                  own.length = 0
                  for (const { do: what, id, text, who } of steps) {
                    if (what === 'wait') await turn()
                    else if (what === 'remove') await tx.tokens.remove(id)
                    else if (what === 'append') {
                      const made = `e${(number += 1)}`
                      own.push(made)
                      await tx.audit.append(event(made, { user_id: who }))
                    } else {
                      await tx.tokens[what](token(id, { hash: hash(text), user_id: who })).catch((error: unknown) => {
                        if (!(error instanceof AppError)) throw error
                      })
                    }
                  }
                  if (throws) throw new AppError('forbidden', 'no')
                },
                { lock, user: String(number) },
              )
              .then(
                () => void appended.push(...own),
                () => undefined,
              )
          })
          if (refuses) {
            await turn()
            failFlushes(true)
            await turn()
            failFlushes(false)
          }
          await Promise.all(done)
          const seen = await agreeing(store.read)
          expect(seen.events.toSorted()).toEqual(appended.toSorted())
          expect(await store.transaction(agreeing)).toEqual(seen)
          expect(await agreeing((await reopen()).read)).toEqual(seen)
          await cleanup()
        }),
        { numRuns: Math.ceil(runs(60) * share) },
      )
    })
  })
}

/** What a reader sees; every lookup must agree. */
async function agreeing(read: Reader) {
  const found = await Promise.all(['a', 'b', 'c', 'd'].map(id => read.tokens.get(id)))
  const records = found.filter(record => record !== undefined)
  for (const text of ['1', '2', '3', '4', '5']) {
    const own = records.filter(record => record.hash === hash(text))
    expect(own.length).toBeLessThanOrEqual(1)
    expect(await read.tokens.by('hash', hash(text))).toEqual(own[0])
  }
  for (const who of ['ada', 'bob']) {
    const own = records.filter(record => record.user_id === who)
    expect(ids(await read.tokens.list('active', who)).toSorted()).toEqual(ids(own).toSorted())
    expect(await read.tokens.count('active', who)).toBe(own.length)
  }
  const events = await Promise.all(['ada', 'bob'].map(who => read.audit.page('user', who, { limit: 200 })))
  return { records, events: events.flatMap(({ items }) => ids(items)) }
}
