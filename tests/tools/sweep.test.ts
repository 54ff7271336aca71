import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Store, Transaction } from '../../src/store/store.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'
import { startSweeping, sweep } from '../../src/tools/retention/sweep.ts'
import { authorizationTables } from '../store/authorization-samples.ts'
import { hash, stagedFile } from '../store/contract/samples.ts'
import { eachLoop } from './loop.ts'
import { openSite } from './site.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const loop = eachLoop(['de', 'fr'])

const run = (signal?: AbortSignal) => sweep(loop.world.services, async () => signal?.aborted !== true)
const counts = async () => (await loop.world.services.store.status()).counts
const inMs = (ms: number) => new Date(loop.world.services.now().getTime() + ms).toISOString()

/** Records of each kind that expire in a while. */
const expiring = (name: string, ms: number, project_id = 'p') =>
  loop.world.services.store.transaction(async tx => {
    const expires_at = inMs(ms)
    await tx.replays.insert({ id: `r-${name}`, call: hash(name), arguments: hash(''), answer: '{}', expires_at })
    await tx.staged_files.insert(stagedFile(`s-${name}`, 1, { expires_at, project_id }))
  })

describe('a sweep', () => {
  it('removes expired records, and nothing that is still needed', async () => {
    await expiring('soon', HOUR)
    await expiring('later', HOUR + 1)
    loop.world.pass(HOUR - 1)
    expect(await run()).toBe(0)
    loop.world.pass(1)
    expect(await run()).toBe(2)
    expect(await counts()).toMatchObject({ replays: 1, staged_files: 1 })
    expect(await loop.world.services.store.read.replays.get('r-later')).toBeDefined()
    loop.world.pass(1)
    expect(await run()).toBe(2)
    expect(await run()).toBe(0)
  })

  it('removes at most 1,000 records in a transaction, so that others can run in between', async () => {
    const { store } = loop.world.services
    await store.transaction(async tx => {
      for (let n = 0; n < 2_500; n++) {
        await tx.replays.insert({
          id: `r${n}`,
          call: hash(`${n}`),
          arguments: hash(''),
          answer: '{}',
          expires_at: inMs(0),
        })
      }
    })
    const sizes: number[] = []
    const stop = store.watch(changes => sizes.push(changes.length))
    expect(await run()).toBe(2_500)
    stop()
    expect(sizes).toEqual([1_000, 1_000, 500])
  })

  it('stops between two transactions when the service stops', async () => {
    await expiring('soon', 0)
    const stopping = new AbortController()
    stopping.abort()
    expect(await run(stopping.signal)).toBe(0)
    expect(await counts()).toMatchObject({ replays: 1 })
  })
})

const project = 'ada/app'

/** Records in every collection that can have some of a project. */
const fill = async () => {
  await loop.push(Object.fromEntries(Array.from({ length: 1_100 }, (_, n) => [`k${n}`, `Text ${n}`])))
  await loop.push({ b: 'B' }, { branch: 'one' }, 'locales/more/en.json')
  await loop.translate({ k1: 'Text' })
  const { id: project_id } = await loop.record()
  const { store, now } = loop.world.services
  const at = now().toISOString()
  const origin = { kind: 'agent', user_id: 'u', credential: 'stdio' } as const
  await expiring('never', 400 * DAY, project_id)
  await store.transaction(async tx => {
    const [file] = await tx.files.list('project', project_id)
    const file_id = file?.id ?? ''
    const target = { content: '', sha256: hash(''), imported_at: null }
    await tx.target_files.insert({
      id: 'tf',
      project_id,
      file_id,
      locale: 'de',
      branch: 'main',
      path: 'de.json',
      ...target,
    })
    await tx.comments.insert({
      id: 'c',
      project_id,
      entry_id: 'e',
      kind: 'comment',
      text: 't',
      origin,
      batch_id: 'b',
      at,
    })
    await tx.voices.insert({ id: project_id, version: 1, voice: {}, updated_at: at })
    const policy = { agents_save: true, do_not_translate: 'error', forbidden_term: 'error' } as const
    await tx.glossaries.insert({ id: project_id, version: 1, policy, updated_at: at })
    const term = { term: 'x', kind: 'normal', case_sensitive: false, translations: {}, version: 1 } as const
    await tx.glossary_terms.insert({ id: 'g', owner_id: project_id, ...term })
  })
}

it('a deleted project is removed with its content after 30 days, and its log entries stay', async () => {
  await loop.ada.call('create_project', { project: 'ada/other', source_locale: 'en', target_locales: ['de'] })
  await loop.ada.call('push_source', { project: 'ada/other', files: [{ path: 'en/a.json', content: '{"a":"A"}' }] })
  const before = await counts()
  await fill()
  const full = await counts()
  const kinds = Object.keys(full).filter(name => (full[name] ?? 0) > (before[name] ?? 0))
  expect(kinds).toEqual(
    expect.arrayContaining([
      'entries',
      'translations',
      'branch_files',
      'target_files',
      'comments',
      'glossary_terms',
      'voices',
    ]),
  )
  await loop.ada.call('delete_project', { project, confirm: project })
  loop.world.pass(30 * DAY - 1)
  await run()
  expect(await counts()).toMatchObject({ entries: full['entries'], translations: full['translations'], projects: 2 })
  loop.world.pass(1)
  const sizes: number[] = []
  const stop = loop.world.services.store.watch(changes => sizes.push(changes.length))
  await run()
  stop()
  expect(Math.max(...sizes)).toBe(1_000)
  const after = await counts()
  const { audit: _audit, batches: _batches, revisions, ...left } = after
  const { audit: __audit, batches: __batches, revisions: _none, replays: _replays, ...other } = before
  expect(left).toMatchObject({ ...other, projects: 1 })
  expect(revisions).toBe(full['revisions'])
  expect(await run()).toBe(0)
  expect(await loop.ada.call('get_work', { project: 'ada/other', locale: 'de' })).toMatchObject({
    items: [{ key: 'a' }],
  })
})

describe('a service', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const MINUTE = 60_000
  /** Until each service waits for its next sweep, because the last one is over. */
  const swept = async (services = 1): Promise<void> => {
    while (vi.getTimerCount() < services) await new Promise(setImmediate)
  }
  const minutes = async (count: number, services = 1): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      vi.advanceTimersByTime(MINUTE)
      await swept(services)
    }
    expect(vi.getTimerCount()).toBe(services)
  }

  it('sweeps a minute after its start, then every hour, until it stops', async () => {
    const stop = startSweeping(loop.world.services)
    await expiring('one', 0)
    vi.advanceTimersByTime(MINUTE - 1)
    expect(await counts()).toMatchObject({ replays: 1 })
    vi.advanceTimersByTime(1)
    await swept()
    expect(await counts()).toMatchObject({ replays: 0, staged_files: 0 })
    await expiring('two', 0)
    await minutes(59)
    expect(await counts()).toMatchObject({ replays: 1 })
    await minutes(1)
    expect(await counts()).toMatchObject({ replays: 0 })
    await stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('removes pending requests of signed-out users every minute', async () => {
    const { store, now } = loop.world.services
    const { interactions, sign_ins, device_codes } = authorizationTables('text')
    const expires_at = now().toISOString()
    const stop = startSweeping(loop.world.services)
    await minutes(1)
    await store.transaction(async tx => {
      for (const one of interactions) await tx.interactions.insert({ ...one, expires_at })
      for (const one of sign_ins) await tx.sign_ins.insert({ ...one, expires_at })
      for (const one of device_codes) await tx.device_codes.insert({ ...one, expires_at })
    })
    await expiring('kept for the hour', 0)
    await minutes(1)
    expect(await counts()).toMatchObject({ interactions: 0, sign_ins: 0, device_codes: 0, replays: 1 })
    await stop()
  })

  it('is done by one process, and by another one after it', async () => {
    const create = openSite(loop.world.services)
    const sweeping: string[] = []
    const open = (name: string): (() => Promise<void>) => {
      const { services } = create()
      const { store } = services
      const transaction: Store['transaction'] = (work, options) => {
        sweeping.push(name)
        return store.transaction(work, options)
      }
      return startSweeping({ ...services, store: { ...store, transaction } })
    }
    const [stop, stopOther] = [open('one'), open('other')]
    await minutes(1, 2)
    await minutes(1, 2)
    expect(new Set(sweeping).size).toBe(1)
    const [first] = sweeping
    const stopped = first === 'one' ? [stop, stopOther] : [stopOther, stop]
    await stopped[0]?.()
    await minutes(1)
    expect(sweeping.at(-1)).not.toBe(first)
    await stopped[1]?.()
  })

  it('logs a failed sweep, and runs the next one', async () => {
    const told: string[] = []
    const log = { ...loop.world.services.log, warn: (_: unknown, message: string) => told.push(message) }
    let fails = true
    const store = {
      ...loop.world.services.store,
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        fails ? Promise.reject(new Error('the disk')) : loop.world.services.store.transaction(work),
    }
    await expiring('one', 0)
    const stop = startSweeping({ ...loop.world.services, log: log as unknown as Services['log'], store })
    await minutes(1)
    expect(told).toEqual(['expired records could not be removed'])
    expect(await counts()).toMatchObject({ replays: 1 })
    fails = false
    await minutes(60)
    expect(await counts()).toMatchObject({ replays: 0 })
    await stop()
  })
})
