import { createMcpHandler } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INSTRUCTIONS } from '../../../src/http/mcp/instructions.ts'
import { type ListedTool, listTools } from '../../../src/http/mcp/list-tools.ts'
import { createToolServer } from '../../../src/http/mcp/tool-server.ts'
import { TOOLSETS, type Toolset } from '../../../src/tools/pipeline/toolsets.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { legacyRequest, modernRequest, readAnswer } from '../rpc.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let token: string

beforeAll(async () => {
  testApp = await openTestApp()
  token = (await testApp.token('ada', ['user:read'])).token
})
afterAll(() => testApp.close())

type Make = (method: string, params: Record<string, unknown>, token: string) => RequestInit

const list = async (query = '', make: Make = modernRequest) => {
  const call = make('tools/list', {}, token)
  const answer = await readAnswer(await fetch(`${testApp.url}/mcp${query}`, call))
  return { ...answer, tools: (answer.body.result?.['tools'] ?? []) as readonly ListedTool[] }
}

/** What the SDK itself answers to the same request. */
async function throughSdk(toolsets: readonly Toolset[]): Promise<Response> {
  const onError = (error: unknown): never => {
    throw error
  }
  const backend = { list: () => listTools(toolsets), call: onError }
  const { fetch: answer } = createMcpHandler(() =>
    createToolServer(backend, { version: testApp.services.version, onError }),
  )
  return answer(new Request(`${testApp.url}/mcp`, modernRequest('tools/list', {}, token)))
}

/** Listed where other tools are not. */
const FINDERS = ['find_tools', 'use_tool']

describe('tools/list', () => {
  it('returns the same through the fast path as through the SDK', async () => {
    for (const [query, toolsets] of [
      ['', ['core']],
      ['?toolsets=all', TOOLSETS],
    ] as const) {
      const lane = await list(query)
      const sdk = await throughSdk(toolsets)
      expect(lane.body).toEqual(await sdk.json())
      expect([lane.status, lane.headers.get('content-type')]).toEqual([sdk.status, sdk.headers.get('content-type')])
    }
  })

  it('repeats the request ID of any type', async () => {
    for (const id of ['a"b\\', 0, -3]) {
      const { body } = await readAnswer(await fetch(`${testApp.url}/mcp`, modernRequest('tools/list', {}, token, id)))
      expect(body.id).toBe(id)
    }
  })

  it('may be cached privately', async () => {
    const { body } = await list()
    expect(body.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' })
  })

  it('lists the core tools by default in registry order, whatever the scopes', async () => {
    const core = [...TOOLS.filter(({ toolset }) => toolset === 'core').map(({ name }) => name), ...FINDERS]
    expect((await list()).tools.map(({ name }) => name)).toEqual(core)
    expect((await list('', legacyRequest)).tools.map(({ name }) => name)).toEqual(core)
    expect(core[0]).toBe('get_context')
  })

  it('lists other toolsets on request', async () => {
    expect((await list('?toolsets=all')).tools).toHaveLength(TOOLS.length)
    const advanced = TOOLS.filter(({ toolset }) => toolset === 'advanced').map(({ name }) => name)
    expect((await list('?toolsets=advanced')).tools.map(({ name }) => name)).toEqual([...advanced, ...FINDERS])
  })

  it('fits a model: at most 25 tools, 18.5 kB, and 400 characters for each description', async () => {
    const { tools } = await list()
    expect(tools.length).toBeLessThanOrEqual(25)
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(18_500)
    for (const { description } of (await list('?toolsets=all')).tools)
      expect(description.length).toBeLessThanOrEqual(400)
  })

  it('gives each schema one type: nullable values have anyOf', async () => {
    const { tools } = await list('?toolsets=all')
    expect(JSON.stringify(tools)).not.toContain('"type":[')
    const tokens = tools.find(({ name }) => name === 'list_tokens')?.outputSchema?.properties?.['tokens']?.items
    expect(tokens?.properties?.['expires_at']).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] })
  })

  it('has terse schemas and honest annotations', async () => {
    const { tools } = await list('?toolsets=all')
    const text = JSON.stringify(tools)
    expect(text).not.toMatch(/"\$schema"|9007199254740991|"additionalProperties":false/)
    for (const tool of tools) {
      expect(tool.inputSchema.type).toBe('object')
      expect(tool.annotations).toMatchObject({ openWorldHint: false })
    }
    const revoke = tools.find(({ name }) => name === 'revoke_token')
    expect(revoke?.annotations).toEqual({ idempotentHint: true, openWorldHint: false })
    const work = tools.find(({ name }) => name === 'get_work')
    expect(work?.annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
    const submit = tools.find(({ name }) => name === 'submit_translations')
    expect(submit?.annotations).toMatchObject({ destructiveHint: false })
    expect(submit?.inputSchema.properties).not.toHaveProperty('idempotency_key')
    const create = tools.find(({ name }) => name === 'create_project')
    expect(create?.inputSchema.properties).toHaveProperty('idempotency_key')
  })

  it('is a single page', async () => {
    const { body } = await readAnswer(
      await fetch(`${testApp.url}/mcp`, modernRequest('tools/list', { cursor: 'x' }, token)),
    )
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('one page') as string })
  })
})

describe('the instructions', () => {
  it('explain the loop in at most 150 words, naming existing tools', () => {
    expect(INSTRUCTIONS.split(/\s+/).length).toBeLessThanOrEqual(150)
    for (const step of [
      'get_context',
      'create_project',
      'push_source',
      'get_status',
      'get_work',
      'submit_translations',
      'pull_translations',
      ...FINDERS,
    ]) {
      expect(INSTRUCTIONS).toContain(step)
    }
  })
})
