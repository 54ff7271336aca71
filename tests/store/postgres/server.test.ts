import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import type { Transaction } from '../../../src/store/store.ts'
import { type OwnServer, startPostgres } from '../../postgres/server.ts'
import { createSmallTablespace, type SmallTablespace } from '../../postgres/small-tablespace.ts'
import { PATIENT } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { paused } from '../contract/harness.ts'
import { event, hash, token, user } from '../contract/samples.ts'
import { faultsIn } from './consistent.ts'
import { type Fleet, fleets } from './fleet.ts'
import { attempt, inspect, upTo } from './workload.ts'

const UNAVAILABLE = { code: 'store_unavailable', retryAfter: expect.any(Number) }
const ROUNDS = isNightly ? 10 : 1

/** Sends a write, and commits it much later. */
async function holdBack(tx: Transaction, id: string): Promise<void> {
  await tx.users.insert(user(id))
  await tx.users.list('all', '')
}

/** Resolves when a transaction of each store is acknowledged; the time since the call is that of the recovery. */
async function recover({ stores }: Fleet, name: string): Promise<number> {
  const began = performance.now()
  for (const [n, store] of stores.entries()) {
    const write = () => store.transaction(tx => tx.users.insert(user(`${name}-${n}`)), { lock: name })
    while (
      !(await write().then(
        () => true,
        error => expect(error).toMatchObject(UNAVAILABLE),
      ))
    )
      await sleep(20)
  }
  return performance.now() - began
}

let made: Promise<OwnServer> | undefined
/** One for all of them: to make one takes longer than most of these tests. */
const ownServer = (): Promise<OwnServer> => (made ??= startPostgres({ fsync: true }))
afterAll(async () => (await made)?.remove())

describeWith('postgres-programs', 'a server that fails', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await ownServer()
  })
  const open = fleets(async () => server)

  const faults: readonly (readonly [string, (fleet: Fleet) => Promise<unknown>])[] = [
    ['ends all sessions', ({ database }) => server.terminateBackends(database.url)],
    ['stops at once and starts again', async () => (await server.stop('immediate'), await server.restart())],
    ['is killed and starts again', async () => (await server.kill(), await server.restart())],
  ]
  it.each(faults)('%s in the middle of 200 transactions, and loses none that was acknowledged', async (name, fail) => {
    const fleet = await open({ limits: { connectMs: 2_000 } })
    const [store] = fleet.stores
    const lease = await store.shared.lease('work', 60_000)
    const acknowledged = new Set<number>()
    let [failures, longest] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      const held = paused(store, 'held', tx => holdBack(tx, `held-${round}`))
      await held.arrived
      const earlier = acknowledged.size
      const running = attempt(fleet, 200, round * 200, acknowledged)
      await expect.poll(() => acknowledged.size).toBeGreaterThan(earlier)
      await fail(fleet)
      held.goOn()
      await expect(held.done).rejects.toMatchObject(UNAVAILABLE)
      longest = Math.max(longest, await recover(fleet, `round-${round}`))
      const { failed } = await running
      for (const error of failed) expect(error).toMatchObject(UNAVAILABLE)
      failures += failed.length
      expect(await store.read.users.get(`held-${round}`)).toBeUndefined()
    }
    expect(await inspect(store, upTo(ROUNDS * 200), acknowledged)).toEqual([])
    // A crash empties the tables of leases; fences go on.
    const next =
      (await store.shared.lease('work', 60_000)) ?? (await lease?.release(), await store.shared.lease('work', 60_000))
    expect(next?.fence).toBeGreaterThan(lease?.fence ?? Number.POSITIVE_INFINITY)
    expect(await lease?.renew(60_000)).toBe(false)
    expect(await store.status()).toMatchObject({ writable: true })
    process.stdout.write(
      `${name}: ${acknowledged.size} acknowledged, ${failures} failed, works after ${Math.round(longest)} ms\n`,
    )
  })

  it('takes no writes for a while, as after a failover: they are refused, reads work', async () => {
    const fleet = await open()
    const { store, database } = fleet
    await store.transaction(tx => tx.users.insert(user('ada')))
    const name = new URL(database.url).pathname.slice(1)
    await server.query(`alter database "${name}" set default_transaction_read_only = on`)
    await server.terminateBackends(database.url)
    const write = () => store.transaction(tx => tx.users.insert(user('bob')))
    await expect(write()).rejects.toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining('read-only') })
    expect(await store.status()).toMatchObject({ writable: false, reason: 'the database is read-only' })
    expect(await store.read.users.get('ada')).toEqual(user('ada'))
    // The open connections stay read-only: the store has to replace them.
    await server.query(`alter database "${name}" set default_transaction_read_only = off`)
    await expect.poll(async () => (await store.status()).writable).toBe(true)
    await write()
  })
})

describeWith('postgres-programs', 'a disk that gets full', () => {
  describeWith('tmpfs', 'on a disk of its own', () => {
    let server: OwnServer
    let tablespace: SmallTablespace
    beforeAll(async () => {
      server = await ownServer()
      tablespace = await createSmallTablespace(server, 24 * 2 ** 20)
    })
    afterEach(() => tablespace.remove())

    it('refuses writes and says why, goes on reading, and writes again after space was freed', async () => {
      const database = await tablespace.createDatabase()
      const store = await openStore({ url: database.url, dataDir: '', limits: PATIENT })
      const fill = (from: number, to: number) =>
        store.transaction(async tx => {
          for (let n = from; n < to; n++) {
            await tx.tokens.insert(token(`t${n}`, { description: hash(`d${n}`).repeat(20) }))
            await tx.audit.append(event(`e${n}`))
          }
        })
      await fill(0, 50)
      tablespace.disk.fill()
      await expect(fill(50, 2_000)).rejects.toMatchObject({
        ...UNAVAILABLE,
        message: expect.stringContaining('the disk is full'),
      })
      expect(await store.status()).toMatchObject({ writable: false, reason: 'the disk is full' })
      expect(await store.read.tokens.count('active', 'ada')).toBe(50)
      tablespace.disk.free()
      // Nobody has to write for that: a process that is not ready gets no calls.
      expect(await store.status()).toMatchObject({ writable: true })
      await fill(50, 100)
      expect((await store.status()).counts).toMatchObject({ tokens: 100, audit: 100 })
      await store.close()
      expect(await faultsIn(database.url)).toEqual([])
    })
  })
})

describeWith('postgres-programs', 'a server with few connections', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await ownServer()
    await server.restart({ max_connections: '14', superuser_reserved_connections: '0' })
  })
  const open = fleets(async () => server)

  it('refuses some, and what it refuses is answered with 503 in bounded time', async () => {
    const fleet = await open({ connections: 6, limits: { connectMs: 1_000 } })
    const { acknowledged, failed } = await attempt(fleet, 60)
    for (const error of failed) expect(error).toMatchObject(UNAVAILABLE)
    expect(await inspect(fleet.stores[0], upTo(60), acknowledged)).toEqual([])
    await recover(fleet, 'again')
  })

  it('serves reads while slow transactions hold connections, and never waits for itself', async () => {
    const fleet = await open({ connections: 5 })
    const { store } = fleet
    const slow = Array.from({ length: 20 }, (_, n) =>
      store.transaction(
        async tx => {
          await tx.users.insert(user(`u${n}`))
          await tx.users.list('all', '')
          // A search uses another connection.
          await tx.memory_units.findText('source', ['pair'], 'text')
          await sleep(50)
        },
        { lock: `lock-${n}` },
      ),
    )
    const reads = Array.from({ length: 100 }, (_, n) => store.read.users.get(`u${n}`))
    const shared = Array.from({ length: 50 }, () =>
      store.shared.update('g', ['k'], now => ({
        values: new Map([['k', Number(now.get('k') ?? 0) + 1]]),
        keepMs: 60_000,
        result: 0,
      })),
    )
    // If some waited for each other, they would be refused.
    const [dump] = await Promise.all([store.dump(), ...slow, ...reads, ...shared])
    dump.close()
    await recover(fleet, 'again')
  })
})
