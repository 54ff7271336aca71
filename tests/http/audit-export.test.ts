import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordEvent } from '../../src/auth/audit/events.ts'
import { eachTest } from '../harness/each-test.ts'
import { openTestApp } from './test-app.ts'

const LINES = 'application/jsonl'
const EVENTS = 5000

const testApp = eachTest(() => openTestApp())
let token: { id: string; token: string }

beforeEach(async () => {
  token = await testApp.token('ada', ['user:read', 'user:write', 'organization:admin'])
})

/** Adds this many numbered events of ada's, with a long client name, so that they exceed the buffer of a connection. */
async function many(count: number, account?: string): Promise<void> {
  const { store, now, newId } = testApp.services
  const user = await store.read.users.by('handle', 'ada')
  const auditContext = { surface: 'web', requestId: 'req-many', client: 'x'.repeat(5000), now: now(), newId } as const
  for (let from = 0; from < count; from += 1000) {
    await store.transaction(async tx => {
      for (let number = from; number < Math.min(from + 1000, count); number += 1) {
        const event = {
          action: 'sign_in',
          user,
          target: `${number}`,
          ...(account && { account: { id: account } }),
        } as const
        await recordEvent(tx, event, auditContext)
      }
    })
  }
}

const get = (path: string, accept: string, method = 'GET') =>
  fetch(`${testApp.url}/api${path}`, { method, headers: { authorization: `Bearer ${token.token}`, accept } })
const parse = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { action: string; target: string })

/** A reader that waits for a signal, and reports how the answer ended. */
function slowly(path: string) {
  const headers = { authorization: `Bearer ${token.token}`, accept: LINES }
  return new Promise<{ finish: () => Promise<{ lines: number; whole: boolean }> }>((resolve, reject) => {
    const asked = request(`${testApp.url}/api${path}`, { headers, agent: false }, response => {
      response.pause()
      let text = ''
      const ended = new Promise<{ lines: number; whole: boolean }>(done => {
        const end = (): void => done({ lines: text.split('\n').length - 1, whole: response.complete })
        response.on('data', chunk => (text += String(chunk))).on('close', end)
        response.on('error', () => undefined)
        response.pause()
      })
      resolve({
        finish: () => {
          response.resume()
          return ended
        },
      })
    })
    asked.on('error', reject).end()
  })
}

describe('an export of the audit log', () => {
  it('is chosen by the Accept header and its weights', async () => {
    const types = {
      'application/json, application/jsonl': LINES,
      'application/json;q=0.5, Application/JSONL ; Q=0.6': LINES,
      'application/jsonl;q=0.2, application/x-ndjson': 'application/x-ndjson',
      'application/jsonl;q=0.5, application/*;q=0.4, */*': LINES,
    }
    for (const [accept, type] of Object.entries(types)) {
      const answer = await get('/user/audit-events', accept)
      expect(answer.headers.get('content-type'), accept).toBe(type)
      await answer.text()
    }
  })

  it('has every matching event, one per line, newest first', async () => {
    await many(450)
    const answer = await get('/user/audit-events', LINES)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(LINES)
    expect(answer.headers.get('vary')).toBe('accept')
    const events = parse(await answer.text())
    expect(events).toHaveLength(451)
    expect(events.map(({ target }) => target)).toEqual([
      ...Array.from({ length: 450 }, (_, index) => `${449 - index}`),
      token.id,
    ])
    const page = (await (await get('/user/audit-events?limit=200', 'application/json')).json()) as {
      events: unknown[]
      next_cursor: string
    }
    expect(events.slice(0, 200)).toEqual(page.events)
    const rest = await get(`/user/audit-events?cursor=${page.next_cursor}`, LINES)
    expect(parse(await rest.text())).toEqual(events.slice(200))
    const found = await get('/user/audit-events?action=create_token', LINES)
    expect(parse(await found.text()).map(({ action }) => action)).toEqual(['create_token'])
    const none = await get('/user/audit-events?action=restore', LINES)
    expect([none.status, await none.text()]).toEqual([200, ''])
  })

  it('needs a known media type; otherwise the answer is one JSON page', async () => {
    for (const accept of ['*/*', 'text/html', 'application/jsonl;q=0', 'application/jsonl;q=0.9, */*']) {
      const { headers } = await get('/user/audit-events', accept)
      expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json', 'accept'])
    }
    const head = await get('/user/audit-events', LINES, 'HEAD')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, LINES])
  })

  it('is rejected like a page, before its first line', async () => {
    const problem = async (path: string) => {
      const answer = await get(path, LINES)
      return [answer.status, ((await answer.json()) as { code: string }).code]
    }
    expect(await problem('/user/audit-events?since=yesterday')).toEqual([400, 'invalid_input'])
    expect(await problem('/user/audit-events?limit=10')).toEqual([400, 'invalid_input'])
    expect(await problem('/organizations/nowhere/audit-events')).toEqual([404, 'not_found'])
    token = await testApp.token('eve', ['project:read'])
    expect(await problem('/user/audit-events')).toEqual([403, 'insufficient_scope'])
  })

  it('follows the reader’s pace, and is cut off when the token is revoked', async () => {
    await many(EVENTS)
    const reader = await slowly('/user/audit-events')
    const ada = await testApp.world.user('ada')
    await ada.call('revoke_token', { id: token.id })
    const { lines, whole } = await reader.finish()
    expect(whole).toBe(false)
    expect(lines).toBeGreaterThan(0)
    expect(lines).toBeLessThan(EVENTS)
  })

  it('is cut off when an administrator becomes a member', async () => {
    const acme = await testApp.world.organization('acme', { ada: 'admin', bob: 'admin' })
    await many(EVENTS, acme)
    const { store } = testApp.services
    const reader = await slowly('/organizations/acme/audit-events')
    const [ada, bob] = [await store.read.users.by('handle', 'ada'), await store.read.users.by('handle', 'bob')]
    await store.transaction(async tx => {
      const account = await tx.accounts.get(acme)
      const [member] = (await tx.memberships.list('user', ada?.id ?? '')).filter(one => one.account_id === acme)
      if (account === undefined || member === undefined || bob === undefined) throw new Error('nobody there')
      await tx.accounts.put({ ...account, owner_id: bob.id })
      await tx.memberships.put({ ...member, role: 'member' })
    })
    const { lines, whole } = await reader.finish()
    expect([whole, lines < EVENTS]).toEqual([false, true])
  })

  it('is described in OpenAPI', async () => {
    const document = (await (await fetch(`${testApp.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }>
    }
    for (const path of ['/api/user/audit-events', '/api/organizations/{organization}/audit-events']) {
      const { content } = document.paths[path]?.get.responses['200'] ?? { content: {} }
      expect(Object.keys(content)).toEqual(['application/json', LINES])
      expect(content[LINES]?.schema).toMatchObject({ type: 'object', properties: { request_id: { type: 'string' } } })
    }
  })
})
