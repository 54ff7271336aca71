import { describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { legacyRequest, modernRequest, readAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = allTests(() => openTestApp())
const ada = allTests(() => testApp.token('ada', ['project:read', 'user:read']))

const MOST = 2_000
const fields = (count: number, value: unknown = {}): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]))

/** As a client of revision 2025-03-26, which has batches and names no revision. */
const post = async (body: unknown) => {
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
  return readAnswer(await fetch(`${testApp.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

const request = (method: string, params: object) => ({ jsonrpc: '2.0', id: 7, method, params })
const initialize = (capabilities: object) =>
  request('initialize', { protocolVersion: '2025-06-18', clientInfo: { name: 'a', version: '1' }, capabilities })

describe('a message of over 2,000 values', () => {
  it.each([
    ['a nested capability', initialize({ experimental: { a: fields(MOST) } }), 'params.capabilities'],
    ['an array', initialize({ experimental: { a: { b: Array(MOST).fill(0) } } }), 'params.capabilities'],
    ['the metadata', request('tools/list', { _meta: fields(MOST, 1) }), 'params._meta'],
    ['unknown parameters', request('tools/call', { name: 'list_tokens', ...fields(MOST, 1) }), 'params.f'],
    ['names of arguments', request('tools/call', { name: 'list_tokens', arguments: fields(MOST) }), 'params.arguments'],
    ['unknown fields', { ...request('ping', {}), beside: fields(MOST) }, 'beside'],
  ])('is rejected, and the field named: %s', async (_case, message, field) => {
    const { status, body } = await post(message)
    expect([status, body.id, body.error?.code]).toEqual([400, 7, -32600])
    expect(body.error?.message).toContain(`more than ${MOST} values, passed in ${field}`)
    expect(body.error?.message).toContain('Send fewer')
  })

  it.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/x', params: fields(MOST + 1) }, 'in params.f'],
    ['an answer', { jsonrpc: '2.0', id: 1, result: fields(MOST) }, 'in result'],
    ['a batch', Array(100).fill(request('tools/call', { name: 'list_tokens', arguments: fields(20) })), 'The batch'],
    ['a batch of no messages', Array(MOST + 1).fill(0), 'The batch'],
  ])('is rejected too where it is %s', async (_case, message, told) => {
    const { status, body } = await post(message)
    expect([status, body.error?.code]).toEqual([400, -32600])
    expect(body.error?.message).toContain(told)
  })

  it.each([modernRequest, legacyRequest])('is rejected in every revision (%o)', async make => {
    const params = { name: 'list_tokens', arguments: fields(MOST) }
    const answer = await readAnswer(await fetch(`${testApp.url}/mcp`, make('tools/call', params, ada.token)))
    expect([answer.status, answer.body.error?.code]).toEqual([400, -32600])
  })
})

describe('a message within the limit', () => {
  it('is served with all its values', async () => {
    // jsonrpc, id, method, protocolVersion, clientInfo and its two fields, capabilities and extensions are nine.
    const { status, body } = await post(initialize({ extensions: fields(MOST - 9) }))
    expect([status, body.result?.['protocolVersion']]).toEqual([200, '2025-06-18'])
    expect((await post(initialize({ extensions: fields(MOST - 8) }))).status).toBe(400)
  })

  it('may have more values in tool arguments, which have their own limits', async () => {
    const params = { name: 'check_text', arguments: { project: 'ada/no', locale: 'de', items: Array(4_000).fill(0) } }
    const { status, body } = await post(request('tools/call', params))
    expect([status, body.result?.isError]).toEqual([200, true])
    expect(body.result?.content?.[0]?.text).toContain('items')
  })
})
