import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { undoMove } from '../../src/store/closed-store.ts'
import { arriveInFolder } from '../../src/store/embedded/store-import.ts'
import { collectionDefinitions } from '../../src/store/engine/definitions.ts'
import { checksumDump } from '../../src/store/move/checksum.ts'
import { finishMove, type MoveContext, type MoveRequest, runMove } from '../../src/store/move/run.ts'
import { fillStore, openStore, placeOf } from '../../src/store/open.ts'
import { arriveInDatabase } from '../../src/store/postgres/bulk/store-import.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../harness/folder.ts'
import type { Database } from '../postgres/databases.ts'
import { type PgBouncer, startPgBouncer } from '../postgres/pgbouncer.ts'
import { openPostgres } from '../postgres/server.ts'
import { storeDatabases } from '../postgres/stores.ts'
import { describeWith } from '../require.ts'
import { dumpOf, everyTable, ODD_TEXTS } from './archive-samples.ts'
import { event, token, user } from './contract/samples.ts'
import { moveContext, writeSome } from './moving.ts'

const databases = storeDatabases()
afterAll(() => databases.drop())

let folder: string
let database: Database
const opened: Store[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const embedded = () => ({ url: 'lowdb:', dataDir: folder })
const inDatabase = () => ({ url: database.url, dataDir: folder })

async function open(place: { url: string; dataDir: string }): Promise<Store> {
  const store = await openStore(place)
  opened.push(store)
  return store
}

async function close(store: Store): Promise<void> {
  opened.splice(opened.indexOf(store), 1)
  await store.close()
}

const toDatabase = (more: Partial<MoveRequest> = {}): MoveRequest => ({
  to: database.url,
  replace: false,
  dry_run: false,
  ...more,
})
const toFolder = (more: Partial<MoveRequest> = {}): MoveRequest => ({
  to: 'lowdb:',
  replace: false,
  dry_run: false,
  ...more,
})

const context = (sourceUrl: string, more: Partial<MoveContext> = {}): MoveContext =>
  moveContext(folder, sourceUrl, more)

/** Checks that each index counts the records that it lists. */
async function expectTotals(store: Store): Promise<void> {
  const read = store.read as unknown as Readonly<Record<string, AnyCollection>>
  const dump = await store.dump()
  const records: StoredRecords = []
  for await (const batch of dump.batches())
    records.push(...batch.records.map(record => ({ table: batch.table, record })))
  dump.close()
  for (const [table, { index }] of Object.entries(collectionDefinitions)) {
    const own = records.filter(one => one.table === table)
    for (const [name, keysOf] of Object.entries(index)) {
      const keys = new Set(own.flatMap(({ record }) => keysOf(record) ?? []))
      for (const key of keys) {
        const listed = (await read[table]?.list(name, key))?.length
        expect([table, name, await read[table]?.count(name, key)]).toEqual([table, name, listed])
      }
    }
  }
}

type StoredRecords = { readonly table: string; readonly record: { readonly id: string } }[]

interface AnyCollection {
  list(index: string, key: string): Promise<readonly unknown[]>
  count(index: string, key: string): Promise<number>
}

/** Runs `work` once, when a move has copied everything. */
const afterCopy = (work: () => Promise<unknown>, phase = 'verifying'): Partial<MoveContext> => {
  let done: Promise<unknown> | undefined
  return {
    progress: now => {
      if (now === phase) done ??= work()
    },
  }
}

describeWith('postgres', 'a move', () => {
  beforeEach(async () => {
    database = await databases.take()
  })

  /** A data folder with records of all tables and odd texts. */
  async function fillFolder(): Promise<Store> {
    await fillStore(embedded(), (await dumpOf(everyTable(ODD_TEXTS.join(' '))).dump()).batches())
    return open(embedded())
  }

  it('takes every record to a database and back, with equal checksums', async () => {
    const source = await fillFolder()
    const before = await checksumDump(await source.dump())
    const there = await runMove(source, toDatabase(), context('lowdb:'))
    expect(there.checksums).toEqual(before)
    expect((await source.status()).writable).toBe(false)
    await expect(openStore(embedded())).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('has moved to postgres://'),
    })

    const store = await open(inDatabase())
    expect(await checksumDump(await store.dump())).toEqual(before)
    expect((await store.status()).counts).toMatchObject((await source.status()).counts)
    const more = event('later', { at: '2027-01-01T00:00:00.000Z' })
    await store.transaction(async tx => {
      await tx.audit.append(more)
      await tx.users.insert(user('cleo'))
    })
    await close(source)
    const back = await runMove(store, toFolder({ replace: true }), context(database.url))
    expect(back.replaced_records).toBeGreaterThan(40)
    await close(store)
    const again = await open(embedded())
    expect(await checksumDump(await again.dump())).toEqual(back.checksums)
    expect(await again.read.users.get('cleo')).toBeDefined()
    await expect(openStore(inDatabase())).rejects.toMatchObject({ code: 'bad_config' })
  })

  it('catches up with what changes meanwhile, and refuses writes only at the end', async () => {
    const source = await fillFolder()
    const write = async (): Promise<void> => {
      await source.transaction(async tx => {
        for (let n = 0; n < 300; n++) await tx.tokens.insert(token(`new-${n}`))
        await tx.audit.append(event('new', { at: '2027-01-01T00:00:00.000Z' }))
        await tx.users.put({ ...user('bob'), name: 'Robert' })
        await tx.tokens.remove('t2')
      })
    }
    const report = await runMove(source, toDatabase(), context('lowdb:', afterCopy(write, 'copying')))
    expect(report.rounds?.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(303)
    await expect(source.transaction(tx => tx.tokens.remove('t1'))).rejects.toMatchObject({
      code: 'store_unavailable',
      retryAfter: 30,
    })
    await source.transaction(async tx => tx.users.get('ada'))
    expect(await source.status()).toMatchObject({ writable: false, reason: 'the store has moved' })
    const store = await open(inDatabase())
    expect(await store.read.users.get('bob')).toMatchObject({ name: 'Robert' })
    expect(await store.read.tokens.get('t2')).toBeUndefined()
    expect(await store.read.audit.get('new')).toBeDefined()
    await expectTotals(store)
  })

  it('has every write that was answered while it moved', async () => {
    const source = await open(embedded())
    const answered: string[] = []
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; ; n++) {
        const id = `writer${writer}-${n}`
        await source.transaction(tx => tx.users.insert(user(id)))
        answered.push(id)
        await sleep(5)
      }
    }
    const writing = Promise.allSettled([0, 1, 2, 3].map(write))
    await runMove(source, toDatabase(), context('lowdb:'))
    for (const one of await writing) expect(one).toMatchObject({ reason: { code: 'store_unavailable' } })
    const store = await open(inDatabase())
    const dump = await store.dump()
    const found: string[] = []
    for await (const { records } of dump.batches()) found.push(...records.map(({ id }) => id))
    dump.close()
    expect(found.sort()).toEqual(answered.sort())
  })

  it('goes from a database to another one, but not to itself under another name', async () => {
    const source = await open(inDatabase())
    await writeSome(source)
    const itself = new URL(database.url)
    itself.host = `localhost:${itself.port || 5432}`
    const same = toDatabase({ to: itself.href, replace: true })
    await expect(runMove(source, same, context(database.url))).rejects.toMatchObject({ code: 'folder_held' })
    const other = await databases.take()
    const report = await runMove(source, toDatabase({ to: other.url }), context(database.url))
    const store = await open({ ...inDatabase(), url: other.url })
    expect(await checksumDump(await store.dump())).toEqual(report.checksums)
    expect(await checksumDump(await source.dump())).toEqual(report.checksums)
    await expect(openStore(inDatabase())).rejects.toMatchObject({ message: expect.stringContaining('has moved to') })
  })

  it('stops the writes of other processes of a database', async () => {
    const [source, other] = [await open(inDatabase()), await open(inDatabase())]
    await source.transaction(async tx => tx.users.insert(user('ada')))
    const refused: unknown[] = []
    const stop = new AbortController()
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted || refused.length === 0; n++)
        await other.transaction(tx => tx.users.insert(user(`u${n}`))).catch((error: unknown) => refused.push(error))
    })()
    const report = await runMove(source, toFolder(), context(database.url))
    stop.abort()
    await writing
    expect(refused[0]).toMatchObject({ code: 'store_unavailable' })
    expect(await other.status()).toMatchObject({ writable: false, reason: 'the store has moved' })
    const store = await open(embedded())
    expect(await checksumDump(await store.dump())).toEqual(report.checksums)
    expect(await checksumDump(await other.dump())).toEqual(report.checksums)
    expect(await undoMove(inDatabase())).toBe(true)
    await other.transaction(tx => tx.users.insert(user('after')))
  })

  it('leaves both stores as they were when it is stopped, and starts over', async () => {
    const source = await fillFolder()
    for (const phase of ['copying', 'verifying']) {
      const stop = new AbortController()
      const stopping = { signal: stop.signal, ...afterCopy(async () => stop.abort(), phase) }
      await expect(runMove(source, toDatabase(), context('lowdb:', stopping))).rejects.toThrow()
      await source.transaction(tx => tx.users.put(user('bob', { name: phase })))
      const target = await openStore(inDatabase())
      expect(Object.values((await target.status()).counts).some(count => count > 0)).toBe(false)
      await target.close()
    }
    await runMove(source, toDatabase(), context('lowdb:'))
  })

  it('goes on with writes when the process of a move is gone', async () => {
    const source = await open(inDatabase())
    const departure = await source.depart('m1')
    await departure.stopWrites()
    await expect(source.transaction(tx => tx.users.insert(user('ada')))).rejects.toMatchObject({ retryAfter: 5 })
    await expect(source.depart('m2')).rejects.toMatchObject({ code: 'conflict' })
    await departure.end()
    await source.transaction(tx => tx.users.insert(user('ada')))
    await expect(departure.renew()).rejects.toMatchObject({ code: 'conflict' })
    await expect(departure.complete({ id: 'm1', to: 'x', at: '' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('refuses a target with records, or one that others use', async () => {
    const source = await fillFolder()
    const used = await open(inDatabase())
    await expect(runMove(source, toDatabase(), context('lowdb:'))).rejects.toMatchObject({ code: 'folder_held' })
    await used.transaction(tx => tx.users.insert(user('eve')))
    await close(used)
    await expect(runMove(source, toDatabase(), context('lowdb:'))).rejects.toMatchObject({ code: 'already_exists' })
    expect(await runMove(source, toDatabase({ dry_run: true }), context('lowdb:'))).toMatchObject({
      refusal: { code: 'already_exists' },
      replaced_records: 1,
    })
    const report = await runMove(source, toDatabase({ replace: true }), context('lowdb:'))
    expect((await readFile(report.replaced_saved_to ?? '')).length).toBeGreaterThan(0)
  })

  it('finishes at the last step after a kill, in both directions', async () => {
    const source = await fillFolder()
    const target = arriveInDatabase(database.url, new AbortController().signal)
    await target.copy((await dumpOf(everyTable('ordinary')).dump()).batches())
    await target.commit('m1')
    await expect(openStore(inDatabase())).rejects.toMatchObject({ code: 'bad_config' })
    const departure = await source.depart('m1')
    const to = `postgres://${new URL(database.url).host}${new URL(database.url).pathname}`
    await departure.complete({ id: 'm1', to, at: '2027-03-01T10:00:00Z' })
    await close(source)
    expect(await finishMove(toDatabase(), context('lowdb:'))).toMatchObject({ finished: true })
    await expect(finishMove(toDatabase(), context('lowdb:'))).rejects.toMatchObject({ code: 'bad_config' })

    const store = await open(inDatabase())
    const home = arriveInFolder(placeOf(embedded()))
    await home.copy((await dumpOf(everyTable('ordinary')).dump()).batches())
    await home.commit('m2')
    const leaving = await store.depart('m2')
    await leaving.stopWrites()
    await leaving.complete({ id: 'm2', to: folder, at: '2027-03-01T10:00:00Z' })
    await close(store)
    expect(await finishMove(toFolder(), context(database.url))).toMatchObject({ finished: true })
    await open(embedded())
  })

  it('keeps cursors of logs usable in the database, and refuses those of a database in a folder', async () => {
    const source = await open(embedded())
    await source.transaction(async tx => {
      for (let n = 0; n < 5; n++) await tx.audit.append(event(`e${n}`))
    })
    const page = await source.read.audit.page('all', '', { limit: 2 })
    await runMove(source, toDatabase(), context('lowdb:'))
    await close(source)
    const store = await open(inDatabase())
    const next = await store.read.audit.page('all', '', { limit: 2, after: page.next })
    expect(next.items.map(({ id }) => id)).toEqual(['e2', 'e1'])
    await runMove(store, toFolder({ replace: true }), context(database.url))
    const again = await open(embedded())
    await expect(again.read.audit.page('all', '', { limit: 2, after: next.next })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describeWith('pgbouncer', 'a move through PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer
  beforeEach(async () => {
    database = await databases.take()
    // Both stores share these sessions.
    bouncer = await startPgBouncer((await openPostgres()).url, { poolSize: 3 })
  })
  afterEach(() => bouncer.remove())

  it('goes there and back, with equal checksums', async () => {
    const pooled = { ...inDatabase(), url: bouncer.through(database.url) }
    const source = await open(embedded())
    await writeSome(source)
    const write = async (): Promise<void> => {
      await source.transaction(async tx => {
        for (let n = 0; n < 300; n++) await tx.tokens.insert(token(`new-${n}`))
      })
    }
    const there = await runMove(source, toDatabase({ to: pooled.url }), context('lowdb:', afterCopy(write, 'copying')))
    await close(source)
    const store = await open(pooled)
    expect(await checksumDump(await store.dump())).toEqual(there.checksums)
    const back = await runMove(store, toFolder({ replace: true }), context(pooled.url))
    expect(back.checksums).toEqual(there.checksums)
    await close(store)
    await expect(openStore(inDatabase())).rejects.toMatchObject({ code: 'bad_config' })
    expect(await checksumDump(await (await open(embedded())).dump())).toEqual(back.checksums)
  })
})
