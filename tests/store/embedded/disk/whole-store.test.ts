import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createArchives } from '../../../../src/store/archive/archives.ts'
import { createDurableFiles } from '../../../../src/store/embedded/disk/durable-files.ts'
import { copyFolder } from '../../../../src/store/files/copy-folder.ts'
import { openStore, recoverStore } from '../../../../src/store/open.ts'
import { SHAPE_VERSION } from '../../../../src/store/records/schema.ts'
import { temporaryFolder } from '../../../harness/folder.ts'
import { AT, event, user } from '../../contract/samples.ts'
import { folderOfShape } from '../../older-shape.ts'
import { NO_SNAPSHOTS, SNAPSHOTS, write } from '../folder.ts'
import { Recorder } from './recorder.ts'

let dataDir: string
let recorder: Recorder

beforeEach(async () => {
  dataDir = await temporaryFolder()
  recorder = new Recorder(dataDir)
})

afterEach(async () => {
  expect(recorder.openHandles).toBe(0)
})

const files = () => createDurableFiles({ system: recorder.system, syncsEachWrite: true })
const options = () => ({ url: 'lowdb:', dataDir, files: files(), journalBytes: NO_SNAPSHOTS })
const archives = () => {
  const ids = ['one', 'two']
  const newId = () => ids.shift() ?? 'more'
  return createArchives({
    store: options(),
    version: '0.1.0',
    now: () => new Date(AT),
    newId,
    system: recorder.system,
  })
}

/** A store with one user and one event, in a snapshot or in a journal. */
async function makeStore(journalBytes = NO_SNAPSHOTS): Promise<void> {
  const store = await openStore({ ...options(), journalBytes })
  await write(store, 'ada')
  await store.close()
}

const made = (file: string): readonly string[] => [`open ${file}`, `write ${file}`, `sync ${file}`]
const copied = (from: string, to: string): readonly string[] => [`copy ${to} of ${from}`, `sync ${to}`]

/** A folder that replaces nothing: all its content is on the disk before it gets its name. */
const kept = (target: string, names: readonly string[], above = '.'): readonly string[] => [
  `rm ${target}.part`,
  `mkdir ${target}.part`,
  `sync ${above}, the folder`,
  ...names.flatMap(name => copied(`store/${name}`, `${target}.part/${name}`)),
  `sync ${target}.part, the folder`,
  `rename ${target}.part to ${target}`,
  `sync ${above}, the folder`,
]

/** A complete new store, before the previous one is removed. */
const filled = (
  number: number,
  { segment, shard = number }: { readonly segment: number | undefined; readonly shard?: number },
  before: readonly string[],
): readonly string[] => [
  ...(segment === undefined ? [] : made(`store/audit.${segment}.jsonl`)),
  ...(segment === undefined ? [] : made(`store/audit.${segment}.index.json`)),
  ...made(`store/users.${number}.${shard}.json`),
  `open store/journal.${number}.jsonl, each write synced`,
  `truncate store/journal.${number}.jsonl at 0`,
  `sync store/journal.${number}.jsonl`,
  'sync store, the folder',
  ...made('store/manifest.json.tmp'),
  'rename store/manifest.json.tmp to store/manifest.json',
  'sync store, the folder',
  ...before.map(name => `unlink store/${name}`),
]

const ours = async () => (await readdir(join(dataDir, 'store'))).filter(name => name !== 'manifest.json')

describe('the order of system calls for a whole store', () => {
  it('syncs a restored store before it removes the previous one', async () => {
    await makeStore()
    const before = await ours()
    const folder = await archives().hold()
    recorder.clear()
    await folder.fill(
      (async function* () {
        yield { table: 'users' as const, records: [user('bob')] }
      })(),
    )
    recorder.mark('restored')
    await folder.release()
    expect(recorder.lines).toEqual([...filled(2, { segment: undefined }, before), 'restored'])
  })

  it('has the backup of a store on the disk before its migration, and the new store before the old one is removed', async () => {
    await folderOfShape(dataDir, SHAPE_VERSION - 1, { users: [user('ada')], audit: [event('e1')] })
    const before = await ours()
    recorder.clear()
    const onBackup = () => recorder.mark('backed up')
    const upgrade = { now: () => new Date(AT), onBackup, system: recorder.system }
    const store = await openStore({ ...options(), upgrade })
    recorder.mark('opened')
    await store.close()
    const [backup] = await readdir(join(dataDir, 'backups'))
    const temporary = `backups/${backup}.${backup?.slice(-21, -9)}.part`
    const written = recorder.lines.filter(line => line !== `write ${temporary}`)
    expect(recorder.lines.length).toBeGreaterThan(written.length)
    expect(written).toEqual([
      'mkdir backups',
      'sync ., the folder',
      `open ${temporary}`,
      `sync ${temporary}`,
      `rename ${temporary} to backups/${backup}`,
      'sync backups, the folder',
      'backed up',
      ...filled(2, { segment: 2, shard: 3 }, before),
      'opened',
    ])
  })

  it('syncs the damaged files before a recovery, and the recovered store before they are removed', async () => {
    await makeStore()
    const path = join(dataDir, 'store', 'journal.1.jsonl')
    await writeFile(path, `${await readFile(path, 'utf8')}damaged\n`)
    const names = await readdir(join(dataDir, 'store'))
    const before = await ours()
    recorder.clear()
    const recovery = await recoverStore({ ...options(), keepAs: 'store-damaged', change: (_, record) => record })
    recorder.mark('recovered')
    expect(recovery.damages).toHaveLength(1)
    expect(recorder.lines).toEqual([
      ...kept('store-damaged', names),
      ...filled(2, { segment: 2, shard: 3 }, before),
      'recovered',
    ])
  })

  it('names a backup when its bytes are on the disk, and reports it when its name is', async () => {
    await makeStore()
    const store = await openStore(options())
    recorder.clear()
    const backups = archives()
    await backups.save(join(dataDir, 'site.gz'), backups.write(store), { force: false })
    recorder.mark('saved')
    await store.close()
    const writes = recorder.lines.filter(line => line.startsWith('write'))
    expect(writes.length).toBeGreaterThan(0)
    expect(recorder.lines).toEqual([
      'open site.gz.one.part',
      ...writes.map(() => 'write site.gz.one.part'),
      'sync site.gz.one.part',
      'rename site.gz.one.part to site.gz',
      'sync ., the folder',
      'saved',
    ])
  })

  it('has the backup of a store on the disk before the store is replaced', async () => {
    await makeStore()
    const folder = await archives().hold()
    recorder.clear()
    await folder.keep({})
    recorder.mark('kept')
    await folder.release()
    const backup = 'backups/before-restore-20260101T000000.000Z.jsonl.gz'
    expect(recorder.lines.filter(line => !line.startsWith('write'))).toEqual([
      'mkdir backups',
      'sync ., the folder',
      `open ${backup}.one.part`,
      `sync ${backup}.one.part`,
      `rename ${backup}.one.part to ${backup}`,
      'sync backups, the folder',
      'kept',
    ])
  })

  it('has the files of an unreadable store on the disk before the store is replaced', async () => {
    await makeStore(SNAPSHOTS)
    const names = await readdir(join(dataDir, 'store'))
    await mkdir(join(dataDir, 'backups'))
    const folder = await archives().hold()
    recorder.clear()
    await folder.keepUnreadable()
    recorder.mark('kept')
    await folder.release()
    const target = 'backups/before-restore-20260101T000000.000Z.unreadable'
    expect(recorder.lines).toEqual([...kept(target, names, 'backups'), 'kept'])
  })

  it('starts a copy again over an unfinished one', async () => {
    await makeStore()
    const [store, part] = [join(dataDir, 'store'), join(dataDir, 'kept.part')]
    await mkdir(part)
    await writeFile(join(part, 'half'), 'half')
    const path = await copyFolder(store, join(dataDir, 'kept'), recorder.system)
    expect(await readdir(path)).toEqual(await readdir(store))
  })
})
