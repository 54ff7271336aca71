import { spawn } from 'node:child_process'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIdGenerator } from '../../../../src/store/ids.ts'
import { openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/store.ts'
import { temporaryFolder } from '../../../harness/folder.ts'
import { storeProcess } from '../../../harness/store-process.ts'
import { event, ids, user } from '../../contract/samples.ts'

const OPENER = storeProcess('embedded/disk/open-process')
/** Root can read and write everything, so tests of permissions need a user that owns nothing. */
const ANOTHER = process.getuid?.() === 0 ? ['65534'] : []

let base: string
let dataDir: string
let folder: string
let store: Store | undefined

beforeEach(async () => {
  base = await temporaryFolder()
  dataDir = join(base, 'data')
  folder = join(dataDir, 'store')
})

afterEach(async () => {
  await store?.close()
  store = undefined
  await setRights(0o700, 0o600).catch(() => undefined)
})

async function open(journalBytes = 1000): Promise<Store> {
  store = await openStore({ url: 'lowdb:', dataDir, journalBytes })
  return store
}

async function setRights(folders: number, files: number): Promise<void> {
  await chmod(dataDir, folders)
  await chmod(folder, folders)
  for (const name of await readdir(folder)) await chmod(join(folder, name), files)
}

async function openAsAnother(): Promise<unknown> {
  const child = spawn(process.execPath, [OPENER, dataDir, ...ANOTHER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout))
}

/** With snapshots, so that every kind of file is there. */
async function fillStore(): Promise<void> {
  const filled = await open()
  for (let n = 0; n < 9; n++) {
    await filled.transaction(async tx => {
      await tx.users.insert(user(n === 0 ? 'ada' : `user-${n}`))
      await tx.audit.append(event(`event-${n}`, { target: 'x'.repeat(300) }))
    })
    await sleep(5)
  }
  await filled.close()
}

describe('a data folder without the permission', () => {
  it('to be read is rejected by name', async () => {
    await fillStore()
    await setRights(0o700, 0o600)
    await chmod(dataDir, 0)
    expect(await openAsAnother()).toEqual({
      opened: {
        code: 'bad_config',
        message: expect.stringMatching(new RegExp(`${folder}.*EACCES`)),
        fix: expect.stringContaining('read and write the data folder'),
      },
    })
  })

  it('to read one of its files is rejected with the file name', async () => {
    await fillStore()
    await chmod(base, 0o755)
    await setRights(0o755, 0o644)
    await chmod(join(folder, 'manifest.json'), 0)
    expect(await openAsAnother()).toMatchObject({
      opened: { code: 'bad_config', message: expect.stringContaining(join(folder, 'manifest.json')) },
    })
  })

  it('to be written rejects writes with a reason', async () => {
    await fillStore()
    await chmod(base, 0o755)
    await setRights(0o555, 0o444)
    const reason = 'the data folder does not let the server write'
    expect(await openAsAnother()).toEqual({
      opened: 'done',
      written: { code: 'store_unavailable', message: `Nothing was saved: ${reason}.`, fix: expect.any(String) },
      name: 'ada',
      writable: false,
      reason,
    })
  })

  it('to create a folder in it is rejected by name', async () => {
    await chmod(base, 0o555)
    expect(await openAsAnother()).toMatchObject({
      opened: { code: 'bad_config', message: expect.stringContaining(folder) },
    })
    await chmod(base, 0o755)
  })
})

describe('leftovers of a killed process in the folder', () => {
  it('are rejected when they include an unreferenced journal', async () => {
    await fillStore()
    const first = await open(2 ** 20)
    const newest = Math.max(...(await readdir(folder)).map(name => Number(/^journal\.(\d+)\./.exec(name)?.[1] ?? 0)))
    await first.close()
    await writeFile(join(folder, `journal.${newest + 1}.jsonl`), '{"half')
    await expect(open()).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(`journal.${newest + 1}.jsonl`),
    })
  })
})

describe('a clock that goes back', () => {
  const LATER = Date.parse('2030-01-01T00:00:00.000Z')
  const EARLIER = Date.parse('2020-01-01T00:00:00.000Z')

  it('does not change the order of a log, and every record can be found', async () => {
    let now = LATER
    const newId = createIdGenerator(() => new Date(now))
    const appended: string[] = []
    const write = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n++) {
        const id = newId()
        await store?.transaction(async tx => {
          await tx.users.insert(user(id))
          await tx.audit.append(event(id, { at: new Date(now).toISOString(), target: 'x'.repeat(100) }))
        })
        appended.unshift(id)
        now += 1
      }
    }
    await open()
    await write(15)
    now = EARLIER
    await write(15)
    await expectAll(appended)
    await store?.close()
    await open()
    await expectAll(appended)
    now = EARLIER - 1000
    await write(15)
    now = LATER
    await write(5)
    await expectAll(appended)
    await store?.close()
    await open()
    await expectAll(appended)
  })

  async function expectAll(appended: readonly string[]): Promise<void> {
    const read = store?.read
    const first = await read?.audit.page('user', 'ada', { limit: 20 })
    const rest = await read?.audit.page('user', 'ada', { limit: 1000, after: first?.next })
    expect(ids([...(first?.items ?? []), ...(rest?.items ?? [])])).toEqual(appended)
    for (const id of appended) {
      expect((await read?.users.get(id))?.id).toBe(id)
      expect((await read?.audit.get(id))?.id).toBe(id)
    }
  }
})
