import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { createSharedRateLimiter } from '../../src/http/limits/shared-rate-limits.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createTransferLinks } from '../../src/tools/files/transfer/links.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'
import { RunWatch } from '../../src/tools/runs/watch/run-watch.ts'
import { WorkLeases } from '../../src/tools/work/leases.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const SOURCE = '{"a":"Apple","b":"Pear"}'
const PATH = 'locales/en.json'
const FILE = { path: PATH, bytes: SOURCE.length, sha256: createHash('sha256').update(SOURCE).digest('hex') }

let first: TestApp
let urls: readonly string[]
let close: () => Promise<void>
let bearer: { readonly id: string; readonly token: string }

/** Two servers with services of their own on one store. */
beforeEach(async () => {
  first = await openTestApp()
  const servers = await Promise.all([listen(), listen()])
  urls = servers.map(({ url }) => url)
  close = async () => {
    await Promise.all(servers.map(({ drain }) => drain({ quietMs: 0, longestMs: 500 })))
    await first.close()
  }
  bearer = await first.token('ada', ALL_SCOPES)
})
afterEach(() => close())

async function listen() {
  const { store, now } = first.services
  let url = ''
  const services: Services = {
    ...first.services,
    get baseUrl() {
      return url
    },
    links: createTransferLinks({ store, now }),
    leases: new WorkLeases(store.shared),
    runWatch: new RunWatch(store),
  }
  const limits = createSharedRateLimiter({ shared: store.shared, now, factor: 1 })
  const { server, drain } = createHttpServer(services, { loopbackBind: true, allowedHosts: [], trustProxy: 0, limits })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, drain }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Asks a process: with PUT for files, otherwise with GET or POST. */
async function ask(at: number, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${urls[at]}${path}`, {
    method: body === undefined ? 'GET' : 'files' in body ? 'PUT' : 'POST',
    headers: { authorization: `Bearer ${bearer.token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) } as Answer
}

const createProject = () => ask(0, '/api/projects', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
const push = (at: number, files: readonly object[]) => ask(at, '/api/projects/ada/app/files', { files })

describe('two processes on one store', () => {
  it('accept an upload for each other, exactly once', async () => {
    await createProject()
    const { body } = await push(0, [FILE])
    const [upload] = body['uploads'] as readonly { readonly put: string }[]
    const path = new URL(upload?.put ?? '').pathname
    const send = (at: number) => fetch(`${urls[at]}${path}`, { method: 'PUT', body: SOURCE })
    const sent = await Promise.all([send(1), send(0), send(1), send(0)])
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(sent.every(({ status }) => [201, 409, 410].includes(status))).toBe(true)
    expect((await send(0)).status).toBe(410)
    expect((await push(1, [FILE])).status).toBe(200)
  })

  it('see the leases of work of each other', async () => {
    await createProject()
    await push(0, [{ path: PATH, content: SOURCE }])
    const work = async (at: number, worker: string) => {
      const { body } = await ask(at, `/api/projects/ada/app/work?locale=de&limit=1&worker=${worker}`)
      return body['items'] as readonly { readonly key: string }[]
    }
    expect(await work(0, 'anna')).toMatchObject([{ key: 'a' }])
    expect(await work(1, 'ben')).toMatchObject([{ key: 'b' }])
  })

  it('have one rate limit, with the same headers', async () => {
    const register = (at: number) => ask(at, '/oauth/register', { redirect_uris: ['http://127.0.0.1/'] })
    const answers = await Promise.all([0, 1, 0, 1, 0, 1, 0].map(register))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const left = answers.map(({ headers }) => headers.get('ratelimit') ?? '')
    expect(left.toSorted()[0]).toMatch(/^"register";r=0;t=\d+$/)
    expect((await register(0)).headers.get('ratelimit-policy')).toBe('"register";q=5;w=60')
    expect((await register(1)).headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('reject a token that one of them revoked with the next request', async () => {
    await createProject()
    const last = await first.token('ada', ALL_SCOPES)
    expect((await ask(1, '/api/projects/ada/app')).status).toBe(200)
    await first.world.user('ada').then(({ call }) => call('revoke_token', { id: bearer.id }))
    expect((await ask(1, '/api/projects/ada/app')).status).toBe(401)
    bearer = last
    expect((await ask(1, '/api/projects/ada/app')).status).toBe(200)
  })

  it('run a call with one idempotency key once', async () => {
    await createProject()
    const call = (at: number) =>
      ask(at, '/api/projects/ada/app/files', { files: [{ path: PATH, content: SOURCE }] }, { 'idempotency-key': 'k' })
    const [one, other] = await Promise.all([call(0), call(1)])
    expect(one.body).toEqual(other.body)
    expect(one.status).toBe(200)
  })
})
