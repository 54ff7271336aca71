import { createMcpHandler } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { type ListedTool, listTools } from '../../../src/http/mcp/list-tools.ts'
import { createToolServer, INSTRUCTIONS } from '../../../src/http/mcp/tool-server.ts'
import { TOOLSETS, type Toolset } from '../../../src/tools/pipeline/toolsets.ts'
import { MCP_TOOLS, TOOLS } from '../../../src/tools/registry.ts'
import { type JsonSchema, terseSchema } from '../../../src/tools/schemas/json-schema.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { legacyRequest, modernRequest, readAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = allTests(() => openTestApp())
const ada = allTests(() => testApp.token('ada', ['user:read']))

type Make = (method: string, params: Record<string, unknown>, token: string) => RequestInit

const list = async (query = '', make: Make = modernRequest) => {
  const call = make('tools/list', {}, ada.token)
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
  return answer(new Request(`${testApp.url}/mcp`, modernRequest('tools/list', {}, ada.token)))
}

/** What the specification names, and the first to read about a project: they stay listed, whatever gives way. */
const FIRST = ['list_tokens', 'create_token', 'revoke_token', 'get_project_context']

/** The keywords that OpenAPI 3.0, strict structured output and older clients know. */
const KEYWORDS = new Set('type properties required items anyOf enum description additionalProperties format'.split(' '))

/** What providers refuse in a schema, with its place. */
function listFaults(schema: JsonSchema, place: string): readonly string[] {
  const { type, properties = {}, items, anyOf, enum: words, format } = schema
  const values = schema['additionalProperties'] as JsonSchema | undefined
  const others = Object.keys(schema).filter(keyword => !KEYWORDS.has(keyword))
  const inner = [
    ...Object.entries(properties).map(([name, of]) => [of, `${place}.${name}`] as const),
    ...(anyOf ?? []).map((of, at) => [of, `${place} or ${at}`] as const),
    ...(items === undefined ? [] : [[items, `${place}[]`] as const]),
    ...(values === undefined ? [] : [[values, `${place}{}`] as const]),
  ]
  return [
    ...others,
    ...(typeof type === 'string' ? [] : anyOf === undefined ? ['no single type'] : []),
    ...(anyOf !== undefined && Object.keys(schema).length > 1 ? ['anyOf is not alone'] : []),
    ...(type === 'array' && items === undefined ? ['a list of what?'] : []),
    ...(words === undefined || (type === 'string' && words.every(word => typeof word === 'string' && word !== ''))
      ? []
      : ['enum of other than words']),
    ...(format === undefined || format === 'date-time' ? [] : [`format ${JSON.stringify(format)}`]),
    ...(values === undefined || (typeof values === 'object' && Object.keys(values).length > 0) ? [] : ['no schema']),
  ]
    .map(fault => `${place}: ${fault}`)
    .concat(inner.flatMap(([of, at]) => listFaults(of, at)))
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
      const { body } = await readAnswer(
        await fetch(`${testApp.url}/mcp`, modernRequest('tools/list', {}, ada.token, id)),
      )
      expect(body.id).toBe(id)
    }
  })

  it('may be cached privately', async () => {
    const { body } = await list()
    expect(body.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' })
  })

  it.each([
    ['2026-07-28', modernRequest],
    ['2025-11-25', legacyRequest],
  ])('lists the core tools by default in registry order, whatever the scopes, in revision %s', async (_, make) => {
    verifies('4.5.list-tokens', '4.5.create-token', '4.5.revoke-token')
    const core = [...TOOLS.filter(({ toolset }) => toolset === 'core').map(({ name }) => name), ...FINDERS]
    const names = (await list('', make)).tools.map(({ name }) => name)
    expect(names).toEqual(core)
    expect(names.slice(0, FIRST.length)).toEqual(FIRST)
  })

  it.each([
    ['2026-07-28', modernRequest],
    ['2025-11-25', legacyRequest],
  ])('is at most 20,000 bytes on the wire, in revision %s', async (_, make) => {
    const answer = await fetch(`${testApp.url}/mcp`, make('tools/list', {}, ada.token))
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(20_000)
  })

  it('lists other toolsets on request', async () => {
    expect((await list('?toolsets=all')).tools).toHaveLength(TOOLS.length)
    const advanced = TOOLS.filter(({ toolset }) => toolset === 'advanced').map(({ name }) => name)
    expect((await list('?toolsets=advanced')).tools.map(({ name }) => name)).toEqual([...advanced, ...FINDERS])
  })

  it('fits a model: at most 25 tools, and 400 characters for each description', async () => {
    expect((await list()).tools.length).toBeLessThanOrEqual(25)
    for (const { description } of (await list('?toolsets=all')).tools)
      expect(description.length).toBeLessThanOrEqual(400)
  })

  it('has schemas only of what all providers take: one type, no const, no reference, no union of arguments', async () => {
    const tools = [...(await list('?toolsets=all')).tools, ...(await list()).tools.slice(-FINDERS.length)]
    const schemas = tools.flatMap(({ name, inputSchema, outputSchema }) => [
      [inputSchema, name] as const,
      ...(outputSchema === undefined ? [] : [[outputSchema, `${name} →`] as const]),
    ])
    expect(schemas.flatMap(([schema, place]) => listFaults(schema, place))).toEqual([])
    expect(schemas.filter(([{ type, properties }]) => type !== 'object' || properties === undefined)).toEqual([])
  })

  it('has the same schemas in find_tools', () => {
    for (const { name, input } of [...TOOLS, ...MCP_TOOLS])
      expect(listFaults(terseSchema(input, 'input'), name)).toEqual([])
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
      await fetch(`${testApp.url}/mcp`, modernRequest('tools/list', { cursor: 'x' }, ada.token)),
    )
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('one page') as string })
  })
})

it('the instructions explain the loop in at most 150 words, naming existing tools', () => {
  expect(INSTRUCTIONS.split(/\s+/).length).toBeLessThanOrEqual(150)
  const loop = 'get_context create_project push_source get_status get_work submit_translations pull_translations'
  for (const step of [...loop.split(' '), ...FINDERS]) expect(INSTRUCTIONS).toContain(step)
})
