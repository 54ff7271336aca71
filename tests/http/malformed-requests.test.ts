import { once } from 'node:events'
import { createServer, type ServerOptions, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClientErrorHandler } from '../../src/http/connections/malformed-requests.ts'
import { allTests } from '../harness/each-test.ts'
import { listen } from '../harness/listen.ts'
import { say } from './raw-exchange.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp())

/** A server that answers malformed requests as ours, and others as a test defines. */
async function serve(options: ServerOptions, answer: (response: ServerResponse) => void): Promise<string> {
  const own = createServer(options, (_request, response) => answer(response))
  own.on('clientError', createClientErrorHandler(testApp.services))
  const { url, close } = await listen(own)
  onTestFinished(close)
  return url
}

const FORM = 'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
const LONG = 'a'.repeat(20_000)

describe('a request that Node.js cannot read', () => {
  it.each([
    ['a long address', `GET /${LONG} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'too_large'],
    ['long headers', `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${LONG}\r\n\r\n`, 431, 'too_large'],
    ['another protocol', 'nonsense\r\n\r\n', 400, 'invalid_input'],
    ['two lengths', `${FORM}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'invalid_input'],
    ['a chunk without a length', `${FORM}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'invalid_input'],
    ['long extensions of a chunk', `${FORM}Transfer-Encoding: chunked\r\n\r\n1;${LONG}\r\n`, 413, 'too_large'],
  ])('for %s gets a JSON problem, and its connection is closed', async (_kind, bytes, status, code) => {
    const [head = '', body = ''] = (await say(testApp.url, bytes)).split('\r\n\r\n')
    const lines = head.split('\r\n')
    expect(lines[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
    expect(lines).toEqual(
      expect.arrayContaining([
        'connection: close',
        'content-type: application/problem+json',
        `content-length: ${body.length}`,
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        'referrer-policy: no-referrer',
      ]),
    )
    const problem = JSON.parse(body) as Record<string, unknown>
    expect(problem).toMatchObject({ type: 'about:blank', title: lines[0]?.slice(13), status, code, permanent: true })
    expect(problem['fix']).toMatch(/\w\.$/)
    expect(lines).toContain(`x-request-id: ${String(problem['request_id'])}`)
    expect(body).not.toMatch(/aaaa|HPE_/)
  })

  it('that does not end in time gets a 408', async () => {
    const url = await serve({ headersTimeout: 30, requestTimeout: 30, connectionsCheckingInterval: 10 }, () => {})
    const answer = await say(url, 'GET / HTTP/1.1\r\nHost: lo')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('"permanent":false')
  })

  it('adds nothing to a started answer', async () => {
    const url = await serve({}, response => response.writeHead(200, { 'content-length': 100 }).write('begun'))
    const answer = await say(url, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/begun$/)
  })

  it('is answered after a completed answer', async () => {
    const url = await serve({}, response => response.end('done'))
    const answer = await say(url, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'nonsense\r\n\r\n')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  it('may have closed its socket: nothing is thrown, and the next request is served', async () => {
    const socket = connect(Number(new URL(testApp.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
    expect(() => createClientErrorHandler(testApp.services)(new Error('gone'), socket)).not.toThrow()
    for (const bytes of [`GET /${LONG}`, 'nonsense\r\n\r\n']) {
      const hasty = connect(Number(new URL(testApp.url).port), '127.0.0.1', () => {
        hasty.write(bytes)
        hasty.resetAndDestroy()
      })
      await once(hasty, 'close')
    }
    expect((await fetch(`${testApp.url}/up`)).status).toBe(200)
  })
})
