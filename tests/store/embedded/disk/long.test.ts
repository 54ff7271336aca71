import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { Pacer } from '../../../../src/scheduling/pacer.ts'
import { createDeferred } from '../../../../src/store/embedded/deferred.ts'
import type { GrowingFile } from '../../../../src/store/embedded/disk/durable-files.ts'
import type { Store, Transaction } from '../../../../src/store/store.ts'
import { atNight } from '../../../runs.ts'
import { event, token, user } from '../../contract/samples.ts'
import { diskFull, FaultyFiles } from '../../faulty-files.ts'
import { contentOf, write } from '../folder.ts'
import { found, MemoryFiles, memoryOpener, type OpenMemory, untilSnapshot } from '../memory.ts'
import { isUntouched, spoil } from '../sample.ts'

const LONG = 20_000
const FULL = { code: 'store_unavailable', message: 'Nothing was saved: the disk is full.' }

let open: OpenMemory
let memory: MemoryFiles
let files: FaultyFiles
let store: Store

beforeEach(async () => {
  open = await memoryOpener()
  memory = new MemoryFiles()
  files = new FaultyFiles(0, memory)
  store = await open(files, { longTransaction: LONG })
})

const names = (): readonly string[] => [...memory.content.keys()].filter(name => name.startsWith('transaction.'))
const isLong = (path: string): boolean => path.includes('transaction.')

const writeLong = (name = 'ada', check?: (tx: Transaction) => Promise<void>): Promise<void> =>
  store.transaction(
    async tx => {
      for (let n = 0; n < 60; n++) {
        const one = token(`t${n}`, { description: `${name} `.repeat(150) })
        await ((await tx.tokens.get(one.id)) === undefined ? tx.tokens.insert(one) : tx.tokens.put(one))
      }
    },
    { lock: 'a', ...(check && { check }) },
  )

/** The file of a long transaction is made, and waits before anything is written to it. */
class SlowFiles extends FaultyFiles {
  readonly #begun = createDeferred()
  readonly #slow = createDeferred()

  /** Resolves when the file is there. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  goOn(): void {
    this.#slow.resolve()
  }

  override async grow(path: string, size: number): Promise<GrowingFile> {
    const file = await super.grow(path, size)
    if (!isLong(path)) return file
    const append = async (pieces: readonly Buffer[]) => {
      this.#begun.resolve()
      await this.#slow.promise
      await file.append(pieces)
    }
    return { append, close: () => file.close() }
  }
}

describe('a long transaction', () => {
  it('is in a file that its journal line names, with the writes of its last check', async () => {
    await write(store, 'ada')
    await store.transaction(
      async tx => {
        for (let n = 0; n < 60; n++) await tx.tokens.insert(token(`t${n}`, { description: 'x'.repeat(500) }))
      },
      { lock: 'a', check: tx => tx.audit.append(event('checked')) },
    )
    const [name = ''] = names()
    const line = memory.content.get('journal.1.jsonl')?.toString().split('\n').at(-2) ?? ''
    expect(JSON.parse(line.slice(9)).units).toEqual([
      [expect.objectContaining({ file: name, bytes: memory.content.get(name)?.length }), ['audit', expect.anything()]],
    ])
    const there = await contentOf(store)
    expect(await found(open, memory.content)).toEqual(there)
    const again = await open(new MemoryFiles(memory.content))
    expect(await again.read.tokens.count('active', 'ada')).toBe(60)
    expect((await again.read.audit.get('checked'))?.id).toBe('checked')
  })

  it('has short lines, however long it is', async () => {
    await store.transaction(async tx => {
      for (let n = 0; n < 60; n++) await tx.tokens.insert(token(`t${n}`, { description: 'x'.repeat(50_000) }))
    })
    const lines =
      memory.content
        .get(names()[0] ?? '')
        ?.toString()
        .split('\n') ?? []
    expect(lines.length).toBeGreaterThan(5)
    expect(Math.max(...lines.map(line => line.length))).toBeLessThan(600_000)
    const again = await open(new MemoryFiles(memory.content))
    expect(await again.read.tokens.count('active', 'ada')).toBe(60)
  })

  it('is serialized in steps, also when it is one record, and so is its snapshot', async () => {
    store = await open(files, { longTransaction: LONG, journalBytes: LONG })
    const turns = vi.spyOn(Pacer.prototype, 'shouldYield', 'get')
    onTestFinished(() => turns.mockRestore())
    // Pieces of an even length end within characters of the one, and between those of the other.
    const large = '😀'.repeat(2 ** 21)
    for (const [id, description] of [['odd', `a${large}`] as const, ...atNight([['even', large] as const])]) {
      turns.mockClear()
      await untilSnapshot(memory, () => store.transaction(tx => tx.tokens.insert(token(id, { description }))))
      // Sixteen pieces of the transaction, and as many of the snapshot.
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(32)
      const again = await open(new MemoryFiles(memory.content))
      expect((await again.read.tokens.get(id))?.description === description).toBe(true)
    }
  })

  it('blocks nobody while it is written to the disk', async () => {
    const behind = new SlowFiles(0, memory)
    store = await open(behind, { longTransaction: LONG })
    const long = writeLong()
    await behind.begun
    await write(store, 'bob')
    expect(await store.read.tokens.count('active', 'ada')).toBe(0)
    behind.goOn()
    await long
    expect(await store.read.tokens.count('active', 'ada')).toBe(60)
  })

  it('keeps its file while an earlier snapshot removes unreferenced files', async () => {
    const behind = new SlowFiles(0, memory)
    store = await open(behind, { longTransaction: LONG, journalBytes: 100 })
    const long = writeLong()
    await behind.begun
    await write(store, 'bob')
    await vi.waitFor(() => expect(memory.content.has('journal.1.jsonl')).toBe(false), { timeout: 60_000 })
    expect(names()).toHaveLength(1)
    behind.goOn()
    await long
    const again = await open(new MemoryFiles(memory.content))
    expect(await again.read.tokens.count('active', 'ada')).toBe(60)
  })

  it('is written completely before the next snapshot, however long that takes', async () => {
    await store.close()
    store = await open(memory, { longTransaction: LONG, journalBytes: 100 })
    let now = 0
    // Others have their turn behind each of its records.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    onTestFinished(() => clock.mockRestore())
    await untilSnapshot(memory, () => writeLong('ada', tx => tx.users.insert(user('last'))))
    const again = await open(new MemoryFiles(memory.content))
    expect(await again.read.tokens.count('active', 'ada')).toBe(60)
    expect((await again.read.users.get('last'))?.id).toBe('last')
  })

  it('moves from its file into a snapshot, and the file is removed', async () => {
    await store.close()
    // Its line is shorter than that.
    store = await open(memory, { longTransaction: LONG, journalBytes: LONG })
    await untilSnapshot(memory, () => writeLong())
    expect(names()).toEqual([])
    const again = await open(new MemoryFiles(memory.content))
    expect(await again.read.tokens.count('active', 'ada')).toBe(60)
  })

  it('stays in its file over a restart, until a snapshot includes it', async () => {
    await writeLong()
    await store.close()
    store = await open(memory, { longTransaction: LONG })
    expect(names()).toHaveLength(1)
    await writeLong('bob')
    expect(names()).toHaveLength(2)
    await store.close()
    // It is long enough in all that one is due at once.
    store = await open(memory, { longTransaction: LONG, journalBytes: 2 * LONG })
    await untilSnapshot(memory, () => Promise.resolve())
    expect(names()).toEqual([])
    expect((await store.read.tokens.get('t0'))?.description).toContain('bob')
  })

  it.each([
    ['it throws', () => Promise.reject(new AppError('conflict', 'It is full by now.')), { code: 'conflict' }],
    ['the disk is full', () => Promise.resolve(), FULL],
  ])('leaves no trace when %s', async (what, check, refusal) => {
    await write(store, 'ada')
    const before = await contentOf(store)
    if (refusal === FULL) {
      files.fault = (operation, path) => {
        if (operation === 'append' && isLong(path)) throw diskFull()
      }
    }
    await expect(writeLong('ada', check)).rejects.toMatchObject(refusal)
    const isFull = what === 'the disk is full'
    expect(await store.status()).toMatchObject(isFull ? { writable: false, reason: what } : { writable: true })
    expect(names()).toEqual([])
    expect(await contentOf(store)).toEqual(before)
    await write(store, 'bob')
  })

  it.each([
    ['before', 'before'],
    ['after', 'after'],
    ['after', 'before'],
  ])('leaves no file when its line fails, %s the journal has it and %s it is cut again', async (append, grow) => {
    await write(store, 'ada')
    const before = await contentOf(store)
    const faults = [`append ${append}`, `grow ${grow}`]
    // The mending that follows fails too, so that the line may be there until the next write.
    files.fault = (operation, path, moment) => {
      if (isLong(path) || `${operation} ${moment}` !== faults[0]) return
      faults.shift()
      throw diskFull()
    }
    await expect(writeLong()).rejects.toMatchObject(FULL)
    expect(await contentOf(store)).toEqual(before)
    // A process that ends now may find the line: then it finds the file as well.
    await open(new MemoryFiles(memory.content))
    expect(faults).toEqual([])
    await write(store, 'bob')
    await store.close()
    expect(names()).toEqual([])
    expect(await found(open, memory.content)).toEqual(await contentOf(await open(files)))
  })
})

describe('the file of a long transaction', () => {
  beforeEach(async () => {
    await writeLong()
    await store.close()
  })

  const refusalOf = async (spoiled: MemoryFiles): Promise<AppError> => {
    const before = spoiled.content
    const error = await open(spoiled).catch((refusal: unknown) => refusal)
    if (!(error instanceof AppError) || error.code !== 'bad_config') throw new Error('It opened.', { cause: error })
    expect(isUntouched(spoiled, before)).toBe(true)
    return error
  }

  it.each([
    ['is missing', () => undefined, /transaction\.1\.jsonl: it is missing\.$/],
    ['is cut', (bytes: Buffer) => bytes.subarray(0, -1), /transaction\.1\.jsonl: it has \d+ bytes instead of \d+\.$/],
    ['has another byte', (bytes: Buffer) => Buffer.from(bytes).fill('y', 5000, 5001), /its checksum is \w+ instead of/],
  ])('that %s keeps the store from opening, and is named', async (_, change, message) => {
    const bytes = change(memory.content.get('transaction.1.jsonl') ?? Buffer.alloc(0))
    const others = new Map(memory.content)
    others.delete('transaction.1.jsonl')
    const spoiled = bytes === undefined ? new MemoryFiles(others) : spoil(others, 'transaction.1.jsonl', bytes)
    expect((await refusalOf(spoiled)).message).toMatch(message)
  })

  it('that no journal names is removed at the next start', async () => {
    memory = spoil(memory.content, 'transaction.7.jsonl', Buffer.from('half'))
    store = await open(memory)
    expect(names()).toEqual(['transaction.1.jsonl'])
  })
})
