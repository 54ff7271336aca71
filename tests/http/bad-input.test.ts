import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { sendRaw } from './raw.ts'
import { legacyRequest, modernRequest, type RpcAnswer, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

interface Problem {
  readonly status: number
  readonly title: string
  readonly code: string
  readonly detail: string
  readonly fix?: string
  readonly request_id: string
}

const testApp = allTests(() => openTestApp())
const ada = allTests(() => testApp.token('ada', ['user:read', 'user:write', 'project:read']))

const json = () => ({ authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' })
const mcp = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${testApp.url}/mcp`, { method: 'POST', headers: { ...json(), ...headers }, body }).then(readAnswer)
const rest = (path: string, init: RequestInit = {}) =>
  fetch(`${testApp.url}${path}`, { headers: json(), ...init }).then(response => readAnswer<Problem>(response))

const BROKEN = ['{"jsonrpc":', '', '{"a":1}}']
const FIVE_MB = `"${'x'.repeat(5 * 1024 * 1024)}"`
const CHUNKS = Array.from({ length: 80 }, () => 'x'.repeat(64 * 1024))

describe('/mcp answers bad input', () => {
  it.each(BROKEN)('that is broken JSON (%j) with 400 and -32700 without an id', async body => {
    const answer = await mcp(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } })
    expect(answer.body.error?.message).toContain('not valid JSON')
  })

  it('that is not UTF-8, or nested without end, as broken JSON', async () => {
    const bytes = await fetch(`${testApp.url}/mcp`, {
      method: 'POST',
      headers: json(),
      body: Buffer.from([0x22, 0xff, 0x22]),
    })
    expect((await readAnswer(bytes)).body.error?.code).toBe(-32700)
    const deep = await mcp('['.repeat(200_000) + ']'.repeat(200_000))
    expect([deep.status, deep.body.error?.code]).toEqual([400, -32700])
    expect(deep.body.error?.message).toContain('deeper than 100')
  })

  it.each(['text/plain', 'application/jsonx'])('of the type %s with 415 and the right type', async type => {
    const answer = await mcp('{}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(answer.body.error?.message).toContain('Content-Type: application/json')
    expect(answer.body.error?.data).toMatchObject({ code: 'unsupported_media_type' })
  })

  it('without a content type with 415', async () => {
    const answer = await sendRaw<RpcAnswer>(`${testApp.url}/mcp`, {
      headers: { authorization: `Bearer ${ada.token}` },
      body: '{}',
    })
    expect(answer.status).toBe(415)
    expect(answer.body.error?.message).toContain('has no Content-Type')
  })

  it('of 5 MB, in one piece or chunks, with 413, the limit, and the end of the connection', async () => {
    for (const body of [FIVE_MB, CHUNKS]) {
      const answer = await sendRaw<RpcAnswer>(`${testApp.url}/mcp`, { headers: json(), body })
      expect([answer.status, answer.headers['connection']]).toEqual([413, 'close'])
      expect(answer.body.error?.message).toContain('4 MB (4194304 bytes)')
      expect(answer.body.error?.data).toMatchObject({ code: 'too_large', permanent: true })
    }
  })

  it.each([
    ['names', `{${Array.from({ length: 40_000 }, (_, n) => `"a${n}":1`).join(',')}}`],
    ['items', `[${'1,'.repeat(39_999)}1]`],
    [
      'objects within objects',
      `[${Array.from({ length: 500 }, () => `${'{"a":'.repeat(80)}1${'} '.repeat(80)}`).join()}]`,
    ],
  ])('of more than 40,000 values, as %s, with 413', async (_, body) => {
    const answer = await sendRaw<RpcAnswer>(`${testApp.url}/mcp`, { headers: json(), body })
    expect(answer.status).toBe(413)
    expect(answer.body.error?.message).toContain('more than 40000 values')
    expect(answer.body.error?.data).toMatchObject({
      code: 'too_large',
      fix: expect.stringContaining('fewer items') as string,
    })
  })

  it('parses 40,000 values, with commas and brackets in strings', async () => {
    const items = Array.from({ length: 39_997 }, (_, at) => (at % 2 === 0 ? {} : []))
    const body = JSON.stringify({ texts: ',[]{}'.repeat(60_000), items }).replaceAll('{}', '{ }')
    const answer = await sendRaw<RpcAnswer>(`${testApp.url}/mcp`, { headers: json(), body })
    expect(answer.status).not.toBe(413)
  })

  it('that is too large to read to its end, at once', async () => {
    const announced = { ...json(), 'content-length': String(1024 * 1024 * 1024) }
    const answer = await sendRaw<RpcAnswer>(`${testApp.url}/mcp`, { headers: announced, body: '{' })
    expect(answer.status).toBe(413)
  })

  const refusals: readonly [string, Record<string, unknown>, RegExp][] = [
    ['a misspelled argument', { limt: 3 }, /Unknown argument limt: did you mean limit\?/],
    ['a wrong type', { limit: 'many' }, /limit is "many"/],
  ]
  for (const make of [modernRequest, legacyRequest]) {
    it.each(refusals)(`for %s with a message that the model can follow (${make.name})`, async (_, args, text) => {
      const call = make('tools/call', { name: 'list_tokens', arguments: args }, ada.token)
      const { status, body } = await readAnswer(await fetch(`${testApp.url}/mcp`, call))
      expect(status).toBe(200)
      expect(body.result?.isError).toBe(true)
      expect(body.result?.content?.[0]?.text).toMatch(text)
      expect(body.result?._meta?.['dragoman/error']).toMatchObject({ code: 'invalid_input', permanent: true })
      expect(body.result).not.toHaveProperty('structuredContent')
    })

    it(`treats null as missing (${make.name})`, async () => {
      for (const args of [null, { limit: null, cursor: null }]) {
        const call = make('tools/call', { name: 'list_tokens', arguments: args }, ada.token)
        const { body } = await readAnswer(await fetch(`${testApp.url}/mcp`, call))
        expect(body.result?.isError).toBeUndefined()
        expect(body.result?.structuredContent).toHaveProperty('tokens')
      }
    })

    it(`accepts a stringified array, and says once what another string should be (${make.name})`, async () => {
      const send = async (scopes: string) => {
        const call = make('tools/call', { name: 'create_token', arguments: { name: 'x', scopes } }, ada.token)
        return (await readAnswer(await fetch(`${testApp.url}/mcp`, call))).body.result
      }
      expect((await send('["user:read"]'))?.structuredContent).toMatchObject({ scopes: ['user:read'] })
      const refused = await send(`["user:read"${' '.repeat(200)}`)
      expect(refused?.isError).toBe(true)
      expect(refused?.content?.[0]?.text).toMatch(/^scopes is a string: give a JSON array\. Correct the argument of /)
    })
  }

  it('that is a batch with 400 and -32600 where the revision has no batches', async () => {
    const batch = JSON.stringify([JSON.parse(legacyRequest('ping').body), JSON.parse(legacyRequest('tools/list').body)])
    for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28']) {
      const answer = await mcp(batch, { 'mcp-protocol-version': revision })
      expect([answer.status, answer.body.error?.code]).toEqual([400, -32600])
      expect(answer.body.error?.message).toContain('one message per request')
    }
    for (const empty of ['[]', '[1,2]', '[null]']) {
      const answer = await mcp(empty)
      expect([answer.status, answer.body.error?.code]).toEqual([400, -32600])
    }
  })

  it('accepts a batch in revision 2025-03-26', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_tokens' } },
    ]
    const response = await fetch(`${testApp.url}/mcp`, { method: 'POST', headers: json(), body: JSON.stringify(batch) })
    const { body } = await readAnswer<readonly RpcAnswer[]>(response)
    expect(body.map(({ id }) => id)).toEqual([1, 2])
  })

  it('for an unknown method with the status that the revision demands', async () => {
    const modern = await readAnswer(await fetch(`${testApp.url}/mcp`, modernRequest('tokens/list', {}, ada.token)))
    expect([modern.status, modern.body.error?.code]).toEqual([404, -32601])
    const legacy = await readAnswer(await fetch(`${testApp.url}/mcp`, legacyRequest('tokens/list', {}, ada.token)))
    expect([legacy.status, legacy.body.error?.code]).toEqual([200, -32601])
  })

  it('for headers that contradict the body with 400 and -32020', async () => {
    const call = modernRequest('tools/list', {}, ada.token)
    const { 'mcp-method': _, ...without } = call.headers as Record<string, string>
    for (const headers of [{ ...call.headers, 'mcp-method': 'tools/call' }, without]) {
      const answer = await readAnswer(await fetch(`${testApp.url}/mcp`, { ...call, headers }))
      expect([answer.status, answer.body.error?.code]).toEqual([400, -32020])
    }
  })

  it.each(['GET', 'DELETE', 'HEAD'])('by %s with 405 and the allowed methods', async method => {
    const response = await fetch(`${testApp.url}/mcp`, { method, headers: { authorization: `Bearer ${ada.token}` } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    if (method === 'HEAD') expect(await response.text()).toBe('')
    else expect((await readAnswer(response)).body.error?.message).toContain('stateless')
  })

  it('for an unknown toolset with 400 and the known names', async () => {
    const call = modernRequest('tools/list', {}, ada.token)
    const { status, body } = await readAnswer(await fetch(`${testApp.url}/mcp?toolsets=cor`, call))
    expect(status).toBe(400)
    expect(body.error?.message).toContain('Did you mean core?')
    expect(body.error?.message).toContain('core, organizations, advanced')
  })

  it('without the required Accept header in JSON', async () => {
    const call = legacyRequest('tools/call', { name: 'list_tokens' }, ada.token)
    for (const accept of ['*/*', 'application/json']) {
      const { status } = await readAnswer(
        await fetch(`${testApp.url}/mcp`, { ...call, headers: { ...call.headers, accept } }),
      )
      expect(status).toBe(200)
    }
  })
})

describe('/api answers bad input', () => {
  const create = (body: string, headers: Record<string, string> = {}) =>
    rest('/api/tokens', { method: 'POST', headers: { ...json(), ...headers }, body })

  it.each(BROKEN.filter(Boolean))('that is broken JSON (%j) with 400', async body => {
    expect((await create(body)).body).toMatchObject({ status: 400, code: 'invalid_input', title: 'Bad Request' })
  })

  it.each(['[]', 'null'])('that is %s and no object with 400', async body => {
    const answer = await create(body)
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fix: expect.stringContaining('object') as string,
    })
  })

  it('of another content type with 415', async () => {
    const answer = await create('name=x', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.body).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  it('of 5 MB, in one piece or chunks, with 413 and the limit', async () => {
    for (const body of [FIVE_MB, CHUNKS]) {
      const answer = await sendRaw<Problem>(`${testApp.url}/api/tokens`, { headers: json(), body })
      expect(answer.body).toMatchObject({
        status: 413,
        code: 'too_large',
        detail: expect.stringContaining('4 MB') as string,
      })
      expect(answer.headers['connection']).toBe('close')
    }
  })

  it('with a misspelled field, a wrong type and a string for an array in one answer', async () => {
    const answer = await create(JSON.stringify({ nam: 'x', scopes: 'project:read', description: 5 }))
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(answer.body.detail).toContain('Unknown argument nam: did you mean name?')
    expect(answer.body.detail).toContain('scopes is a string: give a JSON array')
    expect(answer.body.detail).toContain('description is 5')
  })

  it('with an unknown or wrong query', async () => {
    expect((await rest('/api/tokens?limt=5')).body.detail).toContain('did you mean limit?')
    expect((await rest('/api/tokens?limit=many')).body.detail).toContain('limit is "many"')
    expect((await rest('/api/tokens?limit=1&limit=2')).body).toMatchObject({ status: 400, code: 'invalid_input' })
  })

  it('with an unchangeable field of a token, also as null', async () => {
    const { id } = await testApp.token('ada', ['project:read'])
    for (const body of [{ expires_at: null }, { scopes: null, name: 'x' }, { expires_at: '2030-01-01' }]) {
      const answer = await rest(`/api/tokens/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
      expect(answer.body).toMatchObject({
        status: 400,
        code: 'invalid_input',
        detail: `Scopes and expiration can't change. The call has ${Object.keys(body)[0]}.`,
        fix: expect.stringContaining('Create a new token') as string,
      })
    }
  })

  it('as an RFC 9457 problem with the request ID', async () => {
    const { status, headers, body } = await rest('/api/tokens?limt=5')
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status,
      detail: expect.any(String) as string,
      code: 'invalid_input',
      fix: expect.any(String) as string,
      permanent: true,
      request_id: headers.get('x-request-id'),
    })
  })
})
