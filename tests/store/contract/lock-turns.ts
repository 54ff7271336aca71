import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Reader } from '../../../src/store/store.ts'
import { type Open, opener } from './harness.ts'
import { AT, user as person, stagedFile, token } from './samples.ts'

const turn = () => new Promise(setImmediate)

/** The checks of a transaction at its end, and the order of waiting ones. */
export function lockTurnsContract(engine: Open): void {
  const open = opener(engine)

  describe('the final check of a transaction', () => {
    it('can reject it, and nothing is written', async () => {
      const { store } = await open()
      const check = async (): Promise<void> => {
        throw new AppError('forbidden', 'no more')
      }
      const refused = store.transaction(tx => tx.users.insert(person('ada')), { lock: 'a', check })
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
      expect(await store.read.users.get('ada')).toBeUndefined()
      await store.transaction(tx => tx.users.insert(person('ada')), { lock: 'a' })
    })

    it('sees its writes and all completed ones, and what it read cannot change before the transaction completes', async () => {
      const { store } = await open()
      await store.transaction(tx => tx.tokens.insert(token('right')))
      const order: string[] = []
      let begin: () => void = () => undefined
      const begun = new Promise<void>(resolve => {
        begin = resolve
      })
      const work = store.transaction(tx => tx.users.insert(person('ada')), {
        lock: 'a',
        check: async tx => {
          expect((await tx.users.get('ada'))?.id).toBe('ada')
          expect((await tx.tokens.get('right'))?.revoked_at).toBeNull()
          begin()
          for (let n = 0; n < 10; n++) await turn()
          expect((await tx.tokens.list('active', 'ada')).map(({ id }) => id)).toEqual(['right'])
          order.push('checked')
        },
      })
      await begun
      const revoke = store
        .transaction(tx => tx.tokens.put(token('right', { revoked_at: AT })), { lock: 'b' })
        // Answers of two connections come in any order: what is stored by now tells which was first.
        .then(() => store.read.users.get('ada'))
        .then(ada => order.push(ada === undefined ? 'revoked before' : 'revoked after'))
      await Promise.all([work, revoke])
      expect(order).toEqual(['checked', 'revoked after'])
      expect((await store.read.tokens.get('right'))?.revoked_at).toBe(AT)
    })

    it('counts what others complete before it, so that a limit holds over all locks', async () => {
      const { store } = await open()
      const take = (n: number) =>
        store.transaction(tx => tx.staged_files.insert(stagedFile(`s${n}`, 1)), {
          lock: `lock ${n}`,
          check: async tx => {
            if ((await tx.staged_files.sum('project', 'app', 'bytes')) > 3) throw new AppError('quota_exceeded', 'full')
          },
        })
      const results = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => take(n)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await store.read.staged_files.sum('project', 'app', 'bytes')).toBe(3)
    })

    it('sees a permission that ended meanwhile', async () => {
      const { store } = await open()
      await store.transaction(tx => tx.tokens.insert(token('right')))
      const may = async (tx: Reader): Promise<void> => {
        if ((await tx.tokens.get('right'))?.revoked_at !== null) throw new AppError('forbidden', 'revoked')
      }
      let goOn: () => void = () => undefined
      const waiting = new Promise<void>(resolve => {
        goOn = resolve
      })
      const work = store.transaction(
        async tx => {
          await may(tx)
          await tx.users.insert(person('ada'))
          await waiting
        },
        { lock: 'a', check: may },
      )
      const refused = expect(work).rejects.toMatchObject({ code: 'forbidden' })
      await turn()
      await store.transaction(tx => tx.tokens.put(token('right', { revoked_at: AT })))
      goOn()
      await refused
      expect(await store.read.users.get('ada')).toBeUndefined()
    })
  })

  describe('a waiting transaction', () => {
    it('gets its turn by user, and urgent ones go first', async () => {
      const { store } = await open()
      for (const lock of [undefined, 'a']) {
        const order: string[] = []
        const ask = (user: string, urgent = false) =>
          store.transaction(async () => void order.push(urgent ? `${user}!` : user), { lock, user, urgent })
        const holding = store.transaction(turn, { lock, user: 'x' })
        await Promise.all([
          holding,
          ...['ada', 'ada', 'ada', 'bob', 'bob', 'eve'].map(name => ask(name)),
          ask('zoe', true),
        ])
        expect(order).toEqual(['zoe!', 'ada', 'bob', 'eve', 'ada', 'bob', 'ada'])
      }
    })

    it('is not blocked by long transactions of one user, of which only two run at once', async () => {
      const { store } = await open()
      const begun: string[] = []
      let goOn: () => void = () => undefined
      const waiting = new Promise<void>(resolve => {
        goOn = resolve
      })
      const long = (lock: string) =>
        store.transaction(
          async () => {
            begun.push(lock)
            await waiting
          },
          { lock, user: 'ada' },
        )
      const work = [long('a'), long('b'), long('c'), long('shared'), long('shared')]
      // In his own lock, and in one in which ada waits for her turn.
      for (const lock of ['bob', 'shared']) {
        await store.transaction(async () => void begun.push(`bob in ${lock}`), { lock, user: 'bob' })
      }
      await store.transaction(async () => void begun.push('revoked'), { lock: 'd', user: 'ada', urgent: true })
      expect(begun).toEqual(['a', 'b', 'bob in bob', 'bob in shared', 'revoked'])
      goOn()
      await Promise.all(work)
      expect(begun.slice(5).toSorted()).toEqual(['c', 'shared', 'shared'])
    })

    it('is not blocked by other locks, because one user cannot occupy them all', async () => {
      const { store } = await open()
      const order: string[] = []
      const locks = Array.from({ length: 20 }, (_, lock) =>
        store.transaction(
          async () => {
            order.push('ada')
            for (let n = 0; n < 3; n++) await turn()
          },
          { lock: `ada${lock}`, user: 'ada' },
        ),
      )
      const bob = store.transaction(async () => void order.push('bob'), { lock: 'bob', user: 'bob' })
      const main = store.transaction(async () => void order.push('main'))
      await Promise.all([...locks, bob, main])
      expect(order.indexOf('main')).toBeLessThan(9)
      expect(order.indexOf('bob')).toBeLessThan(11)
    })
  })
}
