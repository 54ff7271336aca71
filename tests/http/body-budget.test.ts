import { EventEmitter, once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { type BodyBudget, createBodyBudget } from '../../src/http/limits/body-budget.ts'
import { allTests } from '../harness/each-test.ts'
import { isNightly } from '../runs.ts'
import { openTestApp } from './test-app.ts'

const MIB = 1024 * 1024
const SOURCE = '{"a":"A"}'

const testApp = allTests(() => openTestApp())
const tokens = new Map<string, string>()

beforeAll(async () => {
  for (const handle of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    const { token } = await testApp.token(handle, ['project:read', 'project:write'])
    tokens.set(handle, token)
    const person = await testApp.world.user(handle)
    await person.call('create_project', { project: `${handle}/app`, source_locale: 'en', target_locales: ['de'] })
  }
})

const headersOf = (handle: string) => ({ authorization: `Bearer ${tokens.get(handle)}` })

/** Begins a PUT that the caller ends, or nobody. */
function begin(handle: string, headers: Record<string, string>, url = `/api/projects/${handle}/app/file?path=en.json`) {
  const sent = request(`${testApp.url}${url}`, { method: 'PUT', headers: { ...headersOf(handle), ...headers } })
  sent.on('error', () => undefined)
  sent.flushHeaders()
  return sent
}

/** A request that sends all that it announces but one byte; refused, because another one was just there, it is sent again. */
interface Held {
  readonly end: () => Promise<void>
}

function hold(handle: string, bytes = 16 * MIB, url?: string): Held {
  let isOver = false
  let sent: ClientRequest
  const announce = (): void => {
    if (isOver) return
    sent = begin(handle, { 'content-length': String(bytes) }, url)
    sent.write(Buffer.alloc(bytes - 1, ' '))
    sent.once('response', response => {
      response.resume()
      sent.destroy()
      setTimeout(announce, 20)
    })
  }
  announce()
  return {
    end: async () => {
      isOver = true
      sent.destroy()
      await expect.poll(() => sent.closed).toBe(true)
    },
  }
}

const end = (held: readonly Held[]) => Promise.all(held.map(one => one.end()))

const push = (handle: string) =>
  fetch(`${testApp.url}/api/projects/${handle}/app/file?path=en.json`, {
    method: 'PUT',
    headers: headersOf(handle),
    body: SOURCE,
  })

const statusOf = async (handle: string): Promise<number> => (await push(handle)).status

describe('request bodies that do not end', () => {
  it('hold at most 64 MiB of one user, and release it when they break off', async () => {
    const open = Array.from({ length: 4 }, () => hold('ada'))
    await expect.poll(() => statusOf('ada')).toBe(429)
    const refused = await push('ada')
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', permanent: false })
    const message = await fetch(`${testApp.url}/mcp`, {
      method: 'POST',
      headers: { ...headersOf('ada'), 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([message.status, message.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await message.json()).toMatchObject({ error: { data: { code: 'rate_limited' } } })
    expect(await statusOf('bob')).toBe(200)
    await end(open)
    await expect.poll(() => statusOf('ada')).toBe(200)
  })

  it('hold only what has arrived, so that announced bytes block nobody', async () => {
    const names = ['ada', 'bob', 'cyd', 'dan']
    const slow = names.flatMap(handle =>
      Array.from({ length: 4 }, () => begin(handle, { 'content-length': String(16 * MIB), expect: '100-continue' })),
    )
    await Promise.all(slow.map(sent => once(sent, 'continue')))
    for (const sent of slow) sent.write('{')
    for (let count = 0; count < 5; count++) expect(await statusOf('eve')).toBe(200)
    expect(await statusOf('ada')).toBe(200)
    for (const sent of slow) sent.destroy()
  })

  it('count as they arrive without a length, and through transfer links', async () => {
    const ada = await testApp.world.user('ada')
    const asked = { project: 'ada/app', files: [{ path: 'other/en.json' }] }
    const { uploads } = await ada.call<{ uploads: { put: string }[] }>('push_source', asked)
    const { pathname } = new URL(uploads[0]?.put ?? '')
    const open = [...Array.from({ length: 3 }, () => hold('ada')), hold('ada', 16 * MIB - 1000, pathname)]
    const chunked = async (bytes: number): Promise<number | undefined> => {
      const sent = begin('ada', { 'transfer-encoding': 'chunked' })
      const answered = once(sent, 'response')
      sent.end(`{"a":"${'x'.repeat(bytes)}"}`)
      const [response] = (await answered) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    await expect.poll(() => chunked(2000)).toBe(429)
    expect(await chunked(500)).toBe(200)
    await end(open)
    await expect.poll(() => chunked(2000)).toBe(200)
  })

  it('release their bytes once they are answered', async () => {
    // The first byte of a file in no encoding is enough to reject it, so that by day only its bytes take time.
    const body = isNightly ? `{"a":"${'x'.repeat(15 * MIB)}"}` : Buffer.alloc(15 * MIB, 0xff)
    for (let count = 0; count < (isNightly ? 6 : 5); count++) {
      const answer = await fetch(`${testApp.url}/api/projects/bob/app/file?path=en.json&dry_run=true`, {
        method: 'PUT',
        headers: headersOf('bob'),
        body,
      })
      expect(answer.status).not.toBe(429)
    }
  })
})

describe('the budget of request bodies', () => {
  const requestOf = () => new EventEmitter() as IncomingMessage
  const codeOf = (act: () => void): string => {
    try {
      act()
      return 'room'
    } catch (error) {
      return error instanceof AppError ? error.code : String(error)
    }
  }

  /** Takes 1 MiB of each user in turn while there is room, and returns the MiB of each. */
  const fill = (budget: BodyBudget, users: readonly string[], requests: IncomingMessage[] = []): number[] => {
    const leases = users.map((user, at) => budget.lease(user, (requests[at] ??= requestOf())))
    const got = users.map(() => 0)
    for (let round = 0; round < 100; round++)
      leases.forEach((lease, at) => {
        if (codeOf(() => lease.take(MIB)) === 'room') got[at] = (got[at] ?? 0) + 1
      })
    return got
  }

  it('gives one user 64 MiB', () => {
    const budget = createBodyBudget()
    expect(fill(budget, ['ada'])).toEqual([64])
    expect(codeOf(() => budget.lease('ada', requestOf()).take(1))).toBe('rate_limited')
    expect(fill(budget, ['bob', 'cyd'])).toEqual([64, 64])
  })

  it.each([5, 9, 40])('leaves one more user as much as each of %d users with the most', count => {
    const budget = createBodyBudget()
    const got = fill(
      budget,
      Array.from({ length: count }, (_, at) => `user ${at}`),
    )
    const most = Math.max(...got)
    const free = 256 - got.reduce((sum, one) => sum + one, 0)
    expect(free).toBeGreaterThanOrEqual(most)
    expect(codeOf(() => budget.lease('user 0', requestOf()).take(MIB))).toBe('unavailable')
    const one = budget.lease('one more', requestOf())
    expect(codeOf(() => one.assertRoom((free / 2) * MIB + 1))).toBe('unavailable')
    expect(codeOf(() => one.take((free / 2) * MIB))).toBe('room')
  })

  it('counts no announced or rejected bytes, and takes back all released ones', () => {
    const budget = createBodyBudget()
    const lease = budget.lease('ada', requestOf())
    for (let count = 0; count < 100; count++) {
      expect(codeOf(() => lease.assertRoom(16 * MIB))).toBe('room')
      expect(codeOf(() => lease.take(65 * MIB))).toBe('rate_limited')
    }
    const users = ['ada', 'bob', 'cyd', 'dan']
    const requests: IncomingMessage[] = []
    const got = fill(budget, users, requests)
    for (const one of requests) budget.release(one)
    expect(fill(budget, users)).toEqual(got)
  })
})
