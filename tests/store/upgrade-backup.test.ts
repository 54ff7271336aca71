import { readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkUpgradeBackups } from '../../src/cli/doctor/checks/data-folder.ts'
import { VERSION } from '../../src/package-root.ts'
import { createArchives } from '../../src/store/archive/archives.ts'
import { MAX_UPGRADE_BACKUPS, type StoreUpgrade } from '../../src/store/archive/before-upgrade.ts'
import { listBackups } from '../../src/store/archive/list-backups.ts'
import { createDurableFiles } from '../../src/store/embedded/disk/durable-files.ts'
import { countStore, openStore, recoverStore } from '../../src/store/open.ts'
import { SHAPE_VERSION } from '../../src/store/records/schema.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { isNightly } from '../runs.ts'
import { AT, event, user } from './contract/samples.ts'
import { Recorder } from './embedded/disk/recorder.ts'
import { folderOfShape } from './older-shape.ts'

const OLD = SHAPE_VERSION - 1
const NEXT = SHAPE_VERSION + 1
const TABLES = { users: [user('ada'), user('bob')], audit: [event('e1')] }
const COUNTS = { users: 2, audit: 1 }

let dataDir: string
let upgrades: StoreUpgrade[]
let clock = Date.parse(AT)

beforeEach(async () => {
  dataDir = await temporaryFolder()
  upgrades = []
})

const place = () => ({ url: 'lowdb:', dataDir })
const upgrade = () => ({
  now: () => new Date((clock += 1000)),
  onBackup: (one: StoreUpgrade) => void upgrades.push(one),
})
const open = (): Promise<Store> => openStore({ ...place(), upgrade: upgrade() })
const openAndClose = async (): Promise<void> => (await open()).close()
const backups = () => readdir(join(dataDir, 'backups'))

/** The archives of this machine; a restore with them is the one of the command line. */
const archives = () => createArchives({ store: place(), version: VERSION, now: () => new Date(AT), newId: () => 'one' })

/** The records of a backup, by table. */
async function countsOf(path: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for await (const { table, records } of archives().read(path)) counts[table] = (counts[table] ?? 0) + records.length
  return counts
}

describe('a store of an earlier shape', () => {
  it('is backed up in its own shape before it is upgraded, once', async () => {
    await folderOfShape(dataDir, OLD, TABLES)
    const store = await open()
    expect((await store.status()).counts).toMatchObject(COUNTS)
    await store.close()
    const [backup, ...others] = await listBackups(dataDir)
    expect(others).toEqual([])
    expect(backup).toMatchObject({ shape: OLD, version: '0.1.0', isReadable: true, path: upgrades[0]?.backup })
    expect(basename(backup?.path ?? '')).toMatch(/^before-upgrade-shape-\d+-[\dTZ.]+-[\da-f]{12}\.jsonl\.gz$/)
    expect(await countsOf(backup?.path ?? '')).toEqual(COUNTS)
    await openAndClose()
    expect(await backups()).toHaveLength(1)
    expect(upgrades).toHaveLength(1)
    expect((await readdir(dataDir)).toSorted()).toEqual(['backups', 'store'])
  })

  it('does not open where no upgrade is wanted', async () => {
    await folderOfShape(dataDir, OLD, TABLES)
    await expect(openStore(place())).rejects.toMatchObject({ code: 'bad_config' })
    expect(await countStore(place())).toEqual(COUNTS)
  })

  it('survives a process that ends at any step of backup and upgrade', async () => {
    let reached = false
    for (let failAt = 1; !reached; failAt += isNightly ? 1 : 3) {
      for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true })
      await folderOfShape(dataDir, OLD, TABLES)
      const recorder = new Recorder(dataDir)
      let steps = 0
      recorder.fault = line => {
        if (!line.startsWith('close') && ++steps >= failAt) throw Object.assign(new Error('ended'), { code: 'EIO' })
      }
      const { system } = recorder
      const files = createDurableFiles({ system, syncsEachWrite: true })
      const first = await openStore({ ...place(), files, upgrade: { ...upgrade(), system } }).catch(() => undefined)
      await first?.close().catch(() => undefined)
      reached = steps < failAt
      const finished = (await backups().catch(() => [])).filter(name => name.endsWith('.gz'))
      for (const name of finished) expect(await countsOf(join(dataDir, 'backups', name))).toEqual(COUNTS)
      const store = await open()
      expect((await store.status()).counts).toMatchObject(COUNTS)
      await store.close()
      const left = await backups()
      expect(left, `after step ${failAt}: ${recorder.lines.at(-1)}`).toHaveLength(1)
      expect(left[0]).toMatch(/\.gz$/)
      if (finished.length > 0) expect(left).toEqual(finished)
    }
    expect(reached).toBe(true)
  })

  it('stays as it is when its disk has no space', async () => {
    await folderOfShape(dataDir, OLD, TABLES)
    const { system } = new Recorder(dataDir)
    const statfs = (async () => ({ bavail: 3, bsize: 1 })) as unknown as typeof system.statfs
    await expect(
      openStore({ ...place(), upgrade: { ...upgrade(), system: { ...system, statfs } } }),
    ).rejects.toMatchObject({ code: 'bad_config', message: expect.stringContaining('needs 1 MiB on its disk') })
    expect(await backups()).toEqual([])
    expect(upgrades).toEqual([])
    await openAndClose()
    expect(await backups()).toHaveLength(1)
  })

  it('stays as it is when its backup cannot be written, and says why', async () => {
    await folderOfShape(dataDir, OLD, TABLES)
    const recorder = new Recorder(dataDir)
    recorder.fault = line => {
      if (line.startsWith('write backups')) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    await expect(openStore({ ...place(), upgrade: { ...upgrade(), system: recorder.system } })).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(/could not be backed up before its upgrade: .*the disk is full/),
      fix: expect.stringContaining('Nothing was changed'),
    })
    expect(await backups()).toEqual([])
    expect(await countStore(place())).toEqual(COUNTS)
  })

  it('leaves at most a few of these backups, the newest, and never removes another', async () => {
    for (let n = 0; n < MAX_UPGRADE_BACKUPS + 2; n++) {
      await rm(join(dataDir, 'store'), { recursive: true, force: true })
      await folderOfShape(dataDir, OLD, { users: [user(`u${n}`)] })
      await openAndClose()
      if (n === 0) await writeFile(join(dataDir, 'backups', 'mine.jsonl.gz'), 'not a backup')
    }
    expect(await backups()).toHaveLength(MAX_UPGRADE_BACKUPS + 1)
    expect(await backups()).toContain('mine.jsonl.gz')
    expect((await listBackups(dataDir)).map(({ path }) => path)).toEqual(
      upgrades
        .toReversed()
        .slice(0, MAX_UPGRADE_BACKUPS)
        .map(({ backup }) => backup),
    )
  })
})

it('the doctor lists these backups, and says which ones nobody needs', async () => {
  const check = () => checkUpgradeBackups({ archives: async () => archives() })
  expect(await check()).toEqual([])
  for (const handle of ['ada', 'bob']) {
    await rm(join(dataDir, 'store'), { recursive: true, force: true })
    await folderOfShape(dataDir, OLD, { users: [user(handle)] })
    await openAndClose()
  }
  const [finding] = await check()
  expect(finding).toMatchObject({ check: 'upgrades', state: 'works' })
  expect(finding?.message).toMatch(/^2 backups from before upgrades, .* You can delete the older ones\.$/)
  expect(finding?.message).toContain(`Newest: ${upgrades[1]?.backup} (shape ${OLD}, dragoman 0.1.0).`)
})

describe('a store of a later version', () => {
  /** Changes fields of the manifest. */
  async function claim(changes: object): Promise<void> {
    const { sum: _sum, ...manifest } = JSON.parse(
      String(await createDurableFiles().read(join(dataDir, 'store', 'manifest.json'))),
    ) as Record<string, unknown>
    const content = { ...manifest, ...changes }
    const sum = crc32(JSON.stringify(content)).toString(16).padStart(8, '0')
    await writeFile(join(dataDir, 'store', 'manifest.json'), JSON.stringify({ sum, ...content }))
  }

  /** Replaces the store by one that a later version wrote. */
  async function replaceByNewer(version = '9.8.7'): Promise<void> {
    await rm(join(dataDir, 'store'), { recursive: true, force: true })
    await folderOfShape(dataDir, NEXT, { novelties: [user('new')] })
    await claim({ dragoman_version: version })
  }

  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['opening it', open],
    ['recovering it', () => recoverStore({ ...place(), change: (_, record) => record })],
  ]

  it.each(ways)(
    'is refused by %s, with both versions and the command that restores the newest readable backup',
    async (_, way) => {
      await folderOfShape(dataDir, OLD, TABLES)
      await openAndClose()
      await replaceByNewer()
      const error = await way().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'bad_config',
        message: `The store in ${join(dataDir, 'store')} has shape ${NEXT}, written by dragoman 9.8.7. This is dragoman ${VERSION}, which reads shapes up to ${SHAPE_VERSION}.`,
        fix: expect.stringContaining(`dragoman restore ${upgrades[0]?.backup} --replace`),
      })
      expect(error).toMatchObject({ fix: expect.stringContaining('Start dragoman 9.8.7 or a later one.') })
    },
  )

  it('does not name its version if that is the one of this program', async () => {
    await replaceByNewer(VERSION)
    await expect(open()).rejects.toMatchObject({
      fix: expect.stringContaining('Start the version that wrote it or a later one.'),
    })
  })

  it('is refused when its format is another one', async () => {
    await openAndClose()
    await claim({ format: 'dragoman-store-2', dragoman_version: '9.8.7' })
    await expect(open()).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('has the format dragoman-store-2, written by dragoman 9.8.7'),
      fix: expect.stringContaining('has no backup that this version can read'),
    })
  })

  it('is saved in its own shape when a restore replaces it', async () => {
    await folderOfShape(dataDir, OLD, TABLES)
    await openAndClose()
    await replaceByNewer()
    const folder = await archives().hold()
    expect(await folder.counts()).toEqual({ novelties: 1 })
    const saved = await folder.keep({})
    await folder.fill(archives().read(upgrades[0]?.backup ?? ''))
    await folder.release()
    expect((await listBackups(dataDir)).find(({ path }) => path === saved)).toMatchObject({
      shape: NEXT,
      version: '9.8.7',
      isReadable: false,
    })
    expect(await countStore(place())).toEqual(COUNTS)
    await openAndClose()
    expect(upgrades).toHaveLength(1)
  })
})
