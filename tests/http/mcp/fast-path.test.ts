import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { allTests } from '../../harness/each-test.ts'
import { legacyRequest, modernRequest, type RpcAnswer, readAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = allTests(() => openTestApp())
let token: string

beforeAll(async () => {
  token = (await testApp.token('ada', ALL_SCOPES)).token
  // The first use is noted beside the answer; from then on, for a minute, answers are equal.
  await send(modernRequest('tools/call', { name: 'list_accounts' }, token))
  const list = () => send(modernRequest('tools/call', { name: 'list_tokens' }, token))
  const isNoted = async () => !JSON.stringify((await readAnswer(await list())).body).includes('"last_used_at":null')
  await vi.waitUntil(isNoted, { timeout: 60_000 })
})

const send = (init: RequestInit): Promise<Response> => fetch(`${testApp.url}/mcp`, init)

/** A progress token keeps a request out of the lane and changes nothing in its result. */
const throughSdk = (init: { headers: object; body: string }): { body: string } => {
  const message = JSON.parse(init.body) as { params: { _meta?: object } }
  const params = { ...message.params, _meta: { ...message.params._meta, progressToken: 1 } }
  return { ...init, body: JSON.stringify({ ...message, params }) }
}

/** JSON, or the one event of a stream. */
async function readResult(response: Response): Promise<RpcAnswer['result']> {
  const text = await response.text()
  const json = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .find(line => line.startsWith('data: {'))
        ?.slice(6)
  return (JSON.parse(json ?? '') as RpcAnswer).result
}

const CALLS = [
  ['an answer', { name: 'list_tokens', arguments: {} }],
  ['no arguments', { name: 'list_accounts' }],
  ['a refusal', { name: 'revoke_token', arguments: { id: 'nothing' } }],
  [
    'a trace of the caller',
    { name: 'list_accounts', _meta: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } },
  ],
  ['a misspelled argument', { name: 'list_tokens', arguments: { limt: 3 } }],
] as const

describe.each([
  ['2026-07-28', modernRequest],
  ['2025-11-25', legacyRequest],
] as const)('the fast path of plain calls in revision %s', (_revision, request) => {
  it.each(CALLS)('returns the same result as the SDK: %s', async (_case, params) => {
    const lane = await readAnswer(await send(request('tools/call', params, token)))
    const sdk = await readResult(await send(throughSdk(request('tools/call', params, token))))
    expect(lane.status).toBe(200)
    expect(sdk?.content).toBeDefined()
    expect(lane.body.result).toEqual(sdk)
  })

  it('leaves unknown tools and methods to the SDK', async () => {
    const tool = await readAnswer(await send(request('tools/call', { name: 'fly' }, token)))
    expect([tool.status, tool.body.error?.code]).toEqual([200, -32602])
    const method = await readAnswer(await send(request('tools/fly', {}, token)))
    expect(method.body.error?.code).toBe(-32601)
  })
})

it('an irregular message goes to the SDK, which rejects it', async () => {
  const plain = modernRequest('tools/call', { name: 'list_tokens' }, token)
  for (const wrong of [
    { 'mcp-name': 'revoke_token' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-protocol-version': '2026-01-01' },
  ]) {
    const answer = await readAnswer(await send({ ...plain, headers: { ...plain.headers, ...wrong } }))
    expect([answer.status, answer.body.error?.code], JSON.stringify(wrong)).toEqual([400, expect.any(Number)])
  }
})
