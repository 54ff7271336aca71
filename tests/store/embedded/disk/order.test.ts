import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDurableFiles } from '../../../../src/store/embedded/disk/durable-files.ts'
import { openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/store.ts'
import { temporaryFolder } from '../../../harness/folder.ts'
import { at, event, user } from '../../contract/samples.ts'
import { diskFull } from '../../faulty-files.ts'
import { NO_SNAPSHOTS, SNAPSHOTS, write } from '../folder.ts'
import { Recorder } from './recorder.ts'
import { broken } from './rules.ts'

let dataDir: string
let recorder: Recorder
const opened: Store[] = []

beforeEach(async () => {
  dataDir = await temporaryFolder()
  recorder = new Recorder(dataDir)
})

afterEach(async () => {
  recorder.fault = () => undefined
  for (const store of opened.splice(0)) await store.close()
  expect(recorder.openHandles).toBe(0)
})

async function open(journalBytes = NO_SNAPSHOTS, syncsEachWrite = true, longTransaction = 2 ** 30): Promise<Store> {
  const files = createDurableFiles({ system: recorder.system, syncsEachWrite })
  const store = await openStore({ url: 'lowdb:', dataDir, files, journalBytes, longTransaction })
  opened.push(store)
  return store
}

/** A transaction with a user and an event, and a mark for each one that hears of it. */
async function commit(store: Store, id: string): Promise<void> {
  const stop = store.watch(() => recorder.mark(`${id} can be seen`))
  await write(store, id)
  recorder.mark(`acknowledged ${id}`)
  stop()
}

/** The calls that make one new file durable. Its name is durable with the folder. */
const written = (file: string): readonly string[] => [`open store/${file}`, `write store/${file}`, `sync store/${file}`]

const JOURNAL = (number: number): readonly string[] => [
  `open store/journal.${number}.jsonl, each write synced`,
  `truncate store/journal.${number}.jsonl at 0`,
  `sync store/journal.${number}.jsonl`,
  'sync store, the folder',
]

const PUBLISH: readonly string[] = [
  ...written('manifest.json.tmp'),
  'rename store/manifest.json.tmp to store/manifest.json',
  'sync store, the folder',
]

const SEEN = (id: string): readonly string[] => [`${id} can be seen`, `acknowledged ${id}`]

describe('the order of system calls', () => {
  it('syncs the folder, the journal and the manifest of a new store before the store opens', async () => {
    await open()
    recorder.mark('opened')
    expect(recorder.lines).toEqual(['mkdir store', 'sync ., the folder', ...JOURNAL(1), ...PUBLISH, 'opened'])
  })

  it('syncs each folder that it creates above the store', async () => {
    dataDir = join(dataDir, 'deep/er')
    await open()
    expect(recorder.lines.slice(0, 6)).toEqual([
      'mkdir deep',
      'sync ., the folder',
      'mkdir deep/er',
      'sync deep, the folder',
      'mkdir deep/er/store',
      'sync deep/er, the folder',
    ])
  })

  it('acknowledges and shows a commit when its line is on the disk', async () => {
    const store = await open()
    recorder.clear()
    for (const id of ['ada', 'bob']) await commit(store, id)
    expect(recorder.lines).toEqual([
      // The store opened the journal when it created it, and closed it.
      'open store/journal.1.jsonl, each write synced',
      'truncate store/journal.1.jsonl at 0',
      'sync store/journal.1.jsonl',
      'sync store, the folder',
      'write store/journal.1.jsonl, synced',
      ...SEEN('ada'),
      'write store/journal.1.jsonl, synced',
      ...SEEN('bob'),
    ])
  })

  it('writes and then syncs a commit on systems without synchronous writes', async () => {
    const store = await open(NO_SNAPSHOTS, false)
    recorder.clear()
    for (const id of ['ada', 'bob']) await commit(store, id)
    expect(recorder.lines).toEqual([
      'open store/journal.1.jsonl',
      'truncate store/journal.1.jsonl at 0',
      'sync store/journal.1.jsonl',
      'sync store, the folder',
      'write store/journal.1.jsonl',
      'sync store/journal.1.jsonl',
      ...SEEN('ada'),
      'write store/journal.1.jsonl',
      'sync store/journal.1.jsonl',
      ...SEEN('bob'),
    ])
  })

  it.each([
    [', synced', ', each write synced', []],
    ['', '', ['sync store/transaction.1.jsonl']],
  ])('has the file of a long transaction on the disk before the line that names it%s', async (synced, how, sync) => {
    const store = await open(NO_SNAPSHOTS, synced !== '', 1)
    recorder.clear()
    await commit(store, 'ada')
    expect(recorder.lines).toEqual([
      `open store/transaction.1.jsonl${how}`,
      'truncate store/transaction.1.jsonl at 0',
      'sync store/transaction.1.jsonl',
      'sync store, the folder',
      `write store/transaction.1.jsonl${synced}`,
      ...sync,
      ...JOURNAL(1).map(line => (synced === '' ? line.replace(', each write synced', '') : line)),
      `write store/journal.1.jsonl${synced}`,
      ...sync.map(line => line.replace('transaction', 'journal')),
      ...SEEN('ada'),
    ])
  })

  it('removes the file of a long transaction once a snapshot manifest has replaced it', async () => {
    const store = await open(SNAPSHOTS, true, 1)
    recorder.clear()
    await commit(store, 'ada')
    await store.close()
    const last = (line: RegExp) => recorder.lines.findLastIndex(one => line.test(one))
    expect(last(/^unlink store\/transaction\.1\.jsonl/)).toBeGreaterThan(last(/^sync store, the folder/))
    expect(last(/^sync store, the folder/)).toBeGreaterThan(last(/^rename /))
    expect(last(/^rename /)).toBeGreaterThan(last(/^open store\/users/))
  })

  it('syncs once after all parts of a line that the system accepts in parts', async () => {
    const store = await open(NO_SNAPSHOTS, false)
    await commit(store, 'ada')
    recorder.clear()
    recorder.shortWrites = 300
    await commit(store, 'bob')
    const journal = 'store/journal.1.jsonl'
    const parts = recorder.lines.filter(line => line === `write ${journal}`)
    expect(parts.length).toBeGreaterThan(1)
    expect(recorder.lines).toEqual([...parts, `sync ${journal}`, ...SEEN('bob')])
    await store.close()
    expect(await (await open()).read.users.get('bob')).toBeDefined()
  })

  it('truncates a failed journal and syncs it before the next write', async () => {
    const store = await open(NO_SNAPSHOTS, false)
    await commit(store, 'ada')
    recorder.clear()
    let failures = 1
    recorder.fault = line => {
      if (line === 'sync store/journal.1.jsonl' && failures-- > 0) throw diskFull()
    }
    await expect(write(store, 'eve')).rejects.toMatchObject({ code: 'store_unavailable' })
    recorder.mark('refused')
    await commit(store, 'bob')
    const kept = /at (\d+)/.exec(recorder.lines.find(line => line.startsWith('truncate')) ?? '')?.[1]
    expect(Number(kept)).toBeGreaterThan(0)
    expect(recorder.lines).toEqual([
      'write store/journal.1.jsonl',
      'sync store/journal.1.jsonl',
      // Never the same descriptor again, because the system reports a failed sync once.
      'open store/journal.1.jsonl',
      `truncate store/journal.1.jsonl at ${kept}`,
      'sync store/journal.1.jsonl',
      'refused',
      'write store/journal.1.jsonl',
      'sync store/journal.1.jsonl',
      ...SEEN('bob'),
    ])
    await store.close()
    const again = await open()
    expect([await again.read.users.get('eve'), (await again.read.users.get('bob'))?.id]).toEqual([undefined, 'bob'])
  })

  it('syncs a snapshot before its manifest, and its manifest before any removal', async () => {
    const store = await open(SNAPSHOTS)
    recorder.clear()
    await commit(store, 'ada')
    await store.close()
    recorder.mark('closed')
    expect(recorder.lines).toEqual([
      ...JOURNAL(1),
      'write store/journal.1.jsonl, synced',
      ...SEEN('ada'),
      // The next journal exists before the line that names it.
      ...JOURNAL(2),
      'write store/journal.1.jsonl, synced',
      ...written('users.1.1.json'),
      ...written('audit.1.jsonl'),
      ...written('audit.1.index.json'),
      ...PUBLISH,
      'unlink store/journal.1.jsonl',
      'closed',
    ])
  })

  it('removes the files of the previous snapshot when the new manifest is on the disk', async () => {
    const first = await open(SNAPSHOTS)
    await commit(first, 'ada')
    await first.close()
    const store = await open(SNAPSHOTS)
    recorder.clear()
    await commit(store, 'bob')
    await store.close()
    const published = recorder.lines.lastIndexOf('sync store, the folder')
    expect(recorder.lines.slice(published - PUBLISH.length + 1, published + 1)).toEqual(PUBLISH)
    expect(recorder.lines.slice(published + 1).toSorted()).toEqual([
      'unlink store/journal.2.jsonl',
      'unlink store/users.1.1.json',
    ])
    expect(broken(recorder.calls)).toEqual([])
  })

  it('removes nothing when the current manifest is unknown', async () => {
    const store = await open(SNAPSHOTS)
    recorder.clear()
    let isPublished = false
    recorder.fault = line => {
      if (isPublished && line === 'sync store, the folder') throw diskFull()
      isPublished ||= line.startsWith('rename')
    }
    await commit(store, 'ada')
    await store.close()
    expect(recorder.lines.filter(line => line.startsWith('unlink'))).toEqual([])
  })

  it('syncs the manifest without the oldest segment before the segment is removed', async () => {
    for (const second of [1, 2]) {
      const one = await open(SNAPSHOTS)
      await one.transaction(tx => tx.audit.append(event(`e${second}`, { at: at(second) })))
      await one.close()
      expect(recorder.lines.filter(line => /rename/.test(line)).length).toBe(second + 1)
    }
    const store = await open()
    recorder.clear()
    expect(await store.trim('audit', at(2))).toBe(1)
    recorder.mark('trimmed')
    expect(recorder.lines).toEqual([
      ...PUBLISH,
      'unlink store/audit.1.index.json',
      'unlink store/audit.1.jsonl',
      'trimmed',
    ])
  })

  it.each([true, false])('holds while 200 commits and many snapshots go on at once (O_DSYNC: %s)', async dsync => {
    const store = await open(4096, dsync)
    const names = Array.from({ length: 200 }, (_, n) => `user-${n}-`)
    const lanes = [0, 1, 2, 3, 4, 5, 6, 7]
    await Promise.all(
      lanes.map(async lane => {
        for (const name of names.filter((_, n) => n % lanes.length === lane)) {
          await store.transaction(async tx => {
            await tx.users.insert(user(name))
            await tx.audit.append(event(name))
          })
          recorder.mark(`acknowledged ${name}`)
        }
      }),
    )
    await store.close()
    const marks = recorder.calls.filter(({ what }) => what === 'mark')
    const renames = recorder.calls.filter(({ what }) => what === 'rename')
    // One of the new store, and one of a snapshot at least.
    expect([marks.length, renames.length > 1]).toEqual([200, true])
    expect(broken(recorder.calls)).toEqual([])
  })
})
