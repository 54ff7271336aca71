import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PostgresFill } from '../../../src/store/postgres/bulk/fill.ts'
import { DatabaseAccess } from '../../../src/store/postgres/bulk/hold.ts'
import { failureReason } from '../../../src/store/postgres/errors.ts'
import type { DumpBatch } from '../../../src/store/store.ts'
import type { Database } from '../../postgres/databases.ts'
import { openPostgres } from '../../postgres/server.ts'
import { storeDatabases } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import { ids, user } from '../contract/samples.ts'
import { type Fleet, fleets } from './fleet.ts'

const UNAVAILABLE = { code: 'store_unavailable', retryAfter: expect.any(Number) }

/** What holds a connection, and what it does after that was ended by an administrator. */
type Holder = (fleet: Fleet, end: () => Promise<unknown>) => Promise<unknown>

const HOLDERS: readonly (readonly [string, Holder])[] = [
  [
    'nobody: the pool, and the one that listens',
    async ({ stores }, end) => {
      const told: string[] = []
      for (const store of stores) store.watch(changes => told.push(...changes.map(({ id }) => id)))
      await end()
      await stores[0].transaction(tx => tx.users.insert(user('ada')))
      // By another connection that listens, or by looking.
      await expect.poll(() => told.filter(id => id === 'ada').length).toBe(3)
    },
  ],
  [
    'a transaction between two statements',
    async ({ store }, end) => {
      const failed = store.transaction(async tx => {
        await tx.users.list('all', '')
        await end()
        // Three at a time, of which the second and third find a connection that is known to be broken.
        await Promise.all(['a', 'b', 'c'].map(id => tx.users.list('all', id)))
      })
      await expect(failed).rejects.toMatchObject(UNAVAILABLE)
    },
  ],
  [
    'a transaction during a statement',
    async ({ store, database }, end) => {
      const other = new Client({ connectionString: database.url })
      other.on('error', () => undefined)
      await other.connect()
      await other.query('begin; lock table dragoman.users in access exclusive mode')
      const failed = expect(store.transaction(tx => tx.users.list('all', ''))).rejects.toMatchObject(UNAVAILABLE)
      await expect.poll(() => isWaiting(database)).toBe(true)
      await end()
      await failed
    },
  ],
  [
    'a change of shared values',
    async ({ store }, end) => {
      const lease = await store.shared.lease('work', 60_000)
      await end()
      expect(await store.shared.get('group', 'key')).toBeUndefined()
      expect(await lease?.renew(60_000)).toBe(true)
      await lease?.release()
    },
  ],
  [
    'a dump between two batches',
    async ({ store }, end) => {
      await store.transaction(tx => tx.users.insert(user('ada')))
      const dump = await store.dump()
      const batches = dump.batches()[Symbol.asyncIterator]()
      const { value } = (await batches.next()) as { value: DumpBatch }
      expect(ids(value.records as readonly { id: string }[])).toEqual(['ada'])
      await end()
      await expect(batches.next()).rejects.toMatchObject(UNAVAILABLE)
      dump.close()
    },
  ],
  [
    'a dump that is closed after that',
    async ({ store }, end) => {
      const dump = await store.dump()
      await end()
      dump.close()
    },
  ],
  [
    'a move that has stopped writes',
    async ({ store }, end) => {
      const departure = await store.depart('move')
      await departure.stopWrites()
      await end()
      await departure.renew()
      await departure.end()
    },
  ],
]

/** Whether a session waits for a lock of another one. */
async function isWaiting({ url }: Database): Promise<boolean> {
  const name = new URL(url).pathname.slice(1)
  const waiting = "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'"
  return (await (await openPostgres()).query(waiting, [name])).length > 0
}

describeWith('postgres', 'an administrator ends the connections of', () => {
  const open = fleets()

  // An error event or a rejection that nobody handles fails the run.
  it.each(HOLDERS)('%s: that fails alone, and the store works on', async (_, hold) => {
    const server = await openPostgres()
    const fleet = await open()
    await hold(fleet, () => server.terminateBackends(fleet.database.url))
    await fleet.stores[1].transaction(tx => tx.users.insert(user('last')))
    expect(await fleet.stores[2].read.users.get('last')).toEqual(user('last'))
  })
})

describeWith('postgres', 'an administrator ends the connection of a store that is not open, of', () => {
  const databases = storeDatabases()

  it('a copy into a database, and a look at it', async () => {
    const server = await openPostgres()
    const { url } = await databases.take()
    onTestFinished(() => databases.drop())
    const fill = await PostgresFill.begin({ url })
    await server.terminateBackends(url)
    await expect(fill.add({ table: 'users', records: [user('ada')] })).rejects.toThrow()
    await fill.abort()
    const access = new DatabaseAccess(url)
    expect(await access.counts()).toMatchObject({ users: 0 })
    await server.terminateBackends(url)
    expect(await access.counts()).toMatchObject({ users: 0 })
    await access.close()
  })
})

describe('a database whose place the system refuses', () => {
  it('says so: no socket, or no network', async () => {
    const access = new DatabaseAccess('postgres:///dragoman?host=/no/such/folder')
    await expect(access.counts()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'The database cannot be used: there is no socket at its path.',
    })
    await access.close()
    // As `RestrictAddressFamilies=AF_UNIX` of systemd does.
    const refused = Object.assign(new Error('connect EAFNOSUPPORT'), { code: 'EAFNOSUPPORT', syscall: 'connect' })
    expect(failureReason(refused)).toBe('the system lets this process use no network')
    expect(failureReason(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' }))).toBeUndefined()
  })
})
