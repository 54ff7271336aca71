import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from './house.ts'

const MIB = 1024 * 1024
const SOURCE = '{"a":"A"}'

let house: House
const tokens = new Map<string, string>()

beforeAll(async () => {
  house = await openHouse()
  for (const handle of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    const { token } = await house.token(handle, ['project:read', 'project:write'])
    tokens.set(handle, token)
    const person = await house.world.person(handle)
    await person.call('create_project', { project: `${handle}/app`, source_locale: 'en', target_locales: ['de'] })
  }
})
afterAll(() => house.close())

const headersOf = (handle: string) => ({ authorization: `Bearer ${tokens.get(handle)}` })

/** Begins a PUT and never ends it. */
function begin(handle: string, headers: Record<string, string>, url = `/api/projects/${handle}/app/file?path=en.json`) {
  const sent = request(`${house.url}${url}`, { method: 'PUT', headers: { ...headersOf(handle), ...headers } })
  sent.on('error', () => undefined)
  sent.flushHeaders()
  return sent
}

/** A request that is announced and never ends; refused, because another one was just there, it is announced again. */
interface Held {
  readonly end: () => Promise<void>
}

function hold(handle: string, bytes = 16 * MIB, url?: string): Held {
  let isOver = false
  let sent: ClientRequest
  const announce = (): void => {
    if (isOver) return
    sent = begin(handle, { 'content-length': String(bytes) }, url)
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
  fetch(`${house.url}/api/projects/${handle}/app/file?path=en.json`, {
    method: 'PUT',
    headers: headersOf(handle),
    body: SOURCE,
  })

const statusOf = async (handle: string): Promise<number> => (await push(handle)).status

describe('bodies that do not end', () => {
  it('take 64 MiB of one user at most, whoever else sends, and give them back when they break', async () => {
    const open = Array.from({ length: 4 }, () => hold('ada'))
    await expect.poll(() => statusOf('ada')).toBe(429)
    const refused = await push('ada')
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', permanent: false })
    const message = await fetch(`${house.url}/mcp`, {
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

  it('take 256 MiB of all at most', async () => {
    const open = ['ada', 'bob', 'cyd', 'dan'].flatMap(handle => Array.from({ length: 4 }, () => hold(handle)))
    await expect.poll(() => statusOf('eve')).toBe(503)
    const refused = await push('eve')
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ code: 'unavailable', permanent: false })
    await end(open)
    await expect.poll(() => statusOf('eve')).toBe(200)
    expect(await statusOf('ada')).toBe(200)
  })

  it('count as they arrive when they do not tell their length, and by an address that needs no token', async () => {
    const ada = await house.world.person('ada')
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

  it('give back what was answered: the same user sends as much as there is time for', async () => {
    const body = `{"a":"${'x'.repeat(15 * MIB)}"}`
    for (let count = 0; count < 6; count++) {
      const answer = await fetch(`${house.url}/api/projects/bob/app/file?path=en.json&dry_run=true`, {
        method: 'PUT',
        headers: headersOf('bob'),
        body,
      })
      expect(answer.status).not.toBe(429)
    }
  })
})
