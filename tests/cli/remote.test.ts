import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run, stdioTransport } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { listen } from '../harness/listen.ts'
import { runProcess } from '../harness/process.ts'
import { connectModern } from '../harness/surfaces.ts'
import { startDragoman } from '../harness.ts'

const UNKNOWN_TOKEN = `svca_${'0'.repeat(48)}`

const dragoman = allTests(() => startDragoman())
let token: string

beforeAll(async () => {
  token = await dragoman.token('everyday')
})

const at = (url: string, value = token) => ({ DRAGOMAN_URL: url, DRAGOMAN_TOKEN: value })

/** An error as the result of a tool contains it. */
const told = (body: object) => ({ isError: true, content: [], _meta: { 'dragoman/error': body } })

const connect = (env: Readonly<Record<string, string>>, era: '2026-07-28' | 'legacy') =>
  connectModern(stdioTransport([], env), era)

describe('stdio with a remote server', () => {
  it.each(['2026-07-28', 'legacy'] as const)('acts with the permissions of the token, in the era %s', async era => {
    const { client, call, close } = await connect(at(dragoman.url), era)
    expect((await client.listTools()).tools[0]?.name).toBe('list_tokens')
    expect(await call('get_context')).toMatchObject({ user: { handle: 'ada' }, via: { kind: 'token' } })
    await close()
  })

  it('passes the server’s errors on', async () => {
    const { call, close } = await connect(at(dragoman.url), 'legacy')
    await expect(call('create_token', { name: 'x', scopes: [] })).rejects.toMatchObject({
      code: 'insufficient_scope',
      fix: expect.stringContaining('new token'),
    })
    await expect(call('get_contexts')).rejects.toMatchObject({
      code: 'unknown_tool',
      message: expect.stringMatching(/get_context\?/),
    })
    await expect(call('żółw')).rejects.toMatchObject({ code: 'unknown_tool' })
    await close()
  })

  it('names the variable to correct when the token is rejected or the server is unreachable', async () => {
    const refused = await connect(at(dragoman.url, UNKNOWN_TOKEN), 'legacy')
    await expect(refused.call('get_context')).rejects.toMatchObject({
      code: 'invalid_token',
      message: expect.stringMatching(/rejected DRAGOMAN_TOKEN/),
      fix: expect.stringMatching(/^Copy it again/),
    })
    await refused.close()
    const silent = await connect(at('http://127.0.0.1:1'), 'legacy')
    await expect(silent.call('get_context')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/No response from http:\/\/127\.0\.0\.1:1 \(DRAGOMAN_URL\)/),
    })
    await silent.close()
  })
})

describe('dragoman call', () => {
  it('shows a suspended user only the server’s fix, because another token would not help', async () => {
    const value = await dragoman.token('everyday', 'sue')
    await dragoman.operator('suspend', { user: 'sue' })
    const { stderr, code } = await run(['call', 'get_context'], at(dragoman.url, value))
    expect(code).not.toBe(0)
    expect(stderr).toContain('Ask an operator')
    expect(stderr.match(/Ask an operator/g)).toHaveLength(1)
    expect(stderr).not.toContain('create_token')
  })

  it('prints the answer of the remote server as JSON', async () => {
    const { stdout, code } = await run(['call', 'get_context'], at(dragoman.url))
    expect(JSON.parse(stdout)).toMatchObject({ user: { handle: 'ada' } })
    expect(code).toBe(0)
  })

  it.each([
    ['an unknown tool', ['call', 'get_contexts'], 64, /unknown_tool.*Did you mean get_context\?/],
    [
      'a tool that no tool resembles',
      ['call', 'żółw'],
      64,
      /unknown_tool[^]*List the tools with tools\/list and find_tools, or with `dragoman tools`[.]/,
    ],
    ['a wrong argument', ['call', 'list_projects', '--json', '{"limit":0}'], 65, /invalid_input.*limit/],
    ['arguments that are not JSON', ['call', 'get_context', '--json', '{'], 65, /--json is not valid JSON\.","fix":/],
    ['something that is not found', ['call', 'list_projects', '--json', '{"account":"nobody"}'], 66, /not_found/],
    ['a missing scope', ['call', 'create_token', '--json', '{"name":"x","scopes":[]}'], 77, /insufficient_scope/],
  ])('exits with the code of %s, and prints nothing on stdout', async (_what, args, code, message) => {
    const ended = await run(args, at(dragoman.url))
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr.replace(/\n/g, ' ')).toMatch(message)
  })

  it('reads the arguments from stdin', async () => {
    const ended = await runProcess(['call', 'list_projects', '--json', '-'], at(dragoman.url), '{"account":"ada"}')
    expect(JSON.parse(ended.stdout)).toEqual({ projects: [] })
  })

  it('rejects one of the two variables alone, and names the other', async () => {
    const [url, half] = [
      await run(['call', 'get_context'], { DRAGOMAN_URL: dragoman.url }),
      await run(['call', 'get_context'], { DRAGOMAN_TOKEN: token }),
    ]
    expect(url).toMatchObject({ code: 78, stdout: '', stderr: expect.stringMatching(/DRAGOMAN_TOKEN is not set/) })
    expect(half).toMatchObject({ code: 78, stdout: '', stderr: expect.stringMatching(/"fix":"Set DRAGOMAN_URL/) })
    expect(half.stderr).not.toContain(token)
  })

  it.each([
    ['an answer that is no JSON', { content: [{ type: 'text', text: '<html>' }] }, 69, 'unavailable'],
    ['an error without a body', { isError: true, content: [], _meta: null }, 69, 'unavailable'],
    ['an error that is null', { isError: true, content: [], _meta: { 'dragoman/error': null } }, 69, 'unavailable'],
    ['an error without a message', told({ code: 'gone' }), 69, 'unavailable'],
    ['an unknown code', told({ code: 'fine', message: 'Fine.' }), 70, 'internal_error'],
    ['a fix that is no string', told({ code: 'gone', message: 'Gone.', fix: {} }), 66, 'gone'],
  ])('exits with an error, without a stack, for %s', async (_what, result, code, word) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
    const { url, close } = await listen(createServer((_request, response) => response.writeHead(200).end(body)))
    const ended = await run(['call', 'get_context'], at(url))
    await close()
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(`"code":"${word}"`) })
    expect(ended.stderr).not.toMatch(/^ +at /m)
  })
})

describe('the audit log', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
  })

  type Row = { readonly action: string; readonly surface: string; readonly detail?: object }

  /** Newest first. */
  const listEvents = async (env: Readonly<Record<string, string>>): Promise<readonly Row[]> =>
    JSON.parse((await run(['call', 'list_audit_events', '--json', '{"limit":20}'], env)).stdout).events

  const create = (slug: string) => ({ project: `ada/${slug}`, source_locale: 'en', target_locales: ['de'] })

  it('names the command line or stdio, whatever way the call takes', async () => {
    const remote = at(dragoman.url, await dragoman.token('all'))
    const local = { DRAGOMAN_DATA_DIR: dragoman.dataDir }
    const newest = async (env: Readonly<Record<string, string>>) => {
      const [{ action, surface } = { action: '', surface: '' }] = await listEvents(env)
      return [action, surface]
    }
    await run(['call', 'create_project', '--json', JSON.stringify(create('by-token'))], remote)
    expect(await newest(remote)).toEqual(['create_project', 'cli'])
    const { call, close } = await connect(remote, 'legacy')
    await call('create_project', create('by-stdio'))
    await close()
    expect(await newest(remote)).toEqual(['create_project', 'stdio'])
    // The first command of a user at the socket creates them.
    expect(JSON.parse((await run(['call', 'get_context'], local)).stdout)).toMatchObject({ via: { kind: 'stdio' } })
    expect(await newest(local)).toEqual(['person_created', 'cli'])
  })

  it('has one event of a push, whose details name the uploads', async () => {
    const env = at(dragoman.url, await dragoman.token('all'))
    const strings = (name: string) =>
      Object.fromEntries(Array.from({ length: 2 }, (_, n) => [`${name}${n}`, `${name}${n}`.repeat(4_100)]))
    for (const name of ['a', 'b']) {
      await writeFile(join(folder, `${name}.en.json`), JSON.stringify(strings(name)))
      await writeFile(join(folder, `${name}.de.json`), JSON.stringify(strings(name)))
    }
    const files = [{ source: '*.en.json', target: '*.{locale}.json' }]
    const project = { project: 'ada/pushed', source_locale: 'en', target_locales: ['de'], files }
    await writeFile(join(folder, 'dragoman.json'), JSON.stringify({ server: dragoman.url, ...project }))
    const since = (await listEvents(env)).length
    const pushed = await run(['push', '--create', '--translations'], env, '', { cwd: folder })
    expect(pushed).toMatchObject({ code: 0, stderr: '' })
    const events = (await listEvents(env)).slice(0, -since)
    expect(events.map(({ action, surface, detail }) => ({ action, surface, detail }))).toEqual([
      {
        action: 'push_translations',
        surface: 'cli',
        detail: expect.objectContaining({ files: 2, uploads: 2, uploaded: 'a.de.json, b.de.json' }),
      },
      {
        action: 'push_source',
        surface: 'cli',
        detail: expect.objectContaining({ files: 2, uploads: 2, uploaded: 'a.en.json, b.en.json' }),
      },
      { action: 'create_project', surface: 'cli', detail: expect.anything() },
    ])
  })
})

it('a resource of a remote server has the form of the client’s era', async () => {
  const { client, call, close } = await connect(at(dragoman.url), 'legacy')
  await call('create_project', { project: 'ada/read', source_locale: 'en', target_locales: ['de'] })
  const read = await client.readResource({ uri: 'dragoman://ada/read/status' })
  expect(Object.keys(read)).toEqual(['contents'])
  expect(read.contents[0]).toMatchObject({ mimeType: 'application/json', text: expect.stringContaining('ada/read') })
  await close()
})
