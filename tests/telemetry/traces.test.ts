import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { runOperatorCommand } from '../../src/operator/commands.ts'
import { serve } from '../../src/serve.ts'
import { allTests } from '../harness/each-test.ts'
import { legacyRequest } from '../http/rpc.ts'
import { openTrap, type Trap } from '../log-trap.ts'
import { openCollector } from './collector.ts'
import { readMetrics } from './exposition.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const OTHER = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = 'b7ad6b7169203331'

interface Traced {
  readonly url: string
  readonly trap: Trap
  readonly call: (name: string, args: object, meta?: object, headers?: Record<string, string>) => Promise<string>
  readonly stop: () => Promise<void>
}

async function startTraced(environment: Record<string, string>): Promise<Traced> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-'))
  const trap = openTrap('debug')
  const variables = {
    DRAGOMAN_PORT: '0',
    DRAGOMAN_DATA_DIR: dataDir,
    DRAGOMAN_RATE_LIMIT_FACTOR: '1000',
    ...environment,
  }
  const running = await serve(readConfig(variables), { log: trap.log, quietMs: 0 })
  const { services } = running
  const holder = { kind: 'server', pid: process.pid, startedAt: new Date() } as const
  const made = await runOperatorCommand(
    'token create',
    { user: 'grace-hopper', create: true, name: 'test', scopes: 'all' },
    { services, holder, requestId: services.newId() },
  )
  const { token } = made as { token: string }
  return {
    url: running.url,
    trap,
    call: async (name, args, meta, headers = {}) => {
      const params = { name, arguments: args, ...(meta !== undefined && { _meta: meta }) }
      const request = legacyRequest('tools/call', params, token)
      const response = await fetch(`${running.url}/mcp`, { ...request, headers: { ...request.headers, ...headers } })
      return response.text()
    },
    stop: async () => {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const PROJECT = { source_locale: 'en', target_locales: ['de'] }

describe('traces', () => {
  const collector = allTests(() => openCollector())
  const server = allTests(() =>
    startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
      OTEL_SERVICE_NAME: 'l10n',
    }),
  )

  it('follow a request to its tool and to the transaction of the store, in the trace of the caller', async () => {
    const traceparent = `00-${TRACE}-${PARENT}-01`
    await server.call('create_project', { project: 'grace-hopper/one', ...PROJECT }, undefined, { traceparent })
    const request = await collector.find(span => span.traceId === TRACE && span.name === 'POST mcp')
    const tool = await collector.find(span => span.traceId === TRACE && span.name === 'tool create_project')
    const transaction = await collector.find(span => span.parentSpanId === tool.spanId)
    expect(request).toMatchObject({ parentSpanId: PARENT, kind: 2, service: 'l10n' })
    expect(request.attributes).toMatchObject({ 'http.route': 'mcp', 'http.response.status_code': 200 })
    expect(tool.parentSpanId).toBe(request.spanId)
    expect(tool.attributes).toMatchObject({ 'gen_ai.tool.name': 'create_project', 'mcp.method.name': 'tools/call' })
    expect(transaction).toMatchObject({ traceId: TRACE, name: 'store transaction' })
    expect(transaction.attributes).toMatchObject({
      'dragoman.store.outcome': 'committed',
      'dragoman.store.attempts': 1,
    })
    expect(collector.headers['x-key']).toBe('a secret')
  })

  it('honour the traceparent in _meta of a call, and link it to the span of the HTTP request', async () => {
    const meta = { traceparent: `00-${OTHER}-${PARENT}-01`, tracestate: 'vendor=1' }
    const traceparent = `00-${TRACE}-${PARENT}-01`
    await server.call('get_project', { project: 'grace-hopper/one' }, meta, { traceparent })
    const tool = await collector.find(span => span.traceId === OTHER)
    expect(tool).toMatchObject({ name: 'tool get_project', parentSpanId: PARENT })
    expect(tool.links?.map(({ traceId }) => traceId)).toEqual([TRACE])
  })

  it('begin a new one for a header that is not valid', async () => {
    const before = new Set(collector.spans.map(({ spanId }) => spanId))
    await server.call(
      'get_project',
      { project: 'grace-hopper/one' },
      { traceparent: 'nonsense' },
      { traceparent: '00-0-0-zz' },
    )
    const request = await collector.find(span => !before.has(span.spanId) && span.name === 'POST mcp')
    const tool = await collector.find(span => span.parentSpanId === request.spanId)
    expect(request.parentSpanId ?? '').toBe('')
    expect(tool.links ?? []).toEqual([])
  })

  it('mark refusals by their code, and not as faults of the server', async () => {
    await server.call('get_project', { project: 'grace-hopper/none' })
    const tool = await collector.find(({ attributes }) => attributes['error.type'] === 'not_found')
    expect(tool.status.code ?? 0).not.toBe(2)
  })

  it('are on the lines of the log that belong to them', async () => {
    const trace = '11111111111111111111111111111111'
    await server.call('get_project', { project: 'grace-hopper/one' }, undefined, {
      traceparent: `00-${trace}-${PARENT}-01`,
    })
    const request = await collector.find(span => span.traceId === trace && span.name === 'POST mcp')
    const lines = server.trap.lines().filter(line => line['trace_id'] === trace)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', span_id: request.spanId }))
    const others = server.trap.lines().filter(line => line['msg'] !== 'request' && line['request_id'] === undefined)
    expect(others.filter(line => line['trace_id'] === trace)).toEqual([])
  })

  it('contain no paths, tokens, texts or names of users', async () => {
    const text = JSON.stringify(collector.spans)
    expect(text).not.toMatch(/grace-hopper|svca_|127\.0\.0\.1/)
  })
})

describe('a collector that fails', () => {
  it('drops spans, counts them and warns once, while calls go on', async () => {
    const collector = await openCollector(response => void response.writeHead(400).end())
    const server = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    expect(await server.call('create_project', { project: 'grace-hopper/one', ...PROJECT })).toContain(
      'grace-hopper/one',
    )
    await collector.find(({ name }) => name === 'tool create_project')
    // These go in a batch of their own.
    for (let count = 0; count < 2; count += 1) {
      expect(await server.call('get_project', { project: 'grace-hopper/one' })).toContain('grace-hopper/one')
    }
    await collector.find(({ name }) => name === 'tool get_project')
    const dropped = async () =>
      (await readMetrics(server.url)).samples.get('dragoman_trace_spans_total{outcome="dropped"}')
    await expect.poll(dropped).toBeGreaterThanOrEqual(6)
    const { samples } = await readMetrics(server.url)
    expect(samples.get('dragoman_trace_spans_total{outcome="exported"}')).toBeUndefined()
    const warnings = server.trap.lines().filter(({ msg }) => String(msg).startsWith('spans of traces were dropped'))
    expect(warnings).toMatchObject([{ level: 'warn', endpoint: `${collector.url}/v1/traces` }])
    await server.stop()
    await collector.close()
  })

  it('delays neither calls nor the end of the server when it never answers', async () => {
    const collector = await openCollector(() => undefined)
    const server = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    expect(await server.call('create_project', { project: 'grace-hopper/one', ...PROJECT })).toContain(
      'grace-hopper/one',
    )
    await collector.find(({ name }) => name === 'tool create_project')
    expect(await server.call('get_project', { project: 'grace-hopper/one' })).toContain('grace-hopper/one')
    // Ends by its own limit, before the collector ends the requests.
    await server.stop()
    await collector.close()
  })
})

describe('sampling', () => {
  it('records what the caller records, and nothing else, with a share of 0', async () => {
    const collector = await openCollector()
    const server = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    await server.call('create_project', { project: 'grace-hopper/one', ...PROJECT })
    await server.call('get_project', { project: 'grace-hopper/one' }, undefined, {
      traceparent: `00-${TRACE}-${PARENT}-01`,
    })
    await collector.find(({ name }) => name === 'POST mcp')
    await server.stop()
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
    await collector.close()
  })

  it('refuses a configuration that is not valid, by name and without its value', () => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow('OTEL_EXPORTER_OTLP_HEADERS is (hidden)')
    expect(() => readConfig({ DRAGOMAN_METRICS_TOKEN: 'short' })).toThrow('DRAGOMAN_METRICS_TOKEN is (hidden)')
    expect(readConfig({}).tracing).toBeUndefined()
  })
})
