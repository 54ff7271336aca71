import { readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTokenCredential } from '../../src/cli/backends/credential.ts'
import { createRemoteBackend } from '../../src/cli/backends/remote.ts'
import { fetchPulledFiles, type PullAnswer } from '../../src/cli/files/pull-answer.ts'
import { openPulledLog } from '../../src/cli/files/pulled-log.ts'
import { openRoot } from '../../src/cli/files/root.ts'
import { toToolResult } from '../../src/cli/files/tool-result.ts'
import type { TransferClient } from '../../src/cli/files/transfer.ts'
import { createTransferClient } from '../../src/cli/files/transfer-client.ts'
import { unpack } from '../../src/cli/files/unpack.ts'
import { withFileAccess } from '../../src/cli/files/with-file-access.ts'
import { createProgress } from '../../src/cli/output/progress.ts'
import type { ToolBackend } from '../../src/http/mcp/tool-backend.ts'
import { renderArchive } from '../../src/tools/files/pull/archive.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { listen } from '../harness/listen.ts'
import { IMPATIENT } from './without-waiting.ts'

let base: string
let url = ''
let answer: (request: IncomingMessage, response: ServerResponse) => void
/** The ends of connections that the client aborted. */
let closed: Promise<void>

beforeEach(async () => {
  base = await realpath(await temporaryFolder())
  let isClosed = (): void => undefined
  closed = new Promise(resolve => {
    isClosed = resolve
  })
  const server = createServer((request, response) => {
    request.resume()
    response.once('close', isClosed)
    answer(request, response)
  })
  const listening = await listen(server)
  url = listening.url
  return listening.close
})

/** Writes for as long as the client reads. */
function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(16 * 1024, 'x')
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

const context = { signal: new AbortController().signal, client: undefined }

const UNAVAILABLE = { code: 'unavailable' }
/** The result of a tool that failed so. */
const fault = (words: string | RegExp) => ({ isError: true, content: [{ text: expect.stringMatching(words) }] })

const SMALL = { bytes: 100_000, milliseconds: 60_000 }
const SHORT = { bytes: 100_000, milliseconds: 50 }

const remote = (bounds = SMALL) =>
  createRemoteBackend({
    url,
    credential: createTokenCredential(url, 't'),
    toolsets: ['core'],
    version: '0',
    bounds,
    now: IMPATIENT.now,
  })
const call = (bounds = SMALL) => remote(bounds).call('get_context', {}, context)

const access = async () => {
  await writeFile(join(base, 'secret.json'), '{"s":"S"}')
  return {
    root: openRoot({ folder: base, home: '/nowhere', newId: () => 'id' }),
    log: openPulledLog({ stateFolder: join(base, 'state'), root: base, newId: () => 'id' }),
    previews: openPulledLog({ stateFolder: join(base, 'state'), root: `${base} (previews)`, newId: () => 'id' }),
    progress: createProgress(process.stderr),
    warn: () => undefined,
  }
}
const answering = (offered: object): ToolBackend => ({ list: async () => [], call: async () => toToolResult(offered) })

const NOWHERE: TransferClient = { put: async () => undefined, get: async () => Buffer.alloc(0) }
const transfer = (bounds = SMALL) => createTransferClient(url, { ...IMPATIENT, bounds })
/** The result of a pull that the server answers so. */
const pullOf = async (offered: object, carrier = NOWHERE) =>
  withFileAccess(answering(offered), await access(), carrier).call('pull_translations', {}, context)
/** The result of a push of en.json that the server answers so. */
async function pushOf(offered: object, carrier: TransferClient) {
  await writeFile(join(base, 'en.json'), '{"a":"A"}')
  const backend = withFileAccess(answering(offered), await access(), carrier)
  return backend.call('push_source', { files: [{ path: 'en.json' }] }, context)
}

describe('an endless answer', () => {
  it('of a transfer is aborted at its limit, and the connection is closed', async () => {
    answer = (_, response) => endless(response.writeHead(200))
    await expect(transfer().get('/transfer/x')).rejects.toMatchObject({
      code: 'unavailable',
      message: `The response of ${url} exceeds 100000 bytes.`,
    })
    await closed
  })

  it('with an error is aborted, too', async () => {
    answer = (_, response) => endless(response.writeHead(500))
    await expect(transfer().put('/transfer/x', '{}')).rejects.toMatchObject(UNAVAILABLE)
    await closed
  })

  it('of a tool is aborted, as JSON and as events', async () => {
    for (const type of ['application/json', 'text/event-stream']) {
      answer = (_, response) => endless(response.writeHead(200, { 'content-type': type }))
      expect(await call()).toMatchObject(fault('exceeds 100000 bytes'))
    }
  })

  it('that is small until decompressed is aborted', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(SMALL.bytes)
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    await expect(transfer().get('/transfer/x')).rejects.toMatchObject(UNAVAILABLE)
  })

  it('that is too slow or missing is aborted in time', async () => {
    for (const begin of [true, false]) {
      answer = (_, response) => (begin ? response.writeHead(200).write('{') : undefined)
      await expect(transfer(SHORT).get('/transfer/x')).rejects.toMatchObject({
        code: 'unavailable',
        message: `The response of ${url} took more than 0.05 s.`,
      })
      expect(await call(SHORT)).toMatchObject({ isError: true })
    }
  })
})

describe('an answer of a hostile server', () => {
  it('cannot control the terminal, and is truncated', async () => {
    const problem = { code: 'gone', detail: `\u001B[2J\u202Egone${'x'.repeat(9000)}`, fix: 7 }
    answer = (_, response) => response.writeHead(410).end(JSON.stringify(problem))
    const error = await createTransferClient(url, IMPATIENT)
      .get('/transfer/x')
      .catch((reason: unknown) => reason as Error & { fix?: string })
    expect(error).toMatchObject({
      code: 'gone',
      message: expect.stringMatching(/^<U\+001B>\[2J<U\+202E>gonex+$/),
      fix: undefined,
    })
    expect((error as Error).message.length).toBeLessThan(2100)
    for (const text of ['null', '[]', '{"code":{}}', '"x"', '{"code":"gone","detail":{}}', '{"code":"__proto__"}']) {
      answer = (_, response) => response.writeHead(410).end(text)
      await expect(createTransferClient(url, IMPATIENT).get('/transfer/x')).rejects.toMatchObject(UNAVAILABLE)
    }
  })

  it('is rejected when it is no tool result', async () => {
    for (const result of [{}, { content: 7 }, { content: [null] }, []]) {
      answer = (_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
      expect(await call()).toMatchObject(fault('did not send a valid MCP message'))
    }
    for (const body of ['null', '7', '"x"', '[]', '{"error":"x"}', '{"error":{"message":{}}}', '{"error":null}']) {
      answer = (_, response) => response.end(body)
      expect(await call(), body).toMatchObject(fault('did not send a valid MCP message'))
    }
    const text: ToolBackend = {
      list: async () => [],
      call: async () => ({ content: [{ type: 'text', text: '<html>' }] }),
    }
    const pulled = await withFileAccess(text, await access(), NOWHERE).call('pull_translations', {}, context)
    expect(pulled).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('is not JSON') }] })
  })

  it('is rejected when it is no tool list, and no resource', async () => {
    for (const result of [{}, null, { tools: 7, contents: 7 }, { tools: [7], contents: [null] }]) {
      answer = (_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
      await expect(async () => remote().list()).rejects.toMatchObject({ code: 'unavailable' })
      await expect(remote().readResource?.('dragoman://a/b/status', context)).rejects.toMatchObject(UNAVAILABLE)
    }
  })

  it('is shown as a server error if it has the form of one', async () => {
    const refusal = (data: unknown, message = 'Said no.') =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32602, message, data } })
    for (const data of [{ code: 'no_such_code' }, { code: {} }, { code: '__proto__' }, 'x', null, []]) {
      answer = (_, response) => response.end(refusal(data))
      expect(await call()).toMatchObject({ isError: true, _meta: { 'dragoman/error': { code: 'unavailable' } } })
    }
    answer = (_, response) => response.end(refusal({ code: 'unknown_tool' }))
    await expect(call()).rejects.toMatchObject({ code: 'unknown_tool', message: 'Said no.' })
    answer = (_, response) => response.end(refusal({ code: 'gone', fix: {}, message: [] }))
    expect(await call()).toMatchObject({ isError: true, _meta: { 'dragoman/error': { code: 'gone' } } })
    answer = (_, response) => response.writeHead(401).end(refusal({ code: 'gone', fix: {}, message: [] }))
    expect(await call()).toMatchObject(fault(/rejected DRAGOMAN_TOKEN: Said no\. Create a token .* set DRAGOMAN_TOKEN/))
  })
})

describe('an archive', () => {
  it('that unpacks to more than its limit is rejected', () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(200_000)
    expect(() => [...unpack(bomb)]).toThrow('exceeds 83886080 bytes when unpacked')
  })

  it('with an overlong path is rejected', async () => {
    const path = `${'x'.repeat(5000)}.json`
    const archive = await renderArchive([{ path, content: '{}' }])
    expect(() => [...unpack(archive)]).toThrow('is damaged')
  })
})

describe('a pull', () => {
  const files = (offered: PullAnswer, get: TransferClient['get'] = async () => Buffer.alloc(0)) =>
    fetchPulledFiles(offered, { get, put: async () => undefined }, undefined, () => undefined)
  const row = (path: string, content = '{}') => ({ path, content, locale: 'de', sha256: '', exported: 0 })

  it('is rejected with a duplicate path, also one that differs in case only', async () => {
    await expect(files({ files: [row('l/de.json'), row('L/DE.json')] })).rejects.toThrow('contains "L/DE.json" twice')
    const archive = await renderArchive([
      { path: 'l/de.json', content: '{}' },
      { path: 'l/De.json', content: '{}' },
    ])
    await expect(files({ archive: { get: '/x' } }, async () => archive)).rejects.toThrow('twice')
  })

  it('is limited in files and bytes', async () => {
    const many = Array.from({ length: 20_001 }, (_, at) => row(`l${at}/de.json`))
    await expect(files({ files: many })).rejects.toThrow('more than 20000 files')
    const large = 'x'.repeat(30 * 1024 * 1024)
    await expect(files({ files: [1, 2, 3].map(n => row(`l${n}/de.json`, large)) })).rejects.toThrow(
      'more than 83886080 bytes',
    )
  })

  it('is rejected when it is malformed', async () => {
    for (const offered of [{ files: 7 }, { files: [{ path: 7 }] }, { archive: {} }, { locales: [{}] }, 'x', []]) {
      const result = await pullOf(offered as object)
      expect(result).toMatchObject(fault('is not valid at'))
    }
  })

  it('is rejected with an invalid locale, and writes nothing', async () => {
    const content = '{"a":"A"}'
    for (const locale of ['de-!!!', 'de-', 'de-x', 'de_DE', '', `de-${'x'.repeat(100_000)}`]) {
      const own = { path: 'l/de.json', sha256: '', exported: 1, content, locale }
      const total = { locale, files: 1, exported: 1 }
      for (const offered of [{ files: [own] }, { files: [row('l/de.json', content)], locales: [total] }]) {
        const result = await pullOf(offered)
        expect(result, locale.slice(0, 20)).toMatchObject(fault(/is not valid at (files|locales)\.0\.locale/))
        expect(await readdir(base)).toEqual(['secret.json'])
      }
    }
  })

  it('is rejected with more rows than a pull may have', async () => {
    const total = { locale: 'de', files: 1, exported: 1 }
    for (const offered of [
      { files: Array.from({ length: 20_001 }, () => row('l/de.json')) },
      { downloads: Array.from({ length: 20_001 }, () => ({ path: 'l/de.json', get: '/x' })) },
      { locales: Array.from({ length: 1001 }, () => total) },
    ]) {
      const result = await pullOf(offered)
      expect(result).toMatchObject(fault('is not valid at'))
    }
  })

  it('rejects a download that is in no row', async () => {
    await expect(files({ downloads: [{ path: 'l/de.json', get: '/x' }] })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a client of a hostile server', () => {
  it('sends only the files that the call names', async () => {
    const sent: string[] = []
    const carrier: TransferClient = {
      put: async (_, content) => void sent.push(content),
      get: async () => Buffer.alloc(0),
    }
    const uploads = ['en.json', 'secret.json'].map(path => ({ path, put: '/x' }))
    expect(await pushOf({ uploads, next: '' }, carrier)).toMatchObject(
      fault('requested "secret.json", which is not part of this push'),
    )
    expect(sent).toEqual([])
  })

  it('rejects a malformed upload request, and sends nothing', async () => {
    const put = async (): Promise<void> => expect.unreachable()
    const twice = Array.from({ length: 501 }, () => ({ path: 'en.json', put: '/x' }))
    for (const uploads of [7, null, [7], [{ path: 'en.json' }], [{ path: 7, put: '/x' }], twice]) {
      expect(await pushOf({ uploads }, { ...NOWHERE, put })).toMatchObject(
        fault('The upload request of the server is not valid'),
      )
    }
  })

  it('writes no file when one path leads elsewhere or to a tool’s file', async () => {
    const bad = [
      '../out.json',
      '/tmp/x/de.json',
      '.git/de.json',
      'a\\de.json',
      'package.json',
      '.mcp.json',
      'de.sh',
      `${'x'.repeat(400)}/de.json`,
      'de.json\u202E.json',
    ]
    for (const path of bad) {
      const archive = await renderArchive([
        { path: '0/de.json', content: '{"a":"A"}' },
        { path: 'l/de.json', content: '{"a":"A"}' },
      ])
      const carrier: TransferClient = { put: async () => undefined, get: async () => archive }
      const files = [{ path, locale: 'de', sha256: '', exported: 1, content: '{"a":"A"}' }]
      const offered = { files, archive: { get: '/x' }, locales: [{ locale: 'de', files: 1, exported: 1 }], next: '' }
      expect(await pullOf(offered, carrier), path).toMatchObject({ isError: true })
      expect(
        (await readdir(base)).filter(name => name !== 'secret.json'),
        path,
      ).toEqual([])
    }
    expect(await readFile(join(base, 'secret.json'), 'utf8')).toBe('{"s":"S"}')
  })
})
