import { userInfo } from 'node:os'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { run, stdioTransport } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { answerOf } from '../harness/mcp-answer.ts'
import { bareEnvironment, PROGRAM, runProcess, start } from '../harness/process.ts'
import { connectModern } from '../harness/surfaces.ts'
import { startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'

const me = localHandle(userInfo().username)

const command = (dataDir: string, ...args: string[]) => ({
  command: process.execPath,
  args: [...PROGRAM, 'mcp', ...args],
  env: { ...bareEnvironment(), DRAGOMAN_DATA_DIR: dataDir },
})

type Era = '2026-07-28' | 'legacy'

/** Connects to a `dragoman mcp` in a process of its own. */
const connectProcess = (dataDir: string, era: Era, ...args: string[]) =>
  connectModern(new StdioClientTransport(command(dataDir, ...args)), era)

const connect = (dataDir: string, era: Era, ...args: string[]) =>
  connectModern(stdioTransport(args, { DRAGOMAN_DATA_DIR: dataDir }), era)

/** By day one client starts a process, at night each. */
const connectAtNight = isNightly ? connectProcess : connect

describe('MCP over stdio on its own data folder', () => {
  it.each(['2026-07-28', 'legacy'] as const)('lists and calls tools in the era %s', async era => {
    await withFolder(async dataDir => {
      const { client, call, close } = await (era === 'legacy' ? connectAtNight : connectProcess)(dataDir, era)
      const { tools } = await client.listTools()
      expect(tools.slice(0, 4).map(({ name }) => name)).toEqual([
        'list_tokens',
        'create_token',
        'revoke_token',
        'get_project_context',
      ])
      expect(Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }))).toBeLessThan(20_000)
      expect(await call('get_context')).toMatchObject({ user: { handle: me }, via: { kind: 'stdio' } })
      await close()
    })
  })

  it('serves the official client of the older line', async () => {
    await withFolder(async dataDir => {
      const client = new OlderClient({ name: 'older', version: '1.0.0' })
      const here = () => stdioTransport([], { DRAGOMAN_DATA_DIR: dataDir })
      await client.connect(isNightly ? new OlderTransport(command(dataDir)) : here())
      expect((await client.listTools()).tools[0]?.name).toBe('list_tokens')
      expect(answerOf(await client.callTool({ name: 'get_context' }))).toMatchObject({ user: { handle: me } })
      await client.close()
    })
  })

  it('lists more tools with --toolsets all', async () => {
    await withFolder(async dataDir => {
      const [few, all] = [await connect(dataDir, 'legacy'), await connect(dataDir, 'legacy', '--toolsets', 'all')]
      const names = async ({ client }: typeof few) => (await client.listTools()).tools.map(({ name }) => name)
      expect(await names(few)).not.toContain('list_projects')
      expect(await names(all)).toContain('list_projects')
      await Promise.all([few.close(), all.close()])
    })
  })

  it('rejects a call with the option that allows it, and accepts --scopes all', async () => {
    await withFolder(async dataDir => {
      const token = { name: 'ci', scopes: ['project:read'] }
      const everyday = await connect(dataDir, 'legacy')
      const refused = everyday.call('create_token', token)
      await expect(refused).rejects.toMatchObject({
        code: 'insufficient_scope',
        fix: expect.stringContaining('--scopes all'),
      })
      await everyday.close()
      const all = await connect(dataDir, 'legacy', '--scopes', 'all')
      expect(await all.call('create_token', token)).toMatchObject({ name: 'ci', account: me })
      await all.close()
    })
  })
})

describe('a stdio process beside others', () => {
  it('works through the server that holds the folder, as the same user', async () => {
    const dragoman = await startDragoman()
    const { call, close } = await connect(dragoman.dataDir, '2026-07-28', '--scopes', 'all')
    await call('create_token', { name: 'by stdio', scopes: ['project:read'] })
    const user = await dragoman.services.store.read.users.by('handle', me)
    const { items } = await dragoman.services.store.read.audit.page('user', user?.id ?? '', { limit: 10 })
    expect(items).toMatchObject([
      { action: 'create_token', surface: 'stdio', client: 'modern 1.0.0' },
      { action: 'person_created', surface: 'stdio', target: me },
    ])
    await expect(call('create_tokens')).rejects.toMatchObject({
      code: 'unknown_tool',
      message: expect.stringMatching(/create_token\?/),
    })
    await close()
    await dragoman.stop()
  })

  it('lets commands work through it, and passes the folder on when it ends', async () => {
    await withFolder(async dataDir => {
      const first = await connectAtNight(dataDir, '2026-07-28', '--scopes', 'all')
      await first.call('create_token', { name: 'one', scopes: ['project:read'] })
      const status = await run(['server', 'status', '--json'], { DRAGOMAN_DATA_DIR: dataDir })
      expect(JSON.parse(status.stdout)).toMatchObject({ running: true, process: 'stdio' })
      const second = await connectAtNight(dataDir, 'legacy')
      expect(await second.call('list_tokens')).toMatchObject({ tokens: [{ name: 'one' }] })
      await first.close()
      expect(await second.call('list_tokens')).toMatchObject({ tokens: [{ name: 'one' }] })
      await second.close()
      const after = await run(['server', 'status', '--json'], { DRAGOMAN_DATA_DIR: dataDir })
      expect(JSON.parse(after.stdout)).toMatchObject({ running: false })
    })
  })

  it('answers with the reason while the folder is unusable', async () => {
    const { call, close } = await connect('/dev/null/data', 'legacy')
    await expect(call('get_context')).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(/\/dev\/null\/data/),
    })
    await close()
  })
})

describe('the streams of a stdio process', () => {
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'shell', version: '1' } },
  }
  const lines = (...messages: readonly unknown[]) => messages.map(message => `${JSON.stringify(message)}\n`).join('')

  it('answers every request before stdin ended, writes only protocol messages, and exits 0', async () => {
    await withFolder(async dataDir => {
      const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_context' } }
      const wrong = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'no_such_tool' } }
      const input = lines(INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' }, call, wrong)
      const ended = await runProcess(['mcp'], { DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_LOG_LEVEL: 'debug' }, input)
      const answers = ended.stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { id: number; jsonrpc: string })
      expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
      expect(answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
      expect(ended.code).toBe(0)
    })
  })

  it('exits 0 when stdin is empty, and on SIGTERM', async () => {
    await withFolder(async dataDir => {
      expect(await (isNightly ? runProcess : run)(['mcp'], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      })
      const { child, ended } = start(['mcp'], { DRAGOMAN_DATA_DIR: dataDir })
      child.stdin.write(lines(INITIALIZE))
      await new Promise(resolve => child.stdout.once('data', resolve))
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ code: 0, signal: null })
    })
  })

  it('rejects a wrong option before it answers', async () => {
    expect(await run(['mcp', '--scopes', 'projekt:read'])).toMatchObject({
      code: 65,
      stdout: '',
      stderr: expect.stringContaining('Did you mean project:read?'),
    })
    expect(await run(['mcp', '--toolsets', 'most'])).toMatchObject({ code: 65, stdout: '' })
  })
})
