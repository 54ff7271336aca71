import { type OAuthDiscoveryState, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { answerOf } from '../harness/mcp-answer.ts'
import { startDragoman } from '../harness.ts'
import { verifies } from '../requirements.ts'
import { openLoopback } from './loopback.ts'
import { openUser } from './user.ts'
import { openWallet } from './wallet.ts'
import { type Seen, watchFetch } from './watch-fetch.ts'

const dragoman = allTests(() => startDragoman())
const user = allTests(() => openUser(dragoman))
const loopback = allTests(openLoopback)

/** The SDK's transport, but it asks for another revision than the latest: that is the only difference of an older client. */
class OlderTransport extends StreamableHTTPClientTransport {
  readonly revision: string

  constructor(url: URL, revision: string, options: ConstructorParameters<typeof StreamableHTTPClientTransport>[1]) {
    super(url, options)
    this.revision = revision
  }

  override send(...[message, options]: Parameters<StreamableHTTPClientTransport['send']>): Promise<void> {
    const asks = (one: JSONRPCMessage): JSONRPCMessage =>
      'method' in one && one.method === 'initialize'
        ? { ...one, params: { ...one.params, protocolVersion: this.revision } }
        : one
    return super.send(Array.isArray(message) ? message.map(asks) : asks(message), options)
  }
}

/** A client that has been through the whole flow. `before` is called with each request ahead of it. */
async function connect(revision: string, before: (seen: Seen) => Promise<void> | void = () => undefined) {
  const wallet = openWallet<OAuthClientInformationMixed, OAuthTokens, OAuthDiscoveryState>(loopback.url)
  const watched = watchFetch(before)
  const open = async () => {
    const client = new Client({ name: 'a client of SDK v1', version: '1.0.0' })
    const url = new URL(`${dragoman.url}/mcp?toolsets=all`)
    const transport = new OlderTransport(url, revision, { authProvider: wallet, fetch: watched.fetch })
    return { client, transport, connected: client.connect(transport) }
  }
  const first = await open()
  await expect(first.connected).rejects.toBeInstanceOf(UnauthorizedError)
  await user.deliver(wallet.takeAuthorization())
  const { searchParams } = await loopback.next()
  expect(searchParams.get('state')).toBe(wallet.state())
  await first.transport.finishAuth(searchParams.get('code') ?? '')
  const { client, transport, connected } = await open()
  await connected
  const call = async (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
  return { client, transport, wallet, seen: watched.seen, call }
}

describe('the MCP SDK v1 client', () => {
  it.each(SUPPORTED_PROTOCOL_VERSIONS)(
    'goes from a bare URL to a tool call and through a refresh, in revision %s',
    async revision => {
      verifies('4.5.oauth-token', '5.2.mcp-discovery', '5.2.mcp-registration', '5.2.mcp-flow', '9.mcp-authorization')
      const { client, transport, wallet, seen, call } = await connect(revision)
      expect(transport.protocolVersion).toBe(revision)
      expect(
        seen()
          .map(({ status, path }) => `${status} ${path}`)
          .slice(0, 4),
      ).toEqual([
        '401 /mcp',
        '200 /.well-known/oauth-protected-resource/mcp',
        '200 /.well-known/oauth-authorization-server',
        '201 /oauth/register',
      ])
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_context')
      expect(answerOf(await call('get_user'))).toMatchObject({ handle: 'ada' })

      const before = wallet.tokens()
      wallet.spoilAccessToken()
      expect(answerOf(await call('get_user'))).toMatchObject({ handle: 'ada' })
      expect(wallet.tokens()?.refresh_token).not.toBe(before?.refresh_token)
      await client.close()
    },
  )

  it('receives a readable error about missing permissions, and gets them at once when the user allows them', async () => {
    const { client, seen, call } = await connect('2025-11-25')
    await call('create_project', { project: 'ada/v1', source_locale: 'en', target_locales: ['de'] })
    const from = seen().length
    const policy = { project: 'ada/v1', review: 'required' }
    const refused = await call('update_project_policy', policy)
    // The SDK takes the challenge for a reason to refresh, and comes again with the same scopes: a second 403 would end its connection.
    const steps = seen()
      .slice(from)
      .map(({ status, path }) => `${status} ${path}`)
    expect([steps[0], ...steps.slice(-2)]).toEqual(['403 /mcp', '200 /oauth/token', '200 /mcp'])
    expect(seen()[from]?.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope", scope="[^"]*\bproject:admin\b/,
    )
    expect(refused.isError).toBe(true)
    const text = JSON.stringify(refused.content)
    expect(text).toContain('project:admin')
    const link = /http:\/\/[^\s"\\]+\/account\/apps\/[^\s"\\]+\/scopes\?add=project:admin/.exec(text)?.[0]
    await user.approve(link ?? text)
    expect(answerOf(await call('update_project_policy', policy))).toMatchObject({ settings: { review: 'required' } })
    await client.close()
  })

  it('recovers by the refresh after a challenge when the user allowed it before', async () => {
    let approval: (() => Promise<void>) | undefined
    const { client, seen, call } = await connect('2025-11-25', async ({ status }) => {
      if (status === 403) await approval?.()
    })
    await call('create_project', { project: 'ada/quick', source_locale: 'en', target_locales: ['de'] })
    const { read } = dragoman.services.store
    const ada = await read.users.by('handle', 'ada')
    const grant = (await read.grants.list('user', ada?.id ?? '')).at(-1)
    approval = () => user.approve(`${dragoman.url}/account/apps/${grant?.id}/scopes?add=project:delete`)
    const from = seen().length
    const deleted = await call('delete_project', { project: 'ada/quick', confirm: 'ada/quick' })
    expect(answerOf(deleted)).toMatchObject({ project: 'ada/quick' })
    expect(
      seen()
        .slice(from)
        .map(({ status, path }) => `${status} ${path}`),
    ).toEqual(expect.arrayContaining(['403 /mcp', '200 /oauth/token', '200 /mcp']))
    await client.close()
  })
})
