import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { type OpenOptions, openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/store.ts'
import { describeWith } from '../../../require.ts'
import { user } from '../../contract/samples.ts'
import { inspect } from '../../kill/inspect.ts'
import { OnPurpose, onStore, perform } from '../../kill/perform.ts'
import { numberOf, WRITERS } from '../../kill/plan.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const MIB = 2 ** 20
const FULL = { code: 'store_unavailable', message: 'Nothing was saved: the disk is full.' }
const READ_ONLY = { code: 'store_unavailable', message: 'Nothing was saved: the disk is read-only.' }
/** More than the rest of a page that a full disk still accepts. */
const LONG = 'x'.repeat(20_000)

describeWith('tmpfs', 'the embedded store on a real disk', () => {
  let disk: SmallDisk
  let store: Store | undefined

  beforeEach(() => {
    disk = mountSmallDisk(2 * MIB)
  })

  afterEach(async () => {
    await store?.close()
    store = undefined
    disk.unmount()
  })

  async function open(options: Partial<OpenOptions> = {}): Promise<Store> {
    store = await openStore({ url: 'lowdb:', dataDir: disk.path, journalBytes: 64 * 1024, ...options })
    return store
  }

  async function reopen(): Promise<Store> {
    await store?.close()
    return open()
  }

  const add = (to: Store, id: string, name = LONG) => to.transaction(tx => tx.users.insert(user(id, { name })))

  it('that is full rejects writes with a reason, serves reads, and accepts writes once there is space', async () => {
    const full = await open()
    await add(full, 'before')
    disk.fill()
    for (const id of ['lost-1', 'lost-2']) await expect(add(full, id)).rejects.toMatchObject(FULL)
    expect(await full.status()).toMatchObject({ writable: false, reason: 'the disk is full', counts: { users: 1 } })
    expect((await full.read.users.get('before'))?.name).toBe(LONG)
    expect(await full.read.users.get('lost-1')).toBeUndefined()
    disk.free()
    await add(full, 'after')
    expect(await full.status()).toMatchObject({ writable: true, counts: { users: 2 } })
    expect(await full.status()).not.toHaveProperty('reason')
    const again = await reopen()
    expect((await again.read.users.get('before'))?.name).toBe(LONG)
    expect((await again.read.users.get('after'))?.name).toBe(LONG)
    expect((await again.status()).counts).toMatchObject({ users: 2 })
  })

  it('that is full when it is closed and reopened has all acknowledged writes and no rejected ones', async () => {
    const full = await open()
    await add(full, 'before')
    disk.fill()
    await expect(add(full, 'lost')).rejects.toMatchObject(FULL)
    const still = await reopen()
    expect((await still.read.users.get('before'))?.name).toBe(LONG)
    await expect(add(still, 'lost')).rejects.toMatchObject(FULL)
    await still.close()
    disk.free()
    expect(await (await open()).status()).toMatchObject({ writable: true, counts: { users: 1 } })
  })

  it('that is full ten times during many writes loses no acknowledged write', async () => {
    const busy = await open({ journalBytes: 16 * 1024 })
    const [acknowledged, refused] = [new Set<number>(), new Set<number>()]
    const others: unknown[] = []
    const ending = new AbortController()
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let begun = 0; !ending.signal.aborted; begun++) {
        const n = numberOf(1, writer, begun)
        try {
          await busy.transaction(tx => perform(onStore(tx), n, 40))
          acknowledged.add(n)
        } catch (error) {
          if (error instanceof AppError && error.message === FULL.message) refused.add(n)
          else if (!(error instanceof OnPurpose)) others.push(error)
        }
        await sleep(2)
      }
    })
    for (let time = 0; time < 10; time++) {
      disk.fill()
      await until(async () => !(await busy.status()).writable)
      const before = acknowledged.size
      disk.free()
      await until(() => acknowledged.size > before + 20)
    }
    ending.abort()
    await Promise.all(writers)
    expect(others).toEqual([])
    expect(refused.size).toBeGreaterThanOrEqual(10)
    const { applied, faults } = await inspect(await reopen(), 40)
    expect(faults).toEqual([])
    expect(new Set(applied)).toEqual(acknowledged)
    expect(applied.filter(n => refused.has(n))).toEqual([])
  })

  it('that has no room for a snapshot keeps writing, and creates one when there is room', async () => {
    const troubles: string[] = []
    const crowded = await open({ report: ({ message, error }) => troubles.push(`${message}: ${String(error)}`) })
    let users = 0
    const addSome = async (enough: () => boolean): Promise<void> => {
      for (const last = users + 9; users < last && !enough(); users++) {
        while (!(await isTaken(`user-${users}`))) await sleep(1)
        await sleep(20)
      }
    }
    /** Until it fails, a snapshot may have taken the last of the room. */
    const isTaken = (id: string): Promise<boolean> =>
      add(crowded, id).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject(FULL)
          return false
        },
      )
    await addSome(() => false)
    await expect.poll(journals).toHaveLength(1)
    disk.fill(150 * 1024)
    await addSome(() => troubles.length > 0)
    expect(troubles).not.toEqual([])
    expect(await crowded.status()).toMatchObject({ writable: true, counts: { users } })
    await expect.poll(unnamedFiles).toEqual([])
    expect(await journals()).not.toHaveLength(1)
    disk.free()
    await addSome(() => false)
    await expect.poll(unnamedFiles).toEqual([])
    await expect.poll(journals).toHaveLength(1)
    for (const trouble of troubles) expect(trouble).toMatch(/snapshot.*ENOSPC/)
    expect((await (await reopen()).status()).counts).toMatchObject({ users })
  })

  const journals = async () => (await readdir(join(disk.path, 'store'))).filter(name => name.startsWith('journal.'))

  /** Files in the folder other than the manifest, the files that it names, and journals. */
  async function unnamedFiles(): Promise<readonly string[]> {
    const manifest = await readFile(join(disk.path, 'store', 'manifest.json'), 'utf8')
    const names = await readdir(join(disk.path, 'store'))
    return names.filter(name => !/^(journal\..*|manifest\.json)$/.test(name) && !manifest.includes(`"${name}"`))
  }

  it('that is read-only rejects writes with a reason, serves reads, and accepts writes once it may', async () => {
    await add(await open(), 'before')
    const still = await reopen()
    disk.remount('ro')
    for (const id of ['lost-1', 'lost-2']) await expect(add(still, id)).rejects.toMatchObject(READ_ONLY)
    expect(await still.status()).toMatchObject({
      writable: false,
      reason: 'the disk is read-only',
      counts: { users: 1 },
    })
    expect((await still.read.users.get('before'))?.name).toBe(LONG)
    disk.remount('rw')
    await add(still, 'after')
    expect(await still.status()).toMatchObject({ writable: true })
    expect((await (await reopen()).status()).counts).toMatchObject({ users: 2 })
  })
})

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(1)
}
