import { describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { openTestApp } from '../test-app.ts'
import { CLIENTS, type Result } from './any-client.ts'

const testApp = allTests(() => openTestApp())

const text = ({ content }: Result) => (content as readonly { text: string }[])[0]?.text ?? ''

describe.each(CLIENTS)('%s', (name, connect) => {
  const told = name === 'SDK 2 on 2026-07-28' ? 'any-client 9.9.9' : 'node'

  it('lists tools, and creates, lists and revokes a token', async () => {
    verifies('1.mcp', '4.5.path', '4.5.transport', '4.5.create-token', '4.5.revoke-token', '3.revoke-mcp')
    const client = await connect(
      testApp.url,
      (await testApp.token('ada', ['user:read', 'user:write', 'project:read'])).token,
    )
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
    const client = await connect(testApp.url, (await testApp.token('ada', ['project:read'])).token)
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
