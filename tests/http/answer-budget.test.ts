import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAnswerBudget } from '../../src/http/answer-budget.ts'
import { beginExchange } from '../../src/http/exchange.ts'
import { sendProblem } from '../../src/http/problem.ts'
import { type House, openHouse } from './house.ts'

const MIB = 1024 * 1024

/** A client that asks and does not read. */
async function ask(url: string, lines: readonly string[]): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined).pause()
  await once(socket, 'connect')
  socket.write(lines.map(line => `${line}\r\nHost: localhost\r\n\r\n`).join(''))
  return socket
}

describe('the budget of answers', () => {
  let house: House
  let server: Server
  let url: string
  let log: object[]

  /** Answers `/<owner>/<bytes>[/<how>]` with so many bytes. */
  const open = async (): Promise<void> => {
    log = []
    house = await openHouse()
    const logger = { ...house.services.log, info: (told: object) => void log.push(told), debug: () => undefined }
    const services = { ...house.services, log: { ...logger, child: () => logger } as never }
    const budget = createAnswerBudget(({ url: asked = '' }) => asked.split('/')[1] ?? '')
    server = createServer((request, response) => {
      const exchange = beginExchange(services, request, response)
      budget.watch(exchange, error => sendProblem(exchange, error))
      const [, , bytes, how] = exchange.path.split('/')
      const body = Buffer.alloc(Number(bytes))
      if (how === 'public') response.setHeader('cache-control', 'public, max-age=300')
      response.setHeader('etag', '"of the body"')
      if (how !== 'stream') return response.writeHead(200, { 'content-length': body.length }).end(body)
      response.writeHead(200)
      response.write(body, () => response.end())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await house.close()
  })

  const statusOf = async (path: string): Promise<number> => {
    const answer = await fetch(`${url}${path}`)
    await answer.arrayBuffer()
    return answer.status
  }

  /** Waits until the server has answered what was asked before. */
  const unread = async (...paths: readonly string[]): Promise<Socket> => {
    const socket = await ask(
      url,
      paths.map(path => `GET ${path} HTTP/1.1`),
    )
    await once(socket.resume(), 'data')
    return socket.pause()
  }

  it('is 64 MiB of one owner, whose end of a connection gives back all that it waited for', async () => {
    await open()
    const socket = await unread(`/ada/${30 * MIB}`, `/ada/${30 * MIB}`)
    const refused = await fetch(`${url}/ada/${5 * MIB}`)
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('etag')]).toEqual([503, '5', null])
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      permanent: false,
      detail: `${60 * MIB} bytes of answers wait for your clients to read them, and ${64 * MIB} may.`,
    })
    expect(await statusOf(`/ada/${4 * MIB}`)).toBe(200)
    expect(await statusOf('/ada/65536')).toBe(200)
    expect(await statusOf(`/ada/${70 * MIB}/public`)).toBe(200)
    expect((await fetch(`${url}/ada/${70 * MIB}`, { method: 'HEAD' })).status).toBe(200)
    expect(await statusOf(`/bob/${64 * MIB}`)).toBe(200)
    socket.destroy()
    await expect.poll(() => statusOf(`/ada/${64 * MIB}`)).toBe(200)
  })

  it('gives back what was read', async () => {
    await open()
    for (let count = 0; count < 4; count++) expect(await statusOf(`/ada/${60 * MIB}`)).toBe(200)
  })

  it('has room for a first answer of up to half of all, and for nobody more than they leave', async () => {
    await open()
    expect(await statusOf(`/ada/${128 * MIB + 1}`)).toBe(413)
    await unread(`/ada/${128 * MIB}`)
    expect(await statusOf(`/ada/${MIB}`)).toBe(503)
    expect(await statusOf(`/bob/${64 * MIB + 1}`)).toBe(503)
    expect(await statusOf(`/bob/${64 * MIB}`)).toBe(200)
  })

  it('counts the pieces of a stream until they are taken, and cuts one that has no room', async () => {
    await open()
    expect(await statusOf(`/ada/${60 * MIB}/stream`)).toBe(200)
    const socket = await unread(`/ada/${60 * MIB}/stream`)
    await expect(statusOf(`/ada/${5 * MIB}/stream`)).rejects.toThrow()
    expect(log).toContainEqual({ code: 'unavailable' })
    expect(await statusOf('/ada/60000/stream')).toBe(200)
    socket.destroy()
    await expect.poll(() => statusOf(`/ada/${60 * MIB}`)).toBe(200)
  })
})

describe('answers that nobody reads', () => {
  it('are 64 MiB of one user at most, on REST and MCP, and take nothing from others', async () => {
    const house = await openHouse()
    const { token } = await house.token('ada', ['voice:read', 'voice:write'])
    const { token: other } = await house.token('bob', ['voice:read'])
    const locales = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv'].flatMap(language => [
      language,
      ...['AT', 'BE', 'CH', 'CA', 'US', 'GB', 'IN', 'BR', 'MX'].map(region => `${language}-${region}`),
    ])
    const regions = 'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE'.split(' ')
    const cultural_notes = Object.fromEntries(regions.map(region => [region, 'n'.repeat(1790)]))
    const voice = { overrides: Object.fromEntries(locales.map(locale => [locale, { cultural_notes }])) }
    const address = `${house.url}/api/accounts/ada/voice`
    const headersOf = (bearer: string) => ({ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' })
    const saved = await fetch(address, { method: 'PUT', headers: headersOf(token), body: JSON.stringify({ voice }) })
    expect([saved.status, await saved.json()]).toMatchObject([200, {}])
    const line = `GET /api/accounts/ada/voice HTTP/1.1\r\nAuthorization: Bearer ${token}`
    // The system takes some 10 MiB of each connection, here of what does not count.
    const shared = Array.from({ length: 400 }, () => 'GET /api/openapi.json HTTP/1.1')
    const lines = [...shared, ...Array.from({ length: 10 }, () => line)]
    const sockets = await Promise.all(Array.from({ length: 4 }, () => ask(house.url, lines)))
    const read = async (bearer: string): Promise<number> => {
      const answer = await fetch(address.replace('ada', bearer === token ? 'ada' : 'bob'), {
        headers: headersOf(bearer),
      })
      await answer.arrayBuffer()
      return answer.status
    }
    await expect.poll(() => read(token), { timeout: 20_000 }).toBe(503)
    expect(await read(other)).toBe(200)
    const call = await fetch(`${house.url}/mcp`, {
      method: 'POST',
      headers: { ...headersOf(token), 'mcp-protocol-version': '2025-11-25', accept: 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_voice', arguments: { target: 'ada' } },
      }),
    })
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await call.json()).toMatchObject({ error: { code: -32000, data: { code: 'unavailable' } } })
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => read(token)).toBe(200)
    await house.close()
  })
})
