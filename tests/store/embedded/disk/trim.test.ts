import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BackgroundFailure, Store } from '../../../../src/store/store.ts'
import { at, event, ids } from '../../contract/samples.ts'
import { diskFull, FaultyFiles } from '../../faulty-files.ts'
import { contentOf, NO_SNAPSHOTS, SNAPSHOTS } from '../folder.ts'
import { found, MemoryFiles, memoryOpener, type OpenMemory, untilSnapshot } from '../memory.ts'

let open: OpenMemory
let memory: MemoryFiles
let files: FaultyFiles
let store: Store
let troubles: BackgroundFailure[]

const options = (journalBytes = SNAPSHOTS) => ({
  journalBytes,
  report: (trouble: BackgroundFailure) => troubles.push(trouble),
})

beforeEach(async () => {
  open = await memoryOpener()
  memory = new MemoryFiles()
  files = new FaultyFiles(0, memory)
  troubles = []
  store = await open(files, options())
})

/** One transaction with an event for each of these seconds. */
const append = (to: Store, ...seconds: readonly number[]): Promise<void> =>
  to.transaction(async tx => {
    for (const second of seconds) await tx.audit.append(event(`e${second}`, { at: at(second) }))
  })

/** A segment with an event for each of these seconds. */
const segment = (...seconds: readonly number[]): Promise<void> => untilSnapshot(memory, () => append(store, ...seconds))

const newest = async (from: Store): Promise<readonly string[]> =>
  ids((await from.read.audit.page('user', 'ada', { limit: 1000 })).items)

const segmentFiles = (): readonly string[] =>
  [...memory.content.keys()].filter(name => /^audit\.\d+\.jsonl$/.test(name))

const generationOf = ({ content }: MemoryFiles): number =>
  (JSON.parse(content.get('manifest.json')?.toString() ?? '') as { generation: number }).generation

/** Holds the calls for some files until it is called. */
function gate(on: MemoryFiles, operation: 'write' | 'readRanges', pattern: RegExp) {
  let release: () => void = () => undefined
  let waiting = 0
  const opened = new Promise<void>(resolve => {
    release = resolve
  })
  const through = on[operation].bind(on) as (...given: readonly unknown[]) => Promise<never>
  const forOthers = () => Object.assign(on, { [operation]: through })
  Object.assign(on, {
    [operation]: async (...given: readonly [path: string, ...rest: readonly unknown[]]) => {
      if (pattern.test(given[0])) {
        waiting++
        await opened
      }
      return through(...given)
    },
  })
  return Object.assign(release, { forOthers, isWaitedFor: () => waiting > 0 })
}

const reopen = async (): Promise<Store> => {
  await store.close()
  store = await open(files, options())
  return store
}

describe('a trim of a log', () => {
  beforeEach(async () => {
    await segment(1, 2)
    await segment(3)
    await segment(4, 5)
  })

  it('removes whole old segments, returns the number of records, and keeps the rest', async () => {
    expect(await store.trim('audit', at(4))).toBe(3)
    expect(segmentFiles()).toHaveLength(1)
    for (const again of [() => store, reopen]) {
      const now = await again()
      expect(await newest(now)).toEqual(['e5', 'e4'])
      expect((await now.status()).counts).toMatchObject({ audit: 2 })
      expect(await now.read.audit.get('e3')).toBeUndefined()
      expect(await now.read.audit.get('e4')).toEqual(event('e4', { at: at(4) }))
    }
    await segment(6)
    expect(await newest(await reopen())).toEqual(['e6', 'e5', 'e4'])
    expect(await store.trim('audit', at(7))).toBe(3)
    expect(await newest(await reopen())).toEqual([])
  })

  it('keeps a segment with one newer record, and all later ones', async () => {
    expect(await store.trim('audit', at(1))).toBe(0)
    expect(await store.trim('audit', at(2))).toBe(0)
    expect(await newest(store)).toEqual(['e5', 'e4', 'e3', 'e2', 'e1'])
    await segment(0)
    expect(await store.trim('audit', at(5))).toBe(3)
    expect(await newest(store)).toEqual(['e0', 'e5', 'e4'])
  })

  it('keeps a segment whose last record has a future time', async () => {
    await store.trim('audit', at(6))
    await segment(9, 0)
    expect(await store.trim('audit', at(9))).toBe(0)
    expect(await newest(store)).toEqual(['e0', 'e9'])
  })

  it('keeps other logs and records outside of segments', async () => {
    await store.close()
    store = await open(files, options(NO_SNAPSHOTS))
    await append(store, 6)
    expect(await store.trim('revisions', at(9))).toBe(0)
    expect(await store.trim('audit', at(6))).toBe(5)
    expect(await newest(store)).toEqual(['e6'])
    expect(await newest(await reopen())).toEqual(['e6'])
  })

  it('changes no cursor: an open listing continues where it was', async () => {
    const first = await store.read.audit.page('user', 'ada', { limit: 1 })
    const second = await store.read.audit.page('user', 'ada', { limit: 2 })
    await store.trim('audit', at(3))
    for (const again of [() => store, reopen]) {
      const { read } = await again()
      const next = await read.audit.page('user', 'ada', { limit: 10, after: first.next })
      expect(ids(next.items)).toEqual(['e4', 'e3'])
      expect(next).not.toHaveProperty('next')
    }
    await segment(6)
    expect(ids((await store.read.audit.page('user', 'ada', { limit: 10, after: first.next })).items)).toEqual([
      'e4',
      'e3',
    ])
    await store.trim('audit', at(6))
    for (const { next } of [first, second]) {
      expect(await (await reopen()).read.audit.page('user', 'ada', { limit: 10, after: next })).toEqual({ items: [] })
    }
  })

  it('frees the IDs of removed records', async () => {
    await store.trim('audit', at(6))
    await append(store, 1)
    expect(await newest(await reopen())).toEqual(['e1'])
  })

  it('waits for a running snapshot, and both take effect', async () => {
    const release = gate(memory, 'write', /audit\.\d+\.jsonl/)
    const generation = generationOf(memory)
    await append(store, 6)
    await expect.poll(release.isWaitedFor, { interval: 2 }).toBe(true)
    const trimmed = store.trim('audit', at(4))
    for (let turns = 0; turns < 20; turns++) await turn()
    release()
    expect(await trimmed).toBe(3)
    expect(generationOf(memory)).toBe(generation + 1)
    for (const again of [() => store, reopen]) expect(await newest(await again())).toEqual(['e6', 'e5', 'e4'])
    expect(troubles).toEqual([])
  })

  it('removes each record once when it runs twice at once', async () => {
    expect(await Promise.all([store.trim('audit', at(3)), store.trim('audit', at(4))])).toEqual([2, 1])
    expect(await newest(await reopen())).toEqual(['e5', 'e4'])
  })

  it('is aborted when the store is closed, and rejected afterwards', async () => {
    const release = gate(memory, 'readRanges', /audit/)
    const trimmed = store.trim('audit', at(4))
    const order: string[] = []
    const ended = [
      trimmed.catch(() => undefined).finally(() => order.push('trim')),
      store.close().finally(() => order.push('close')),
    ]
    for (let turns = 0; turns < 20; turns++) await turn()
    release()
    await expect(trimmed).rejects.toMatchObject({ code: 'store_unavailable' })
    await Promise.all(ended)
    expect(order).toEqual(['trim', 'close'])
    await expect(store.trim('audit', at(9))).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await found(open, memory.content)).toMatchObject({ counts: { audit: 5 } })
  })

  it('names the damaged file, and removes nothing', async () => {
    const [oldest = ''] = segmentFiles()
    const bytes = Buffer.from(memory.content.get(oldest) ?? '')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    await store.close()
    store = await open(new MemoryFiles(new Map([...memory.content, [oldest, bytes]])), options())
    await expect(store.trim('audit', at(9))).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(oldest),
    })
    expect((await store.status()).counts).toMatchObject({ audit: 5 })
  })
})

describe('a read during a trim', () => {
  beforeEach(async () => {
    await segment(1)
    await segment(2)
    await segment(3)
  })

  it('by a backup finishes, and its files are removed by the next trim', async () => {
    const dump = await store.dump()
    expect(await store.trim('audit', at(3))).toBe(2)
    const events: unknown[] = []
    for await (const { table, records } of dump.batches()) if (table === 'audit') events.push(...records)
    expect(events).toHaveLength(dump.counts['audit'] ?? 0)
    expect(events).toHaveLength(3)
    expect(segmentFiles()).toHaveLength(3)
    dump.close()
    expect(await store.trim('audit', at(3))).toBe(0)
    expect(segmentFiles()).toHaveLength(1)
  })

  it.each([
    [
      'a listing',
      async () => ids((await store.read.audit.page('user', 'ada', { limit: 9 })).items),
      ['e3', 'e2', 'e1'],
    ],
    ['a look-up', async () => (await store.read.audit.get('e1'))?.id, 'e1'],
  ])('by %s finishes when it started before', async (_, read, expected) => {
    const release = gate(memory, 'readRanges', /audit/)
    const reading = read()
    await expect.poll(release.isWaitedFor, { interval: 2 }).toBe(true)
    release.forOthers()
    expect(await store.trim('audit', at(4))).toBe(3)
    release()
    expect(await reading).toEqual(expected)
    expect(await read()).toEqual(Array.isArray(expected) ? [] : undefined)
    await store.trim('audit', at(4))
    expect(segmentFiles()).toEqual([])
  })
})

describe('a service that writes little', () => {
  beforeEach(async () => {
    await store.close()
    store = await open(files, options(NO_SNAPSHOTS))
    await append(store, 1)
    await append(store, 2)
  })

  it('creates a snapshot when its oldest journal event is old enough, and trims it with its segment', async () => {
    await untilSnapshot(memory, async () => expect(await store.trim('audit', at(2))).toBe(0))
    expect(segmentFiles()).toHaveLength(1)
    expect(await newest(store)).toEqual(['e2', 'e1'])
    await append(store, 3)
    expect(await store.trim('audit', at(2))).toBe(0)
    expect(await store.trim('audit', at(3))).toBe(2)
    expect(await newest(await reopen())).toEqual(['e3'])
  })

  it('creates none for newer events, however often it is trimmed', async () => {
    await untilSnapshot(memory, () => store.trim('audit', at(2)))
    await append(store, 5)
    for (let n = 0; n < 3; n++) {
      await store.trim('audit', at(5))
      for (let turns = 0; turns < 20; turns++) await turn()
    }
    expect(generationOf(memory)).toBe(1)
    await untilSnapshot(memory, () => store.trim('audit', at(6)))
    expect(generationOf(memory)).toBe(2)
  })
})

describe('with every disk failure and every process end during a trim', () => {
  const whole = () => contentOf(store)

  beforeEach(async () => {
    await segment(1, 2)
    await segment(3)
    await append(store, 4)
  })

  it('the log is whole or trimmed at each step, and trimmed at the end', async () => {
    const before = await whole()
    const steps: ReadonlyMap<string, Buffer>[] = []
    memory.onStep = () => steps.push(memory.content, memory.afterPowerCut)
    expect(await store.trim('audit', at(3))).toBe(2)
    memory.onStep = () => undefined
    const after = await whole()
    expect(after).toMatchObject({ newest: ['e4', 'e3'] })
    expect(steps.length).toBeGreaterThan(4)
    for (const content of steps) expect([before, after]).toContainEqual(await found(open, content))
    expect(await found(open, memory.content)).toEqual(after)
    expect(await found(open, memory.afterPowerCut)).toEqual(after)
  })

  it.each([
    ['write', 'before'],
    ['write', 'after'],
    ['replace', 'before'],
    ['replace', 'after'],
  ] as const)('a failure of the %s, %s it, is reported, and the next trim succeeds', async (operation, moment) => {
    const before = await whole()
    files.fault = (now, _, when) => {
      if (now === operation && when === moment) throw diskFull()
    }
    await expect(store.trim('audit', at(3))).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('the disk is full'),
    })
    files.fault = () => undefined
    expect(await whole()).toEqual(before)
    expect(await store.status()).toMatchObject({ writable: true })
    const crashed = await found(open, memory.content)
    if (operation === 'replace' && moment === 'after') expect(crashed).toMatchObject({ newest: ['e4', 'e3'] })
    else expect(crashed).toEqual(before)
    await untilSnapshot(memory, () => append(store, 5))
    expect(await found(open, memory.content)).toEqual(await whole())
    expect(await store.trim('audit', at(3))).toBe(2)
    expect(await newest(await reopen())).toEqual(['e5', 'e4', 'e3'])
    expect(segmentFiles()).not.toContain('audit.1.jsonl')
  })
})
