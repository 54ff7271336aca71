import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openStore, type StoreUpgrade } from '../../../src/store/open.ts'
import type { DatabaseUpgrade } from '../../../src/store/postgres/bulk/upgrade.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import { SHAPE_VERSION } from '../../../src/store/records/schema.ts'
import { run } from '../../harness/command-line.ts'
import { eachTest } from '../../harness/each-test.ts'
import { startDragoman } from '../../harness.ts'
import { openDatabase, PATIENT } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import {
  expectedPulls,
  pullAgain,
  readEarlierDatabase,
  readEarlierStore,
  storedAt,
  unpackStore,
} from '../earlier-store.ts'

describeWith('postgres', 'a database that the version with shape 9 wrote', () => {
  const database = eachTest(openDatabase)
  beforeEach(async () => {
    await database.client.query(await readEarlierDatabase(9))
    await database.client.query("select set_config('search_path', 'public', false)")
  })

  const open = (onUpgraded: (upgrade: DatabaseUpgrade) => void = () => undefined) =>
    openStore({ url: database.url, dataDir: '', limits: PATIENT, upgrade: { now: storedAt, onUpgraded } })
  const serve = (dataDir: string) =>
    startDragoman({ dataDir, now: storedAt, storeUrl: database.url, isDatabase: true, storePlace: 'the database' })
  const rows = async (sql: string): Promise<readonly unknown[]> =>
    (await database.client.query<Record<string, unknown>>(sql)).rows.flatMap(row => Object.values(row))
  const schemas = () => rows("select nspname from pg_namespace where nspname like 'dragoman%' order by 1")

  it('opens with marked strings and texts, and keeps its former tables', async () => {
    const upgrades: DatabaseUpgrade[] = []
    const counted = await rows("select sum(n) from dragoman.totals where key = '' and measure = 'translations'")
    const store = await open(upgrade => upgrades.push(upgrade))
    const kept = 'dragoman_shape_9_20261128t000000000z'
    expect(upgrades).toEqual([{ fromShape: 9, toShape: SHAPE_VERSION, kept }])
    expect(await schemas()).toEqual(['dragoman', kept])
    expect(await rows('select shape from dragoman.store')).toEqual([SHAPE_VERSION])
    expect(await rows(`select shape from ${kept}.store`)).toEqual([9])
    expect((await store.status()).counts?.['translations']).toBe(Number(counted[0]))
    const [entry] = await store.read.entries.list('key', await keyOf('save'))
    expect(entry).toMatchObject({ key: 'save', unlined: true })
    const german = await store.read.translations.by('unit', compoundKey(entry?.id ?? '', 'de'))
    expect(german?.texts).toMatchObject([{ value: 'Speichern', unlined: true }])
    await store.close()
    const again = await open(upgrade => upgrades.push(upgrade))
    await again.close()
    expect(upgrades).toHaveLength(1)
  })

  it('has the indexes of this version, with what the records have', async () => {
    const store = await open()
    const projectId = await historyId()
    expect(await store.read.translations.count('outdated', compoundKey(projectId, 'de', 'translated'))).toBe(3)
    expect(await store.read.translations.count('outdated', compoundKey(projectId, 'de', 'approved'))).toBe(1)
    expect(await store.read.entries.count('dropped', compoundKey(projectId, 'main'))).toBe(0)
    const [entry] = await store.read.entries.list('key', await keyOf('save'))
    if (entry === undefined) throw new Error('The string is missing.')
    const { id, file_id, src } = entry
    const copy = { ...entry, id: 'copy', short: 'e999', displaced: true as const, copy_of: id }
    const left = [{ file_id, key: 'was' }]
    await store.transaction(async tx => {
      const dropped = [{ branch: 'main', file_id, key: 'save', src, at: storedAt().toISOString() }]
      await tx.entries.put({ ...entry, left, dropped })
      await tx.entries.insert(copy)
      await tx.entries.insert({ ...copy, id: 'other', short: 'e998' })
    })
    const { entries } = store.read
    expect((await entries.list('left', file_id)).map(one => one.id)).toEqual([id])
    expect((await entries.list('dropped', compoundKey(projectId, 'main', src))).map(one => one.id)).toEqual([id])
    expect(await entries.count('dropped', compoundKey(projectId, 'main'))).toBe(1)
    expect((await entries.list('copy_of', id)).map(one => one.id).toSorted()).toEqual(['copy', 'other'])
    expect((await entries.by('place', compoundKey(file_id, 'save', '')))?.id).toBe(id)
    await store.close()
  })

  it('delivers in each pull what it delivered before', async () => {
    const earlier = await readEarlierStore(9)
    const dragoman = await serve(await mkdtemp(join(tmpdir(), 'dragoman-shape-9-')))
    try {
      expect(await pullAgain(dragoman.url, earlier)).toEqual(expectedPulls(earlier))
    } finally {
      await dragoman.stop()
    }
  })

  it('delivers the same after the restore of a backup of that shape', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-shape-9-'))
    const earlier = await unpackStore(9, folder)
    let backup = ''
    const onBackup = (upgrade: StoreUpgrade): void => {
      backup = upgrade.backup
    }
    await (await openStore({ url: 'lowdb:', dataDir: folder, upgrade: { now: storedAt, onBackup } })).close()
    const target = { DRAGOMAN_STORE_URL: database.url, DRAGOMAN_DATA_DIR: folder }
    const restored = await run(['restore', backup, '--replace', '--keep-credentials'], target)
    expect(restored, restored.stderr).toMatchObject({ code: 0 })
    expect(await rows('select shape from dragoman.store')).toEqual([SHAPE_VERSION])
    const dragoman = await serve(folder)
    try {
      expect(await pullAgain(dragoman.url, earlier)).toEqual(expectedPulls(earlier))
    } finally {
      await dragoman.stop()
    }
  })

  it('is left alone by the doctor, which lists doubtful translations after the upgrade', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-shape-9-'))
    const doctor = async () =>
      (await run(['doctor'], { DRAGOMAN_STORE_URL: database.url, DRAGOMAN_DATA_DIR: folder })).stdout
    expect(await doctor()).not.toContain('· note')
    expect(await rows('select shape from dragoman.store')).toEqual([9])
    await (await open()).close()
    const listed = await doctor()
    expect(listed).toContain('9 translations are for another source than that of the string: ')
    expect(listed).toContain(
      '- mara/history main locales/en.json open de: "Datei öffnen" is for "Open the file", the source is "Open for business"\n',
    )
    expect(await doctor()).not.toContain('· note')
    await rm(folder, { recursive: true })
  })

  it('is upgraded once by processes that start at the same time', async () => {
    const upgrades: DatabaseUpgrade[] = []
    const stores = await Promise.all([1, 2, 3].map(() => open(upgrade => upgrades.push(upgrade))))
    expect(upgrades).toHaveLength(1)
    expect(await schemas()).toHaveLength(2)
    for (const store of stores) await store.close()
  })

  it('is not upgraded while processes of the version before use it', async () => {
    await database.client.query(
      "insert into dragoman.leases (name, holder, fence, expires_at) values ('process old', 'old', 0, now() + interval '1 hour')",
    )
    await expect(open()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('A process uses this database. Its records have shape 9'),
      fix: expect.stringContaining('Stop all processes of the earlier version.'),
    })
    expect(await schemas()).toEqual(['dragoman'])
    await database.client.query('delete from dragoman.leases')
    await (await open()).close()
  })

  it('stays as it was if a record cannot be upgraded', async () => {
    await database.client.query(`insert into dragoman.branch_files (id, version, sort, record, weight_strings, weight_bytes)
      values ('broken', 1, 'broken', '{"id":"broken"}', 0, 0)`)
    await expect(open()).rejects.toThrow()
    expect(await schemas()).toEqual(['dragoman'])
    expect(await rows('select shape from dragoman.store')).toEqual([9])
  })

  it('is the one of before when its former tables get their name back', async () => {
    let kept = ''
    const store = await open(upgrade => {
      kept = upgrade.kept
    })
    await store.close()
    await database.client.query(`drop schema dragoman cascade; alter schema ${kept} rename to dragoman`)
    expect(await rows('select shape from dragoman.store')).toEqual([9])
    expect(await rows("select record->>'unlined' from dragoman.entries limit 1")).toEqual([null])
    await (await open()).close()
  })

  const historyId = async (): Promise<string> =>
    String((await rows("select id from dragoman.projects where record->>'slug' = 'history'"))[0])
  const keyOf = async (key: string): Promise<string> => compoundKey(await historyId(), key)
})
