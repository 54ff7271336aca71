import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunView } from '../../src/tools/runs/view.ts'
import { startFakeProvider } from '../engines/fake-provider.ts'
import { eachTest } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { callByRest } from '../harness/rest-call.ts'
import { isNightly } from '../runs.ts'
import { newToken, type Serving, serveIn } from '../store/kill/serving.ts'

const project = 'ada/app'
const STRINGS = 120
const BATCH_SIZE = 5
const CONCURRENCY = 3
/** Requests at whose arrival the server is killed, before it has their answers. */
const KILLED_AT = isNightly ? [4, 11, 19] : [11]

let dataDir: string
let service: Serving | undefined
const provider = eachTest(() => startFakeProvider())

beforeEach(async () => {
  dataDir = await temporaryFolder()
})
afterEach(() => service?.kill('SIGKILL'))

const isText = (source: unknown) => typeof source === 'string'

interface Item {
  readonly key: string
  readonly outcome: string
}
interface Answer {
  readonly runs: readonly [RunView]
  readonly items?: readonly Item[]
  readonly next_cursor?: string
}

it('a run completes although the server is killed repeatedly, and no answer that was stored is asked for again', async () => {
  const env = {
    DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
    DRAGOMAN_LLM_URL: `${provider.url}/v1`,
    DRAGOMAN_LLM_MODEL: 'fake-1',
  }
  let running = await serveIn(dataDir, env)
  service = running
  const token = await newToken(dataDir)
  const call = <T>(tool: string, args: Readonly<Record<string, unknown>>) =>
    callByRest(running.url, token, tool, { project, ...args }) as Promise<T>
  const texts = Object.fromEntries(Array.from({ length: STRINGS }, (_, at) => [`key${at}`, `Text number ${at}`]))
  await call('create_project', { source_locale: 'en', target_locales: ['de'] })
  await call('push_source', { files: [{ path: 'en.json', content: JSON.stringify(texts) }] })

  const listDone = async (id: string): Promise<readonly string[]> => {
    const keys: string[] = []
    let cursor: string | undefined
    do {
      const more = cursor === undefined ? {} : { cursor }
      const page = await call<Answer>('get_runs', { run: id, items: 'all', limit: 200, ...more })
      keys.push(...(page.items ?? []).map(({ key }) => key))
      cursor = page.next_cursor
    } while (cursor !== undefined)
    return keys
  }

  let arrived = (): void => {}
  let kills = 0
  provider.setScenario(() => {
    if (kills === KILLED_AT.length || provider.requests.length < (KILLED_AT[kills] ?? 0)) return 'ok'
    arrived()
    return 'hang'
  })
  const { run } = await call<{ run: RunView }>('start_run', {
    engines: ['llm'],
    batch_size: BATCH_SIZE,
    concurrency: CONCURRENCY,
  })
  /** What was done at each kill, and how many requests had arrived by then. */
  const atKills: { done: readonly string[]; requests: number }[] = []
  while (kills < KILLED_AT.length) {
    await new Promise<void>(resolve => {
      arrived = resolve
      if (provider.requests.length >= (KILLED_AT[kills] ?? 0)) resolve()
    })
    atKills.push({ done: await listDone(run.id), requests: provider.requests.length })
    await running.kill('SIGKILL')
    kills += 1
    running = await serveIn(dataDir, env)
    service = running
  }
  let ended: RunView
  do [ended] = (await call<Answer>('get_runs', { run: run.id, wait: 30 })).runs
  while (ended.state === 'running' || ended.state === 'pending')

  expect(ended).toMatchObject({ state: 'completed', counts: { total: STRINGS, done: STRINGS, translated: STRINGS } })
  const keysOf = new Map<string, string[]>()
  for (const { sources, idempotencyKey = '' } of provider.requests) {
    for (const source of sources.filter(isText)) keysOf.set(source, [...(keysOf.get(source) ?? []), idempotencyKey])
  }
  expect(keysOf.size).toBe(STRINGS)
  // Repetitions have the key of the request that they repeat, and there are no more than were open at the kills.
  for (const keys of keysOf.values()) expect(new Set(keys).size).toBe(1)
  const repeated = [...keysOf].filter(([, keys]) => keys.length > 1).map(([source]) => source)
  expect(repeated.length).toBeGreaterThan(0)
  expect(repeated.length).toBeLessThanOrEqual(KILLED_AT.length * CONCURRENCY * BATCH_SIZE)
  expect(atKills.at(-1)?.done.length).toBeGreaterThan(0)
  for (const { done, requests } of atKills) {
    const askedLater = new Set(provider.requests.slice(requests).flatMap(({ sources }) => sources))
    expect(done.filter(key => askedLater.has(texts[key] ?? ''))).toEqual([])
  }

  const changes = await call<{ revisions: readonly { id: string; rev: number }[]; of: { kind: string } }>(
    'list_changes',
    {
      batch: ended.batch,
      limit: 200,
      max_bytes: 60_000,
    },
  )
  expect(changes.of.kind).toBe('run')
  expect(changes.revisions).toHaveLength(STRINGS)
  expect(changes.revisions.every(({ rev }) => rev === 1)).toBe(true)
})
