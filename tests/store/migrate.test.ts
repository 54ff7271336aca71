import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/package-root.ts'
import { durableFiles } from '../../src/store/embedded/disk/durable-files.ts'
import { openLowdb } from '../../src/store/embedded/engine.ts'
import type { Migration } from '../../src/store/records/migrations/migration.ts'
import { findUpgrade } from '../../src/store/records/migrations/upgrade.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { at, event, ids, token, user } from './contract/samples.ts'
import { diskFull, FaultyFiles } from './faulty-files.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await temporaryFolder()
})

const open = (shape: number, migrations: readonly Migration[] = [], files = durableFiles) =>
  openLowdb({
    folder: join(dataDir, 'store'),
    files,
    journalBytes: 600,
    longTransaction: 1,
    shape,
    version: VERSION,
    migrations,
    beforeMigration: async () => undefined,
    report: () => undefined,
  })

const louder: Migration = {
  from: 1,
  tables: () => ({ users: record => ({ ...record, name: `${String(record['name'])}!` }) }),
}
const without: Migration = {
  from: 2,
  tables: () => ({
    tokens: record => (record['revoked_at'] === null ? record : undefined),
    audit: record => ({ ...record, target: String(record['target']).toUpperCase() }),
  }),
}

/** A store of the first shape, with records in its snapshot, its journal, its log segments and both places of a log. */
async function oldStore(): Promise<void> {
  const store = await open(1)
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await store.transaction(async tx => {
      await tx.users.insert(user(`u${n}`))
      await tx.tokens.insert(token(`t${n}`, n % 2 === 0 ? { revoked_at: '2026-01-01T00:00:00.000Z' } : {}))
      await tx.audit.append(event(`e${n}`))
    })
  }
  await store.transaction(tx => tx.users.remove('u6'))
  await store.close()
}

describe('a store of an earlier shape version', () => {
  it('is migrated step by step', async () => {
    await oldStore()
    const store = await open(3, [louder, without])
    expect((await store.read.users.get('u1'))?.name).toBe('u1!')
    expect(await store.read.users.get('u6')).toBeUndefined()
    expect(ids(await store.read.tokens.list('active', 'ada'))).toEqual(['t1', 't3', 't5'])
    expect(await store.read.tokens.get('t2')).toBeUndefined()
    const events = (await store.read.audit.page('user', 'ada', { limit: 10 })).items
    expect(events.map(({ id, target }) => `${id} ${target}`)).toEqual([6, 5, 4, 3, 2, 1].map(n => `e${n} ADA`))
    await store.transaction(tx => tx.users.insert(user('new')))
    await store.close()
    const again = await open(3, [louder, without])
    expect((await again.read.users.get('u1'))?.name).toBe('u1!')
    expect((await again.status()).counts).toMatchObject({ users: 6, tokens: 3, audit: 6 })
    await again.close()
  })

  it('is migrated with the records of logs after those of collections, so that they can depend on them', async () => {
    await oldStore()
    const order: string[] = []
    const note = (table: string) => (record: object) => {
      order.push(table)
      return record
    }
    await (await open(2, [{ from: 1, tables: () => ({ users: note('users'), audit: note('audit') }) }])).close()
    expect(order.lastIndexOf('users')).toBeGreaterThan(0)
    expect(order.indexOf('audit')).toBeGreaterThan(order.lastIndexOf('users'))
  })

  it('keeps the log positions, also of a trimmed log, so that open listings continue', async () => {
    await oldStore()
    const old = await open(1)
    await old.transaction(async tx => {
      for (const n of [7, 8, 9]) await tx.audit.append(event(`e${n}`, { at: at(n) }))
    })
    const { next } = await old.read.audit.page('user', 'ada', { limit: 1 })
    expect(await old.trim('audit', at(1))).toBeGreaterThan(0)
    const rest = ids((await old.read.audit.page('user', 'ada', { limit: 10, after: next })).items)
    expect(rest.slice(0, 2)).toEqual(['e8', 'e7'])
    await old.close()
    const store = await open(2, [louder])
    expect(ids((await store.read.audit.page('user', 'ada', { limit: 10, after: next })).items)).toEqual(rest)
    await store.close()
  })

  it('stays complete when its migration is interrupted, and is migrated at the next start', async () => {
    await oldStore()
    let steps = 0
    for (let failAt = 1; ; failAt++) {
      const files = new FaultyFiles()
      steps = 0
      files.fault = () => {
        if (++steps === failAt) throw diskFull()
      }
      const store = await open(2, [louder], files).catch(() => undefined)
      if (store !== undefined) {
        expect(failAt).toBeGreaterThan(8)
        expect((await store.read.users.get('u1'))?.name).toBe('u1!')
        await store.close()
        return
      }
      const manifest = (await durableFiles.read(join(dataDir, 'store', 'manifest.json')))?.toString() ?? ''
      if (manifest.includes('"shape": 2')) {
        const done = await open(2, [louder])
        expect((await done.read.users.get('u1'))?.name).toBe('u1!')
        expect((await done.status()).counts).toMatchObject({ users: 5, tokens: 6, audit: 6 })
        await done.close()
        return
      }
      const old = await open(1)
      expect((await old.status()).counts).toMatchObject({ users: 5, tokens: 6, audit: 6 })
      await old.close()
    }
  })

  it('is rejected unchanged when a migrated record is invalid', async () => {
    await oldStore()
    const wrong: Migration = { from: 1, tables: () => ({ users: record => ({ ...record, operator: 'no' }) }) }
    await expect(open(2, [wrong])).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(/migrating record "u1" of users failed.*operator/),
    })
    const old = await open(1)
    expect((await old.status()).counts).toMatchObject({ users: 5 })
    await old.close()
  })
})

describe('an upgrade of records', () => {
  it('runs one step for each version between', () => {
    const record = { id: 'u', name: 'Ada' }
    expect(findUpgrade(1, 1, [])?.('users', record)).toBe(record)
    expect(findUpgrade(1, 3, [louder, without])?.('users', record)).toEqual({ id: 'u', name: 'Ada!' })
    expect(findUpgrade(2, 3, [louder, without])?.('users', record)).toBe(record)
    expect(findUpgrade(3, 1, [louder, without])).toBeUndefined()
    expect(findUpgrade(1, 3, [louder])).toBeUndefined()
  })
})
