import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Transaction } from '../../../src/store/store.ts'
import { administer } from '../../postgres/databases.ts'
import { describeWith } from '../../require.ts'
import { atNight } from '../../runs.ts'
import { AT, event, stagedFile, token, user } from '../contract/samples.ts'
import { fleets, nth, settle } from './fleet.ts'

const ATTEMPTS = 50
/** Longer than a test, in milliseconds. */
const HOUR_MS = 3_600_000

/** Whether the attempts wait for their turn, or run beside each other. */
type Order = readonly [string, (n: number) => string | undefined]
const ORDERS: readonly Order[] = [
  ['in locks of their own', n => `lock-${n}`],
  ...atNight<Order>([['in one lock', () => undefined]]),
]

describeWith('postgres', 'fifty attempts of three processes', () => {
  const open = fleets()

  const attempt = (
    fleet: Awaited<ReturnType<typeof open>>,
    lockOf: (n: number) => string | undefined,
    work: (tx: Transaction, n: number) => Promise<void>,
    check?: (tx: Transaction) => Promise<void>,
  ) =>
    settle(
      Array.from({ length: ATTEMPTS }, (_, n) =>
        nth(fleet, n).transaction(tx => work(tx, n), { lock: lockOf(n), check }),
      ),
    )

  describe.each(ORDERS)('%s', (_, lockOf) => {
    it('redeem a one-time code once', async () => {
      const fleet = await open()
      const [store] = fleet.stores
      await store.transaction(tx => tx.tokens.insert(token('code')))
      const result = await attempt(fleet, lockOf, async (tx, n) => {
        const found = await tx.tokens.get('code')
        if (found === undefined || found.revoked_at !== null) throw new AppError('conflict', 'used')
        await tx.tokens.put({ ...found, revoked_at: AT })
        await tx.audit.append(event(`redeemed-${n}`))
      })
      expect(result).toEqual({ won: 1, codes: ['conflict'] })
      expect((await store.read.audit.page('user', 'ada', { limit: 10 })).items).toHaveLength(1)
    })

    it('rotate a refresh token once', async () => {
      const fleet = await open()
      const [store] = fleet.stores
      await store.transaction(tx => tx.tokens.insert(token('r0')))
      const result = await attempt(fleet, lockOf, async (tx, n) => {
        const found = await tx.tokens.by('hash', token('r0').hash)
        if (found?.revoked_at !== null) throw new AppError('conflict', 'used')
        await tx.tokens.put({ ...found, revoked_at: AT })
        await tx.tokens.insert(token(`r1-${n}`, { parent_id: 'r0' }))
      })
      expect(result).toEqual({ won: 1, codes: ['conflict'] })
      expect(await store.read.tokens.list('parent', 'r0')).toHaveLength(1)
    })

    it('give a handle to one user', async () => {
      const fleet = await open()
      const result = await attempt(fleet, lockOf, async (tx, n) => {
        await tx.users.insert(user(`u${n}`, { handle: 'same' }))
        await tx.audit.append(event(`named-${n}`))
      })
      expect(result).toEqual({ won: 1, codes: ['already_exists'] })
      expect((await fleet.stores[0].status()).counts).toMatchObject({ users: 1, audit: 1 })
    })

    it('change a record of one `rev` once', async () => {
      const fleet = await open()
      const [store] = fleet.stores
      await store.transaction(tx => tx.users.insert(user('ada', { name: '1' })))
      const result = await attempt(fleet, lockOf, async (tx, n) => {
        const found = await tx.users.get('ada')
        if (found?.name !== '1') throw new AppError('conflict', 'changed')
        await tx.users.put({ ...found, name: `2 by ${n}` })
      })
      expect(result).toEqual({ won: 1, codes: ['conflict'] })
      expect((await store.read.users.get('ada'))?.name).toMatch(/^2 by/)
    })

    it('lose no addition', async () => {
      const fleet = await open()
      const [store] = fleet.stores
      await store.transaction(tx => tx.users.insert(user('ada', { name: '0' })))
      const result = await attempt(fleet, lockOf, async tx => {
        const found = await tx.users.get('ada')
        if (found !== undefined) await tx.users.put({ ...found, name: String(Number(found.name) + 1) })
      })
      expect(result.codes.filter(code => code !== 'store_unavailable')).toEqual([])
      expect((await store.read.users.get('ada'))?.name).toBe(String(result.won))
    })

    it('keep to a quota that the last check sums up', async () => {
      const fleet = await open()
      const [store] = fleet.stores
      const result = await attempt(
        fleet,
        lockOf,
        (tx, n) => tx.staged_files.insert(stagedFile(`f${n}`, 10)),
        async tx => {
          if ((await tx.staged_files.sum('holder', 'ada', 'bytes')) > 100) throw new AppError('too_large', 'full')
        },
      )
      expect(result).toEqual({ won: 10, codes: ['too_large'] })
      expect(await store.read.staged_files.sum('holder', 'ada', 'bytes')).toBe(100)
    })
  })

  it('never overwrite what another process wrote since', async () => {
    const { stores } = await open()
    const [one, other] = stores
    await one.transaction(tx => tx.users.insert(user('ada', { name: '' })))
    let tries = 0
    await one.transaction(async tx => {
      const found = await tx.users.get('ada')
      tries += 1
      if (tries === 1) await other.transaction(inner => inner.users.put(user('ada', { name: 'early' })), { lock: 'b' })
      if (found !== undefined) await tx.users.put({ ...found, name: `${found.name}, late` })
    })
    expect((await other.read.users.get('ada'))?.name).toBe('early, late')
    expect(tries).toBe(2)
  })

  it('change shared values one after the other', async () => {
    const fleet = await open()
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        nth(fleet, n).shared.update('counters', ['a'], current => ({
          values: new Map([['a', Number(current.get('a') ?? 0) + 1]]),
          keepMs: 60_000,
          result: undefined,
        })),
      ),
    )
    expect(await fleet.stores[2].shared.get('counters', 'a')).toBe(60)
  })

  it('give a lease to one holder at a time, each with a higher fence', async () => {
    const fleet = await open()
    const take = async () =>
      (await Promise.all(Array.from({ length: 30 }, (_, n) => nth(fleet, n).shared.lease('work', HOUR_MS)))).filter(
        lease => lease !== undefined,
      )
    const [first, ...none] = await take()
    expect(none).toEqual([])
    expect(await take()).toEqual([])
    expect(await first?.renew(HOUR_MS)).toBe(true)
    expect(await take()).toEqual([])
    await passAnHour(fleet)
    const second = await take()
    expect(second).toHaveLength(1)
    expect(second[0]?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY)
    expect(await first?.renew(HOUR_MS)).toBe(false)
    await first?.release()
    expect(await take()).toEqual([])
    expect(await second[0]?.renew(HOUR_MS)).toBe(true)
    await second[0]?.release()
    const third = await take()
    expect(third).toHaveLength(1)
    expect(third[0]?.fence).toBeGreaterThan(second[0]?.fence ?? Number.POSITIVE_INFINITY)
  })

  /** Sets the leases to what they are when their time has passed; none lasts longer than an hour. */
  const passAnHour = async ({ database }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    const [row] = await administer(database.url, 1).query(
      "update dragoman.leases set expires_at = expires_at - interval '1 hour' where name = 'work' returning expires_at <= clock_timestamp() as ended",
    )
    expect(row).toEqual({ ended: true })
  }
})
