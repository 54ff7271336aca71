import { statSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ReviewView } from '../../src/tools/reviews/view.ts'
import { callByRest, place } from '../harness/rest-call.ts'
import { listenHere } from '../harness/serve-here.ts'
import { isNightly } from '../runs.ts'
import { newToken, type Serving, serveIn } from '../store/kill/serving.ts'

const ENDS = ['accept', 'return', 'revert'] as const
type End = (typeof ENDS)[number]
type More = Readonly<Record<string, unknown>>

/** In each of the three projects. */
const STRINGS = isNightly ? 100 : 40

let folder: string
/** Data in which the review of every project is read, but not ended. */
let base: string
let dataDir: string
let token: string
/** The process that is killed. */
let service: Serving
/** What serves now. */
let server: Pick<Serving, 'url'> & { readonly stop: () => Promise<void> }
const reviews = new Map<End, string>()
const before = new Map<End, unknown>()
const after = new Map<End, unknown>()

const call = <T>(tool: string, args: More) => callByRest(server.url, token, tool, args) as Promise<T>
const openHere = async (folderOfIt: string) => {
  server = await listenHere(folderOfIt)
}
const restart = async () => {
  await service.kill('SIGKILL')
  await openHere(dataDir)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-review-kill-'))
  base = join(folder, 'base')
  await openHere(base)
  token = await newToken(base)
  for (const end of ENDS) {
    await openReview(end)
    before.set(end, await look(end))
  }
  await server.stop()
  dataDir = join(folder, 'ended')
  await cp(base, dataDir, { recursive: true })
  await openHere(dataDir)
  await Promise.all(ENDS.map(end => askFor(end).answered))
  for (const end of ENDS) after.set(end, await look(end))
  await server.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, 'killed-'))
  await cp(base, dataDir, { recursive: true })
  service = await serveIn(dataDir)
  const stop = () => service.kill('SIGKILL')
  server = { url: service.url, stop }
})
afterEach(async () => {
  await server.stop()
  await service.kill('SIGKILL')
})

/** A project with a review of an agent's translations, of which everything that must be read is read. */
async function openReview(end: End): Promise<void> {
  const project = `ada/${end}`
  const texts = Object.fromEntries(Array.from({ length: STRINGS }, (_, at) => [`key${at}`, `Text number ${at}`]))
  await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  await call('update_project_policy', { project, review: 'required', approve: 'anyone' })
  await call('push_source', { project, files: [{ path: 'en.json', content: JSON.stringify(texts) }] })
  const { items } = await call<{ items: readonly { id: string; src: string; text: string }[] }>('get_work', {
    project,
    locale: 'de',
    limit: STRINGS,
  })
  const sent = items.map(({ id, src, text }) => ({ id, src, text: text.replace('Text number', 'Der Text Nummer') }))
  await call('submit_translations', { project, locale: 'de', items: sent })
  const { review } = await call<{ review: ReviewView }>('create_review', { project, waiting: true })
  reviews.set(end, review.id)
  const toRead = Array.from({ length: review.must_see.total + review.sample.size }, (_, at) => at + 1)
  const verdicts = toRead.map(n => ({ n, verdict: n === 1 ? 'minor' : 'good' }))
  await call('decide_review', { project, review: review.id, verdicts })
}

/** Everything that an end changes, without times and IDs. */
async function look(end: End): Promise<unknown> {
  const project = `ada/${end}`
  const { review } = await call<{ review: ReviewView }>('get_review', { project, review: reviews.get(end) })
  const { locales } = await call<{ locales: readonly unknown[] }>('get_status', { project })
  const { changes } = await call<{ changes: readonly More[] }>('list_changes', { project })
  const { events } = await call<{ events: readonly More[] }>('list_audit_events', { target: project })
  const batch = review.ended?.batch
  const ended =
    batch === undefined
      ? []
      : (await call<{ revisions: readonly unknown[] }>('list_changes', { project, batch, limit: 200 })).revisions
  return {
    state: review.state,
    counts: review.ended?.counts,
    locales,
    changes: changes.map(({ kind, counts }) => ({ kind, counts })),
    ended: ended.length,
    events: events.map(({ action, detail }) => ({ action, detail })),
  }
}

/** Ends a review. */
function askFor(end: End): { readonly sent: Promise<void>; readonly answered: Promise<number | undefined> } {
  const { method, path, rest } = place('decide_review', {
    project: `ada/${end}`,
    review: reviews.get(end),
    end,
    why: 'All is read.',
  })
  const asked = request(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  return {
    sent: new Promise(resolve => asked.end(JSON.stringify(rest), resolve)),
    answered: new Promise(resolve => {
      asked.on('response', answer => answer.resume().once('close', () => resolve(answer.statusCode)))
      asked.on('error', () => resolve(undefined))
    }),
  }
}

/** The newest journal. */
async function findJournal(): Promise<string> {
  const store = join(dataDir, 'store')
  const numbers = (await readdir(store)).flatMap(name => /^journal\.(\d+)\.jsonl$/.exec(name)?.[1] ?? [])
  return join(store, `journal.${Math.max(...numbers.map(Number))}.jsonl`)
}

/** Which reviews are ended. Each is with all its changes, or is as if nothing had been asked. */
async function listEnded(): Promise<readonly End[]> {
  const ended: End[] = []
  for (const end of ENDS) {
    const found = await look(end)
    const isEnded = (found as { readonly state: string }).state !== 'open'
    expect(found).toEqual((isEnded ? after : before).get(end))
    if (isEnded) ended.push(end)
  }
  return ended
}

/** Ends the other reviews. */
async function finish(ended: readonly End[]): Promise<void> {
  for (const end of ENDS) if (!ended.includes(end)) expect(await askFor(end).answered).toBe(200)
  expect(await listEnded()).toEqual(ENDS)
}

it.skipIf(!isNightly)(
  'ends a review completely or not at all when the server is killed before its answer',
  async () => {
    const asked = ENDS.map(askFor)
    await Promise.all(asked.map(({ sent }) => sent))
    await restart()
    await finish(await listEnded())
  },
)

it('ends a review completely or not at all when the server is killed as soon as it has written', async () => {
  const journal = await findJournal()
  const { size } = statSync(journal)
  for (const end of ENDS) void askFor(end)
  while (statSync(journal).size === size) await setImmediate()
  await restart()
  await finish(await listEnded())
})

it('keeps an end that was answered, and forgets one of which half is written', async () => {
  const journal = await findJournal()
  const { size } = statSync(journal)
  expect(await Promise.all(ENDS.map(end => askFor(end).answered))).toEqual([200, 200, 200])
  await service.kill('SIGKILL')
  const half = `${dataDir}-half`
  await cp(join(dataDir, 'store'), join(half, 'store'), { recursive: true })
  await openHere(dataDir)
  expect(await listEnded()).toEqual(ENDS)
  await server.stop()
  const copied = join(half, relative(dataDir, journal))
  const written = (await readFile(copied)).subarray(size)
  await truncate(copied, size + Math.floor(written.indexOf('\n') / 2))
  await openHere(half)
  expect(await listEnded()).toEqual([])
  await finish([])
})
