import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

interface Result {
  readonly isError?: boolean | undefined
  readonly content?: unknown
  readonly structuredContent?: unknown
}

/** What the tests need of a client, whatever its generation. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<Result>
  getInstructions(): string | undefined
  getServerVersion(): { name: string } | undefined
  close(): Promise<void>
}

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const info = { name: 'clients-test', version: '9.9.9' }
const authorized = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const address = () => new URL(`${testApp.url}/mcp`)

const clients: readonly [string, (token: string) => Promise<AnyClient>][] = [
  [
    'SDK 2 on 2026-07-28',
    async token => {
      const client = new Client2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
      await client.connect(new Transport2(address(), authorized(token)))
      return client
    },
  ],
  [
    'SDK 2 on 2025-11-25',
    async token => {
      const client = new Client2(info, { versionNegotiation: { mode: 'legacy' } })
      await client.connect(new Transport2(address(), authorized(token)))
      return client
    },
  ],
  [
    'SDK 1',
    async token => {
      const client = new Client1(info)
      await client.connect(new Transport1(address(), authorized(token)))
      return client as unknown as AnyClient
    },
  ],
]

const text = ({ content }: Result) => (content as readonly { text: string }[])[0]?.text ?? ''

describe.each(clients)('%s', (name, connect) => {
  const told = name === 'SDK 2 on 2026-07-28' ? 'clients-test 9.9.9' : 'node'

  it('lists tools, and creates, lists and revokes a token', async () => {
    verifies('1.mcp', '4.5.path', '4.5.transport', '4.5.create-token', '4.5.revoke-token', '3.revoke-mcp')
    const client = await connect((await testApp.token('ada', ['user:read', 'user:write', 'project:read'])).token)
    expect(client.getServerVersion()?.name).toBe('dragoman')
    expect(client.getInstructions()).toContain('get_context')
    expect((await client.listTools()).tools.slice(0, 4).map(tool => tool.name)).toEqual([
      'list_tokens',
      'create_token',
      'revoke_token',
      'get_project_context',
    ])

    const made = await client.callTool({ name: 'create_token', arguments: { name: 'ci', scopes: ['project:read'] } })
    const { id, token } = made.structuredContent as { id: string; token: string }
    expect(token).toMatch(/^svca_[0-9a-f]{48}$/)
    expect(JSON.parse(text(made))).toEqual(made.structuredContent)
    expect(text(await client.callTool({ name: 'list_tokens' }))).toContain(id)
    await client.callTool({ name: 'revoke_token', arguments: { id } })
    // In revisions of 2025, only the handshake names the client, so the HTTP user agent is used.
    const { items } = await testApp.services.store.read.audit.page('all', '', { limit: 1 })
    expect(items[0]?.client).toBe(told)
    expect(text(await client.callTool({ name: 'list_tokens' }))).not.toContain(id)
    await client.close()
  })

  it('reads errors instead of failing on them, although the tool has an output schema', async () => {
    const client = await connect((await testApp.token('ada', ['project:read'])).token)
    await client.listTools()
    const refused = await client.callTool({ name: 'list_tokens' })
    expect(refused.isError).toBe(true)
    expect(text(refused)).toContain('user:read')
    expect(text(refused)).toContain('new token')
    const wrong = await client.callTool({ name: 'list_projects', arguments: { acount: 'x' } })
    expect(text(wrong)).toContain('did you mean account?')
    await client.close()
  })
})
