import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../../src/store/store.ts'
import { isNightly } from '../../../runs.ts'
import { user } from '../../contract/samples.ts'
import { diskFull, FaultyFiles } from '../../faulty-files.ts'
import { contentOf, write } from '../folder.ts'
import { found, MemoryFiles, memoryOpener, type OpenMemory } from '../memory.ts'

const FULL = { code: 'store_unavailable', message: 'Nothing was saved: the disk is full.' }

let open: OpenMemory
let memory: MemoryFiles
let files: FaultyFiles
let store: Store

beforeEach(async () => {
  open = await memoryOpener()
  memory = new MemoryFiles()
  files = new FaultyFiles(0, memory)
  store = await open(files)
})

/** Fails the next so many calls of this kind, and gives how many of them are still to come. */
function failNext(times: number, operation: string, moment: string): () => number {
  let left = times
  files.fault = (...now) => {
    if (left === 0 || now[0] !== operation || now[2] !== moment) return
    left--
    throw diskFull()
  }
  return () => left
}

/** A transaction is rejected, leaves nothing on the disk, and the store continues. */
async function expectRefusal(): Promise<void> {
  const before = await contentOf(store)
  await expect(write(store, 'ada', 'lost')).rejects.toMatchObject(FULL)
  expect(await store.status()).toMatchObject({ writable: false, reason: 'the disk is full' })
  expect(await contentOf(store)).toEqual(before)
  expect(await found(open, memory.content)).toEqual(before)
}

async function expectMore(): Promise<void> {
  await write(store, 'bob')
  expect(await store.status()).toMatchObject({ writable: true })
  const after = await contentOf(store)
  expect(await found(open, memory.content)).toEqual(after)
  await store.close()
  store = await open(files)
  expect(await contentOf(store)).toEqual(after)
  expect((await store.read.users.get('bob'))?.name).toBe('bob')
}

describe('a commit that fails', () => {
  it.each([
    ['append', 'before'],
    ['append', 'after'],
  ] as const)('at its %s, %s it, leaves no trace', async (operation, moment) => {
    await write(store, 'ada', 'kept')
    const left = failNext(1, operation, moment)
    await expectRefusal()
    expect(left()).toBe(0)
    await expectMore()
    expect((await store.read.users.get('ada'))?.name).toBe('kept')
  })

  it.each([
    ['grow', 'before'],
    ['grow', 'after'],
    ['append', 'before'],
    ['append', 'after'],
  ] as const)('as the first of a process, at its %s, %s it, leaves no trace', async (operation, moment) => {
    await write(store, 'ada', 'kept')
    await store.close()
    store = await open(files)
    failNext(1, operation, moment)
    await expectRefusal()
    await expectMore()
  })

  it('after any number of its bytes leaves no trace', async () => {
    await write(store, 'ada', 'kept')
    const size = async () => (await memory.size('journal.1.jsonl')) ?? 0
    const before = await size()
    await write(store, 'ada', 'long')
    const length = (await size()) - before
    const places = Array.from({ length: length + 1 }, (_, at) => at)
    for (const bytes of places.filter(at => isNightly || at % 8 === 0 || at < 3 || at > length - 3)) {
      files.tearAt = bytes
      await expectRefusal()
      expect(await size()).toBe(before + length)
    }
    files.tearAt = undefined
    await expectMore()
  })

  it('fails together with those that wait for it', async () => {
    await write(store, 'ada', 'kept')
    const before = await contentOf(store)
    const resume = files.stall()
    failNext(1, 'append', 'after')
    let ran = 0
    const lost = ['bob', 'eve', 'zoe'].map(id =>
      store.transaction(async tx => {
        await tx.users.insert(user(id))
        ran += 1
      }),
    )
    const results = Promise.allSettled(lost)
    // One that starts only after the failure has nothing to fail with.
    await expect.poll(() => ran).toBe(3)
    await turn()
    resume()
    for (const result of await results) expect(result).toMatchObject({ status: 'rejected', reason: FULL })
    expect(await found(open, memory.content)).toEqual(before)
    await expectMore()
  })

  it('names the reason for every system error', async () => {
    for (const [code, words] of [
      ['ENOSPC', 'the disk is full'],
      ['EROFS', 'the disk is read-only'],
      ['EWEIRD', 'writing failed (EWEIRD)'],
    ]) {
      files.fault = () => {
        throw Object.assign(new Error('secret path'), { code })
      }
      await expect(write(store, 'ada')).rejects.toMatchObject({ message: `Nothing was saved: ${words}.` })
      expect((await store.status()).reason).toBe(words)
    }
  })
})

describe('a failed commit that cannot be rolled back yet', () => {
  /** The first append fails after its bytes are there, and from then on the journal cannot be opened so many times. */
  function failAndKeep(times: number, tearAt?: number): void {
    let left = times
    let torn = false
    files.fault = (operation, _, moment) => {
      if (operation === 'append' && !torn && moment === (tearAt === undefined ? 'after' : 'before')) {
        torn = true
        files.tearAt = tearAt
        if (tearAt === undefined) throw diskFull()
      } else if (operation === 'grow' && torn && moment === 'before' && left > 0) {
        files.tearAt = undefined
        left--
        throw diskFull()
      }
    }
  }

  it.each([1, 2, 3, 7])('is rolled back before the next write, also when that fails %i times', async times => {
    await write(store, 'ada', 'kept')
    failAndKeep(times)
    for (let n = 0; n < times; n++) await expect(write(store, 'ada', 'lost')).rejects.toMatchObject(FULL)
    await expectMore()
    expect((await store.read.users.get('ada'))?.name).toBe('kept')
  })

  it.each([0, 1, 50, 200])('leaves no partial line of %i written bytes', async bytes => {
    await write(store, 'ada', 'kept')
    const before = await contentOf(store)
    failAndKeep(3, bytes)
    for (let n = 0; n < 3; n++) {
      await expect(write(store, 'ada', 'lost')).rejects.toMatchObject(FULL)
      expect(await found(open, memory.content)).toEqual(before)
    }
    await expectMore()
  })

  it('is rolled back when the store is closed', async () => {
    await write(store, 'ada', 'kept')
    const before = await contentOf(store)
    failAndKeep(1)
    await expect(write(store, 'ada', 'lost')).rejects.toMatchObject(FULL)
    await store.close()
    expect(await found(open, memory.content)).toEqual(before)
  })

  it.each([
    ['shortened', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['changed', (bytes: Buffer) => Buffer.from(bytes).fill('x', 50, 51)],
  ])('blocks writes to a journal that another process %s', async (_, change) => {
    await write(store, 'ada', 'kept')
    const changed = change(memory.content.get('journal.1.jsonl') ?? Buffer.alloc(0))
    files.fault = (operation, path, moment) => {
      if (operation !== 'append' || moment !== 'before') return
      void memory.write(path, [changed])
      throw diskFull()
    }
    await expect(write(store, 'ada', 'lost')).rejects.toMatchObject(FULL)
    files.fault = () => undefined
    await expect(write(store, 'bob')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(memory.content.get('journal.1.jsonl')).toEqual(changed)
    expect((await store.read.users.get('ada'))?.name).toBe('kept')
  })
})

describe('a transaction that writes more than 256 MiB', () => {
  const LARGE = 'x'.repeat(33 * 1024 * 1024)

  it('is rejected completely, also when its function goes on, and the store continues', async () => {
    await write(store, 'ada', 'kept')
    const before = await contentOf(store)
    const refused = store.transaction(async tx => {
      await tx.users.put(user('ada', { name: 'lost' }))
      const tries = Array.from({ length: 8 }, (_, n) => tx.users.insert(user(`u${n}`, { name: LARGE })))
      await Promise.allSettled(tries)
      return 'went on'
    })
    await expect(refused).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('256 MiB') })
    expect(await contentOf(store)).toEqual(before)
    await write(store, 'bob', 'after')
    expect((await store.read.users.get('bob'))?.name).toBe('after')
  })
})
