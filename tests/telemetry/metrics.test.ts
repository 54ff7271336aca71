import { utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { findLastBackup, noteBackup } from '../../src/store/archive/archives.ts'
import { openMetrics } from '../../src/telemetry/prometheus/open-metrics.ts'
import { allTests } from '../harness/each-test.ts'
import { listen } from '../harness/listen.ts'
import { callByRest } from '../harness/rest-call.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { legacyRequest } from '../http/rpc.ts'
import { storeDatabases } from '../postgres/stores.ts'
import { startTcpProxy } from '../postgres/tcp-proxy.ts'
import { describeWith } from '../require.ts'
import { metricNames, readMetrics, type Samples } from './exposition.ts'

const METRICS_TOKEN = 'metrics-token-of-a-scraper'
const LOCALES = { source_locale: 'en', target_locales: ['de'] }

const callMcp = async (url: string, token: string, name: string, args: object) =>
  (await fetch(`${url}/mcp`, legacyRequest('tools/call', { name, arguments: args }, token))).text()

describe('the metrics of a server', () => {
  const server = allTests(() => startDragoman())

  it('count the calls of tools, requests by route and transactions, whatever the surface', async () => {
    const token = await server.token()
    const before = (await readMetrics(server.url)).samples
    await callMcp(server.url, token, 'create_project', { project: 'ada/web', ...LOCALES })
    await callMcp(server.url, token, 'get_project', { project: 'ada/missing' })
    await callByRest(server.url, token, 'get_project', { project: 'ada/web' })
    await (await fetch(`${server.url}/not-there`)).text()
    const { samples } = await readMetrics(server.url)
    const grown = (name: string) => (samples.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown('dragoman_tool_calls_total{tool="create_project",surface="mcp",code="ok"}')).toBe(1)
    expect(grown('dragoman_tool_calls_total{tool="get_project",surface="mcp",code="not_found"}')).toBe(1)
    expect(grown('dragoman_tool_calls_total{tool="get_project",surface="rest",code="ok"}')).toBe(1)
    expect(grown('dragoman_tool_call_duration_seconds_count{tool="get_project",outcome="ok"}')).toBe(1)
    expect(grown('dragoman_http_request_duration_seconds_count{route="mcp",status="200"}')).toBe(2)
    expect(grown('dragoman_http_request_duration_seconds_count{route="rest",status="200"}')).toBe(1)
    expect(grown('dragoman_http_request_duration_seconds_count{route="page",status="404"}')).toBe(1)
    expect(grown('dragoman_store_transaction_duration_seconds_count{outcome="committed"}')).toBeGreaterThanOrEqual(1)
    expect(grown('dragoman_store_commits_total')).toBeGreaterThanOrEqual(1)
    expect(grown('dragoman_store_records{table="projects"}')).toBe(1)
    expect(samples.get('dragoman_store_journal_bytes')).toBeGreaterThan(0)
    expect(samples.get('dragoman_store_writable')).toBe(1)
    expect(samples.get('dragoman_http_requests_in_progress')).toBeGreaterThanOrEqual(1)
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  it('have few values of a label, however many paths strangers try', async () => {
    for (const path of ['/a', '/wp-login.php', '/api/nothing', '/.well-known/nothing', '/__proto__'])
      await (await fetch(server.url + path)).text()
    const { samples } = await readMetrics(server.url)
    const routes = new Set(
      [...samples.keys()].flatMap(name => /^dragoman_http\w+_count\{route="([^"]*)"/.exec(name)?.[1] ?? []),
    )
    expect([...routes].filter(route => !['mcp', 'rest', 'page', 'metadata', 'metrics'].includes(route))).toEqual([])
  })

  it('report the time of the last backup', async () => {
    expect((await readMetrics(server.url)).text).not.toMatch(/^dragoman_backup_last_success_timestamp_seconds \d/m)
    await noteBackup(server.dataDir, new Date('2027-01-02T03:04:05Z'))
    const seconds = Date.parse('2027-01-02T03:04:05Z') / 1000
    const name = 'dragoman_backup_last_success_timestamp_seconds'
    expect((await readMetrics(server.url)).samples.get(name)).toBe(seconds)
    await utimes(join(server.dataDir, 'last-backup'), seconds + 60, seconds + 60)
    expect((await readMetrics(server.url)).samples.get(name)).toBe(seconds + 60)
    // With a database, the backup may be the first that needs the folder.
    const absent = join(server.dataDir, 'no/folder')
    await noteBackup(absent, new Date(seconds * 1000))
    expect(await findLastBackup(absent)).toEqual(new Date(seconds * 1000))
  })

  it('refuse other methods', async () => {
    const response = await fetch(`${server.url}/metrics`, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await fetch(`${server.url}/metrics`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000)
  })

  it('follow the conventions of Prometheus in their names', async () => {
    const { text } = await readMetrics(server.url)
    const types = [...text.matchAll(/^# TYPE (dragoman_\S+) (\w+)/gm)].map(([, name = '', type]) => ({ name, type }))
    expect(types.length).toBeGreaterThan(30)
    for (const { name, type } of types) {
      expect(name.endsWith('_total'), name).toBe(type === 'counter')
      if (type === 'histogram') expect(name).toMatch(/_seconds$/)
      expect(name).not.toMatch(/_(ms|milliseconds|kb|mb|percent)(_|$)/)
    }
    expect(metricNames(text)).toContain('nodejs_eventloop_lag_p99_seconds')
  })
})

describe('the metrics of a server that others can reach', () => {
  const server = allTests(() => startDragoman({ isLocal: false, metricsToken: METRICS_TOKEN }))
  const status = async (token?: string): Promise<number> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await fetch(`${server.url}/metrics`, { headers })).status
  }

  it('need the token of the configuration, or the account token of an operator', async () => {
    const ofUser = await server.token('all', 'bob')
    const ofOperator = await server.token('project:read', 'ada')
    expect(await status()).toBe(401)
    expect(await status('wrong')).toBe(401)
    expect(await status(`${METRICS_TOKEN}x`)).toBe(401)
    expect(await status(ofUser)).toBe(403)
    expect(await status(ofOperator)).toBe(403)
    await server.services.store.transaction(async tx => {
      const [user] = await tx.users.list('all', '').then(users => users.filter(({ handle }) => handle === 'ada'))
      if (user !== undefined) await tx.users.put({ ...user, operator: true })
    })
    expect(await status(ofOperator)).toBe(200)
    expect(await status(METRICS_TOKEN)).toBe(200)
  })

  it('say how to send a token, and limit guesses', async () => {
    const response = await fetch(`${server.url}/metrics`)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="dragoman metrics"')
    expect(await response.json()).toMatchObject({
      code: 'invalid_token',
      fix: expect.stringContaining('DRAGOMAN_METRICS_TOKEN'),
    })
    const strict = await startDragoman({ isLocal: false, metricsToken: METRICS_TOKEN, rateLimitFactor: 0.01 })
    const codes: number[] = []
    for (let n = 0; n < 5; n++) codes.push((await fetch(`${strict.url}/metrics`)).status)
    const { samples } = await readMetrics(strict.url, METRICS_TOKEN)
    await strict.stop()
    expect(codes).toEqual([401, 401, 401, 429, 429])
    expect(samples.get('dragoman_rate_limit_refusals_total{limit="unauthenticated"}')).toBe(2)
  })
})

it('refusals are counted by the limit that refused', async () => {
  const limits = { projects: 1, strings: 1_000, bytes: 1e9, history: 1e9 }
  const server = await startDragoman({ limits, cpuBudget: 1e-9 })
  const create = async (on: Dragoman, slug: string) =>
    callByRest(on.url, await on.token(), 'create_project', { project: `ada/${slug}`, ...LOCALES })
  await create(server, 'one').catch(() => undefined)
  await expect(create(server, 'two')).rejects.toThrow('CPU time')
  const { samples } = await readMetrics(server.url)
  await server.stop()
  expect(samples.get('dragoman_cpu_budget_refusals_total')).toBeGreaterThanOrEqual(1)

  const small = await startDragoman({ limits })
  await create(small, 'one')
  await expect(create(small, 'two')).rejects.toMatchObject({ code: 'quota_exceeded' })
  const refused = (await readMetrics(small.url)).samples
  await small.stop()
  expect(refused.get('dragoman_quota_refusals_total{kind="projects"}')).toBe(1)
})

it('webhooks are measured by outcome, and what waits is counted', async () => {
  const receiver = createServer((_request, response) => void response.writeHead(500).end())
  const { port, close } = await listen(receiver)
  const server = await startDragoman({ webhookHosts: [`127.0.0.1:${port}`] })
  const user = await server.token()
  const asked = new Promise(resolve => receiver.once('request', resolve))
  const hook = { target: 'ada', url: `http://127.0.0.1:${port}/`, events: ['token.created'] }
  await callByRest(server.url, user, 'save_webhook', hook)
  await callByRest(server.url, user, 'create_token', { name: 'second', scopes: ['project:read'] })
  await asked
  const outcome = 'dragoman_webhook_attempt_duration_seconds_count{outcome="status"}'
  let samples = (await readMetrics(server.url)).samples
  while (!samples.has(outcome)) samples = (await readMetrics(server.url)).samples
  expect(samples.get(outcome)).toBe(1)
  expect(samples.get('dragoman_webhook_deliveries_waiting')).toBe(1)
  await server.stop()
  await close()
})

it('runs are measured by the requests to their engine and by what became of the translations', async () => {
  const server = await startDragoman()
  const token = await server.token()
  const call = (tool: string, args: Readonly<Record<string, unknown>>) => callByRest(server.url, token, tool, args)
  await call('create_project', { project: 'ada/web', source_locale: 'en', target_locales: ['en-XA'] })
  const files = [{ path: 'en.json', content: JSON.stringify({ one: 'Save', two: 'Cancel' }) }]
  await call('push_source', { project: 'ada/web', files })
  await call('start_run', { project: 'ada/web', locales: ['en-XA'], engines: ['pseudo'] })
  const ended = (samples: Samples): number =>
    [...samples].reduce(
      (sum, [name, value]) => (name.startsWith('dragoman_run_translations_total') ? sum + value : sum),
      0,
    )
  let samples = (await readMetrics(server.url)).samples
  while (ended(samples) < 2) samples = (await readMetrics(server.url)).samples
  expect(ended(samples)).toBe(2)
  expect(samples.get('dragoman_engine_request_duration_seconds_count{engine="pseudo",outcome="ok"}')).toBe(1)
  await server.stop()
})

/** Read from the whole store. */
const OF_STORE = ['dragoman_runs_active{state="pending"}', 'dragoman_webhook_deliveries_waiting']

describeWith('postgres', 'the metrics of a server whose database is stopped', () => {
  const databases = storeDatabases()
  afterAll(() => databases.drop())

  it('say that it is not writable, to callers who are known without it', async () => {
    const database = await databases.take()
    const proxy = await startTcpProxy(Number(new URL(database.url).port || 5432))
    const storeUrl = proxy.through(database.url)
    const open = await startDragoman({ storeUrl, isDatabase: true })
    const closed = await startDragoman({ storeUrl, isDatabase: true, isLocal: false, metricsToken: METRICS_TOKEN })
    const user = await closed.token()
    const before = (await readMetrics(open.url)).samples
    expect(before.get('dragoman_store_writable')).toBe(1)
    for (const name of OF_STORE) expect(before.get(name)).toBe(0)

    proxy.refuse()
    proxy.cut()
    for (const [url, token] of [[open.url], [closed.url, METRICS_TOKEN]] as const) {
      const { samples } = await readMetrics(url, token)
      expect(samples.get('dragoman_store_writable')).toBe(0)
      for (const name of OF_STORE) expect(samples.has(name)).toBe(false)
      for (const name of ['dragoman_store_commits_total', 'dragoman_heap_used_bytes', 'process_resident_memory_bytes'])
        expect(samples.has(name), name).toBe(true)
    }
    const headers = { authorization: `Bearer ${user}` }
    expect((await fetch(`${closed.url}/metrics`, { headers })).status).toBe(503)
    const ready = await fetch(`${open.url}/ready`)
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '10'])

    await proxy.accept()
    await expect.poll(async () => (await readMetrics(open.url)).samples.get('dragoman_store_writable')).toBe(1)
    expect((await readMetrics(open.url)).samples.get(OF_STORE[1] ?? '')).toBe(0)
    await open.stop()
    await closed.stop()
    proxy.close()
  })
})

describe('the metrics of a store that hangs', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are read within the limit, and ask the store once', async () => {
    let asked = 0
    const hang = (): Promise<never> => {
      asked++
      return new Promise(() => undefined)
    }
    const metrics = openMetrics()
    const figures = { commits: 3, failures: 0, waiting: 0 }
    const read = { runs: { page: hang }, delivery_queue: { count: hang } }
    metrics.addSources({
      version: '1.0.0',
      store: { status: hang, figures: () => figures, read } as never,
      heap: () => ({ used_bytes: 1, limit_bytes: 2, max_percent: 75 }),
      lastBackup: async () => undefined,
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let n = 0; n < 2; n++) {
      const reading = metrics.read()
      await vi.advanceTimersByTimeAsync(5_000)
      const text = await reading
      expect(text).toContain('\ndragoman_store_writable 0\n')
      expect(text).toContain('\ndragoman_store_commits_total 3\n')
      for (const name of OF_STORE) expect(text).not.toContain(`\n${name} `)
    }
    expect(asked).toBe(3)
  })
})
