import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { type PgBouncer, startPgBouncer } from '../../postgres/pgbouncer.ts'
import { openPostgres } from '../../postgres/server.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { failuresContract } from '../contract/failures.ts'
import { lockTurnsContract } from '../contract/lock-turns.ts'
import { user } from '../contract/samples.ts'
import { transactionsContract } from '../contract/transactions.ts'
import { fleets, nth, settle } from './fleet.ts'
import { databaseOpening } from './opening.ts'
import { attempt, inspect, upTo } from './workload.ts'

describeWith('pgbouncer', 'the PostgreSQL engine behind PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer
  beforeAll(async () => {
    // Fewer sessions than the stores have connections.
    bouncer = await startPgBouncer((await openPostgres()).url, { poolSize: 5 })
  })
  afterAll(() => bouncer.remove())
  const through = (url: string): string => bouncer.through(url)
  const opening = databaseOpening({ through })
  // What a pooler can change is who has a connection: by day, in the turns of locks and after failures.
  if (isNightly) transactionsContract(opening)
  failuresContract(opening)
  lockTurnsContract(opening)

  const open = fleets(openPostgres, { through })
  afterEach(() => void vi.useRealTimers())

  it('writes each transaction of three processes once', async () => {
    const fleet = await open()
    const { acknowledged, failed } = await attempt(fleet, 60)
    expect(failed).toEqual([])
    expect(await inspect(fleet.stores[0], upTo(60), acknowledged)).toEqual([])
  })

  it('has one winner of a handle, and changes shared values one after the other', async () => {
    const fleet = await open()
    const take = (store: Store, n: number) =>
      store.transaction(tx => tx.users.insert(user(`u${n}`, { handle: 'same' })), { lock: `lock-${n}` })
    const named = await settle(Array.from({ length: 30 }, (_, n) => take(nth(fleet, n), n)))
    expect(named).toEqual({ won: 1, codes: ['already_exists'] })
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        nth(fleet, n).shared.update('counters', ['a'], now => ({
          values: new Map([['a', Number(now.get('a') ?? 0) + 1]]),
          keepMs: 60_000,
          result: undefined,
        })),
      ),
    )
    expect(await fleet.stores[1].shared.get('counters', 'a')).toBe(30)
    expect(
      await settle(
        Array.from({ length: 9 }, async (_, n) => {
          if ((await nth(fleet, n).shared.lease('work', 60_000)) === undefined) throw new Error('taken')
        }),
      ),
    ).toMatchObject({ won: 1 })
  })

  // A session that listens gets no notification there.
  it('tells each process of the changes of the others within a second', async () => {
    // The clock of the stores stands still but for this second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { stores } = await open({ through })
    const told: string[] = []
    stores[1].watch(changes => told.push(...changes.map(({ id }) => id)))
    for (let n = 0; n < 10; n++) await stores[0].transaction(tx => tx.users.insert(user(`u${n}`)))
    vi.advanceTimersByTime(1_000)
    await expect.poll(() => told, { timeout: 60_000 }).toEqual(Array.from({ length: 10 }, (_, n) => `u${n}`))
  })
})
