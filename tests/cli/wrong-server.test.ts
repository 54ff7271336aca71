import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Outcome, run, stdioTransport } from '../harness/command-line.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { listen } from '../harness/listen.ts'
import { connectModern } from '../harness/surfaces.ts'

const TOKEN = `svca_${'0'.repeat(48)}`

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
})

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void

const json =
  (body: (url: string) => unknown, status = 200): Answer =>
  (_request, response, url) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body(url)))
const rpc = (message: object): Answer => json(() => ({ jsonrpc: '2.0', id: 1, ...message }))

/** Servers that are not Dragoman, as people meet them. */
const SERVERS: Readonly<Record<string, Answer>> = {
  'a page': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  nothing: (_request, response) => void response.writeHead(200).end(),
  'a closed connection': (_request, response) => void response.destroy(),
  'a permanent redirect': (_request, response) => void response.writeHead(308, { location: '/elsewhere' }).end(),
  'JSON that is null': json(() => null),
  'an error of its own in JSON': (_request, response) =>
    void response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"Oops"}'),
  'metadata of another shape': json(url => ({ issuer: url, authorization_endpoint: 7, token_endpoint: {} })),
  'metadata with a wrong endpoint': json(url => ({ issuer: url, authorization_endpoint: 'x', token_endpoint: 'y' })),
  'a gateway without its server': (_request, response) => void response.writeHead(502).end('Bad gateway'),
  'another MCP server': rpc({ error: { code: -32602, message: 'Unknown tool' } }),
  'an MCP server with lists of its own': rpc({ result: { content: [{ type: 'text', text: '["a"]' }] } }),
  'an MCP server with text': rpc({ result: { content: [{ type: 'text', text: 'Hello' }] } }),
  'an MCP server with errors of its own': rpc({ result: { isError: true, content: [{ type: 'text', text: 'No' }] } }),
}

async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    answer(request, response, url)
  })
  const { url, close } = await listen(server)
  onTestFinished(close)
  return url
}

/** Writes a repository; returns the variables of a command in it. */
async function prepare(url: string): Promise<Readonly<Record<string, string>>> {
  await writeFile(join(folder, 'en.json'), '{"a":"A"}')
  const file = {
    project: 'acme/app',
    source_locale: 'en',
    target_locales: ['de'],
    files: [{ source: 'en.json', target: '{locale}.json' }],
  }
  await writeFile(join(folder, 'dragoman.json'), JSON.stringify(file))
  return { DRAGOMAN_URL: url, DRAGOMAN_TOKEN: TOKEN, XDG_CONFIG_HOME: folder }
}

/** The commands that talk to a server. */
const COMMANDS: readonly (readonly string[])[] = [
  ['whoami'],
  ['call', 'get_project', '--json', '{"project":"acme/app"}'],
  ['status'],
  ['work', 'de'],
  ['review'],
  ['open'],
  ['push'],
  ['push', '--create'],
  ['pull'],
  ['check', '--frozen'],
  ['translate', 'acme/app', '--estimate'],
  ['runs', 'list'],
  ['runs', 'watch', 'acme/app', 'run'],
  ['runs', 'cancel', 'acme/app', 'run'],
  ['memory', 'export', 'memory.tmx'],
]

/** An error without a stack: what is wrong with which URL, exit code 69. */
const expectError = (url: string, args: readonly string[], { code, stdout, stderr }: Outcome): void => {
  expect([args, code, stdout], stderr).toEqual([args, 69, ''])
  expect(stderr, args.join(' ')).toContain(url)
  expect(stderr, args.join(' ')).not.toMatch(/^ +at |Zod|Internal error|rejected the request: http/m)
}

it('a server with tools of the same names is named by the commands that read their answers', async () => {
  const url = await serve(rpc({ result: { content: [{ type: 'text', text: '{"a":1}' }] } }))
  const env = await prepare(url)
  for (const args of COMMANDS.filter(([name = '']) => !['call', 'pull', 'check', 'memory'].includes(name))) {
    expectError(url, args, await run(args, env, '', { cwd: folder }))
  }
})

describe.each(Object.entries(SERVERS))('a server that answers with %s', (_, answer) => {
  it('is named by every command, and by dragoman mcp', async () => {
    const url = await serve(answer)
    const env = await prepare(url)
    for (const args of COMMANDS) expectError(url, args, await run(args, env, '', { cwd: folder }))
    const written: string[] = []
    const transport = stdioTransport([], env, { watch: text => void written.push(text) })
    const { call, close } = await connectModern(transport, 'legacy')
    const refusal = await call('get_context').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'unavailable', message: expect.stringContaining(url) })
    await close()
    expect(written.join('')).not.toMatch(/Zod|\\n +at /)
  })

  it('is named by a sign-in', async () => {
    const url = await serve(answer)
    for (const args of [
      ['login', url],
      ['login', url, '--device'],
    ]) {
      expectError(url, args, await run(args, { XDG_CONFIG_HOME: folder, BROWSER: 'true' }))
    }
  })
})
