import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openTrap } from '../log-trap.ts'
import { parseAnswer, say } from './raw-exchange.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp({ log: trap.log }))
const ada = allTests(() => testApp.token('ada', ['user:read', 'user:write']))
const trap = openTrap()

const request = (line: string, ...headers: readonly string[]): string => [line, ...headers, '', ''].join('\r\n')
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const CHUNK = '3\r\nabc\r\n0\r\n\r\n'
/** Twelve of these exceed the buffers of the system, so that the server must read them. */
const MORE = 'x'.repeat(1_000_000)

/** Name, bytes, status, code, words of the answer. */
const FAULTS = [
  ['no Host', request('GET /up HTTP/1.1'), 400, 'invalid_input', 'no Host header'],
  ['two Hosts', request('GET /up HTTP/1.1', 'Host: localhost', 'host: localhost'), 400, 'invalid_input', '2 Host'],
  ['CONNECT', request('CONNECT host:443 HTTP/1.1', 'Host: host:443'), 405, 'method_not_allowed', 'CONNECT'],
  [
    'Transfer-Encoding: gzip',
    `${request('POST /up HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: gzip')}abc`,
    400,
    'invalid_input',
    '"gzip"',
  ],
  [
    'Transfer-Encoding: gzip, chunked',
    request('POST /up HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: gzip, chunked') + CHUNK,
    501,
    'invalid_input',
    '"gzip, chunked"',
  ],
  [
    'a coding in HTTP/1.0',
    request('POST /up HTTP/1.0', 'Host: localhost', 'Transfer-Encoding: chunked') + CHUNK,
    400,
    'invalid_input',
    'HTTP/1.0',
  ],
  [
    'a coding and a length',
    request('POST /up HTTP/1.1', 'Host: localhost', 'Content-Length: 3', 'Transfer-Encoding: chunked') + CHUNK,
    400,
    'invalid_input',
    'not valid HTTP',
  ],
  ['an expectation', request('GET /up HTTP/1.1', 'Host: localhost', 'Expect: tea'), 417, 'invalid_input', '"tea"'],
  ['HTTP/2.0', request('GET /up HTTP/2.0', 'Host: localhost'), 505, 'invalid_input', 'HTTP/2.0'],
  ['HTTP/0.9', request('GET /up HTTP/0.9'), 505, 'invalid_input', 'HTTP/0.9'],
] as const

describe('a request that breaks the rules of HTTP', () => {
  it.each(FAULTS)(
    'with %s gets a problem document on a closed connection',
    async (_name, bytes, status, code, words) => {
      const answer = parseAnswer(await say(testApp.url, bytes))
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({
        connection: 'close',
        'content-type': 'application/problem+json',
        'content-length': String(Buffer.byteLength(answer.body)),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
      })
      const id = answer.headers['x-request-id']
      expect(JSON.parse(answer.body)).toMatchObject({
        type: 'about:blank',
        status,
        code,
        detail: expect.stringContaining(words),
        fix: expect.stringMatching(/\w\.$/),
        permanent: true,
        request_id: id,
      })
      expect(trap.lines().filter(({ request_id }) => request_id === id)).toMatchObject([{ status }])
    },
  )

  it('gets an MCP error on /mcp, and an OAuth error on its endpoints', async () => {
    const mcp = parseAnswer(await say(testApp.url, request('POST /mcp HTTP/1.1')))
    expect([mcp.status, mcp.headers['connection']]).toEqual([400, 'close'])
    expect(JSON.parse(mcp.body)).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: expect.stringContaining('no Host header'), data: { code: 'invalid_input' } },
    })
    const oauth = parseAnswer(
      await say(
        testApp.url,
        request('POST /oauth/token HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: gzip, chunked') + CHUNK,
      ),
    )
    expect([oauth.status, oauth.headers['connection']]).toEqual([501, 'close'])
    expect(JSON.parse(oauth.body)).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining("'gzip, chunked'"),
    })
  })

  it('is not executed, although its headers are readable', async () => {
    const { id } = await testApp.token('ada', ['user:read'])
    const head = [`DELETE /api/tokens/${id} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${ada.token}`] as const
    expect(parseAnswer(await say(testApp.url, request(...head, 'Transfer-Encoding: gzip'))).status).toBe(400)
    expect((await testApp.services.store.read.tokens.get(id))?.revoked_at).toBeNull()
    expect(parseAnswer(await say(testApp.url, request(...head, 'Connection: close'))).status).toBe(204)
    expect((await testApp.services.store.read.tokens.get(id))?.revoked_at).not.toBeNull()
  })

  it('does not affect the previous answer', async () => {
    const body = JSON.stringify({ name: 'ci', scopes: ['user:read'] })
    const good = `${request(
      'POST /api/tokens HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${ada.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    )}${body}`
    const answer = parseAnswer(await say(testApp.url, `${good}nonsense\r\n\r\n`))
    expect([answer.status, answer.headers['connection']]).toEqual([201, 'close'])
  })

  it.each([
    ['no Host', request('POST /up HTTP/1.1', 'Content-Length: 5000000')],
    ['no end of its body', request('POST /up HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: gzip')],
    [
      'a chunk without a length',
      `${request('POST /oauth/token HTTP/1.1', 'Host: localhost', FORM, 'Transfer-Encoding: chunked')}x`,
    ],
    ['a tunnel', request('CONNECT host:443 HTTP/1.1', 'Host: host:443')],
  ])('with %s is answered while its client keeps sending', async (_name, head) => {
    const answer = await say(testApp.url, head, ...Array.from({ length: 12 }, () => MORE))
    expect(parseAnswer(answer).headers).toMatchObject({ connection: 'close' })
  })
})

describe('a request that HTTP allows', () => {
  it('may lack Host in HTTP/1.0, as health probes do', async () => {
    expect(parseAnswer(await say(testApp.url, request('GET /up HTTP/1.0'))).status).toBe(200)
    const api = parseAnswer(await say(testApp.url, request('GET /api/context HTTP/1.0')))
    expect([api.status, JSON.parse(api.body).code]).toEqual([403, 'bad_host'])
  })

  it('may offer another protocol, and is answered in HTTP/1.1', async () => {
    const offer = ['Host: localhost', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
    const socket = connect(Number(new URL(testApp.url).port), '127.0.0.1')
    for (const bytes of [
      request('GET /up HTTP/1.1', ...offer),
      request('GET /up HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'),
      request('GET /up HTTP/1.1', 'Host: localhost'),
    ]) {
      socket.write(bytes)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(parseAnswer(String(answer))).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    }
    socket.destroy()
  })

  it('may wait for 100 Continue before it sends its body', async () => {
    const head = ['POST /oauth/token HTTP/1.1', 'Host: localhost', 'Connection: close', 'Content-Length: 3'] as const
    const answer = await say(testApp.url, request(...head, FORM, 'Expect: 100-Continue'), 'a=b')
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
    expect(answer).toContain('grant_type')
  })
})
