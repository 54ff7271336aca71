import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { forEachConcurrently } from '../../src/cli/files/transfer.ts'
import { createTransferClient } from '../../src/cli/files/transfer-client.ts'
import { unpack } from '../../src/cli/files/unpack.ts'
import { AppError } from '../../src/errors.ts'
import { renderArchive } from '../../src/tools/files/pull/archive.ts'
import { eachTest } from '../harness/each-test.ts'
import { listen } from '../harness/listen.ts'
import { IMPATIENT } from './without-waiting.ts'

describe('concurrent transfers', () => {
  it('are at most four at a time, and each runs once', async () => {
    let [under, most] = [0, 0]
    const done: number[] = []
    await forEachConcurrently(
      Array.from({ length: 11 }, (_, id) => ({ id })),
      async ({ id }) => {
        most = Math.max(most, ++under)
        await new Promise(resolve => setImmediate(resolve))
        under -= 1
        done.push(id)
      },
    )
    expect([most, done.toSorted((a, b) => a - b)]).toEqual([4, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
  })

  it('end with the first failure, and start nothing after it', async () => {
    const begun: number[] = []
    const work = forEachConcurrently(
      Array.from({ length: 50 }, (_, id) => ({ id })),
      async ({ id }) => {
        begun.push(id)
        await new Promise(resolve => setImmediate(resolve))
        if (id === 1) throw new Error('no')
      },
    )
    await expect(work).rejects.toThrow('no')
    expect(begun.length).toBeLessThan(10)
  })
})

describe('an upload address of the server', () => {
  const seen: string[] = []
  const server = eachTest(() => {
    seen.length = 0
    const answering = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no credential'}`)
      request.resume()
      if (request.url?.endsWith('/moved')) response.writeHead(302, { location: '/transfer/x' }).end()
      else if (request.url?.endsWith('/proxy')) response.writeHead(502).end('<html>')
      else response.writeHead(410).end(JSON.stringify({ code: 'gone', detail: 'It was used.', fix: 'Ask again.' }))
    })
    return listen(answering)
  })

  it('is requested from DRAGOMAN_URL, whatever host it names, without the token', async () => {
    const carrier = createTransferClient(server.url, IMPATIENT)
    await expect(carrier.put('http://evil.example/transfer/abc', 'x')).rejects.toMatchObject({ code: 'gone' })
    expect(seen).toEqual(['PUT /transfer/abc no credential'])
  })

  it('passes the server’s error on, and reports a server that is not Dragoman', async () => {
    const carrier = createTransferClient(server.url, IMPATIENT)
    await expect(carrier.get(`${server.url}/transfer/abc`)).rejects.toMatchObject({
      message: 'It was used.',
      fix: 'Ask again.',
    })
    await expect(carrier.get(`${server.url}/transfer/proxy`)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('502'),
    })
    await expect(carrier.get(`${server.url}/transfer/moved`)).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).not.toContain('GET /transfer/x no credential')
    for (const address of ['data:text/plain,x', 'mailto:a@b', 'http://[']) {
      const message = expect.stringContaining('an invalid transfer link')
      await expect(carrier.get(address)).rejects.toMatchObject({ code: 'unavailable', message })
    }
    await expect(createTransferClient('http://127.0.0.1:1', IMPATIENT).get('/transfer/x')).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})

describe('an archive', () => {
  it('restores the original files, whatever their names and sizes', async () => {
    const files = ['a.json', 'ü/日本.json', `${'long/'.repeat(70)}x.json`, 'b c.json'].map((path, at) => ({
      path,
      content: 'ä'.repeat(at * 512),
      source: at % 2 === 0 ? undefined : `ü/en${at}.json`,
    }))
    const unpacked = [...unpack(await renderArchive(files))]
    expect(unpacked).toEqual(files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    expect([...unpack(await renderArchive([]))]).toEqual([])
  })

  it('that is cut or contains a link is rejected', async () => {
    const good = await renderArchive([{ path: 'a.json', content: '{}' }])
    expect(() => [...unpack(good.subarray(0, good.length - 9))]).toThrow(AppError)
    const link = Buffer.alloc(1024)
    link.write('a.json')
    link.write('00000000000', 124)
    link.write('2', 156)
    expect(() => [...unpack(gzipSync(link))]).toThrow('is damaged')
    expect(() => [
      ...unpack(gzipSync(Buffer.from(link.subarray(0, 512).toString().replace('00000000000', '00000001000')))),
    ]).toThrow(AppError)
  })
})
