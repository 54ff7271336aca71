import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { PostgresFill } from '../../../src/store/postgres/bulk/fill.ts'
import { DatabaseAccess } from '../../../src/store/postgres/bulk/hold.ts'
import { MIGRATIONS, type Migration, migrate } from '../../../src/store/postgres/tables/migrations.ts'
import { LOCKS } from '../../../src/store/postgres/transaction/session.ts'
import type { Database } from '../../postgres/databases.ts'
import { openPostgres } from '../../postgres/server.ts'
import { PATIENT } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import { user } from '../contract/samples.ts'

describeWith('postgres', 'the tables of a database', () => {
  let database: Database
  let client: Client
  const all: Database[] = []
  beforeEach(async () => {
    database = await (await openPostgres()).createDatabase()
    all.push(database)
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  afterEach(() => client.end())
  afterAll(async () => {
    for (const one of all) await one.drop()
  })
  const open = () => openStore({ url: database.url, dataDir: '', limits: PATIENT })

  const next = (statement: string): readonly Migration[] => [
    ...MIGRATIONS,
    { layout: 2, readableBy: 1, statements: () => [statement] },
  ]
  const stored = async (): Promise<unknown> =>
    (await client.query('select layout, readable_by from dragoman.store')).rows[0]

  it('are created once by processes that start at the same time', async () => {
    const stores = await Promise.all([open(), open(), open()])
    await stores[0].transaction(tx => tx.users.insert(user('ada')))
    expect(await stores[2].read.users.get('ada')).toEqual(user('ada'))
    for (const store of stores) await store.close()
  })

  it('are found by a process that waited for another one to create them, however few they are', async () => {
    const few: readonly Migration[] = [{ layout: 1, readableBy: 1, statements: () => ['create table dragoman.few ()'] }]
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, 0)', [LOCKS.migration])
    const options = '-c default_transaction_isolation=serializable'
    const clients = [{}, { options }].map(manner => new Client({ connectionString: database.url, ...manner }))
    for (const one of clients) await one.connect()
    const creating = Promise.all(clients.map(one => migrate(one, true, few)))
    creating.catch(() => undefined)
    await expect.poll(() => countWaiting(client)).toBe(2)
    await client.query('commit')
    await creating
    for (const one of clients) await one.end()
    expect(await stored()).toEqual({ layout: 1, readable_by: 1 })
  })

  it('leave tables of another program alone, whatever would replace them', async () => {
    await client.query(
      'create schema dragoman; create table dragoman.wells (depth integer); insert into dragoman.wells values (7)',
    )
    const refusal = { code: 'bad_config', message: expect.stringContaining('wells') }
    await expect(open()).rejects.toMatchObject(refusal)
    await expect(PostgresFill.begin({ url: database.url })).rejects.toMatchObject(refusal)
    await expect(PostgresFill.begin({ url: database.url, keepAs: 'kept' })).rejects.toMatchObject(refusal)
    const access = new DatabaseAccess(database.url)
    await expect(access.assertUnused()).rejects.toMatchObject(refusal)
    await access.close()
    expect((await client.query('select depth from dragoman.wells')).rows).toEqual([{ depth: 7 }])
  })

  it('need no more than a schema that somebody created for them', async () => {
    await client.query('create schema dragoman')
    await (await open()).close()
    expect(await stored()).toMatchObject({ layout: 1 })
  })

  it('are not created in a database that lacks most characters', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_latin`
    const url = new URL(database.url)
    url.pathname = `/${name}`
    await client.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    try {
      const refusal = { code: 'bad_config', message: expect.stringContaining('LATIN1') }
      await expect(openStore({ url: url.href, dataDir: '' })).rejects.toMatchObject(refusal)
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  })

  it('wait for a copy that replaces them', async () => {
    const fill = await PostgresFill.begin({ url: database.url })
    const opening = open()
    await expect.poll(() => countWaiting(client)).toBe(1)
    await fill.finishCopy()
    await fill.commit()
    await (await opening).close()
  })

  it.each([
    ['layout', 'update dragoman.store set layout = 99, readable_by = 98'],
    ['shape', 'update dragoman.store set shape = 999'],
  ])('of a later %s are refused, with what to do', async (_, change) => {
    await (await open()).close()
    await client.query(change)
    await expect(open()).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(/later version of Dragoman wrote this store/),
      fix: expect.stringMatching(/Install that version/),
    })
  })

  it('are changed once while the version before goes on, and it starts again beside them', async () => {
    const before = await open()
    let n = 0
    const end = new AbortController()
    const writing = (async () => {
      while (!end.signal.aborted) await before.transaction(tx => tx.users.insert(user(`u${++n}`)))
    })()
    const clients = [1, 2, 3].map(() => new Client({ connectionString: database.url }))
    for (const one of clients) await one.connect()
    const migrations = next('alter table dragoman.users add column extra text')
    // A second time it would fail: the column exists.
    await Promise.all(clients.map(one => migrate(one, true, migrations)))
    for (const one of clients) await one.end()
    const done = n
    await expect.poll(() => n).toBeGreaterThan(done + 3)
    end.abort()
    await writing
    expect(await stored()).toEqual({ layout: 2, readable_by: 1 })
    const again = await open()
    expect((await again.status()).counts).toMatchObject({ users: n })
    await again.close()
    await before.close()
    expect(await stored()).toEqual({ layout: 2, readable_by: 1 })
  })

  it('stay as they were when a change fails', async () => {
    await (await open()).close()
    const failing = next('alter table dragoman.users add column extra text; select 1 / 0')
    await expect(migrate(client, true, failing)).rejects.toThrow('division by zero')
    expect(await stored()).toEqual({ layout: 1, readable_by: 1 })
    expect((await client.query("select from pg_attribute where attname = 'extra'")).rowCount).toBe(0)
    await (await open()).close()
  })
})

/** How many sessions of this database wait for a lock. */
const countWaiting = async (client: Client): Promise<number> =>
  (await client.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
    .rows.length
