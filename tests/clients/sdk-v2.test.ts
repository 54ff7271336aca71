import {
  Client,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { answerOf } from '../harness/mcp-answer.ts'
import { startDragoman } from '../harness.ts'
import { verifies } from '../requirements.ts'
import { openLoopback } from './loopback.ts'
import { openUser } from './user.ts'
import { openWallet } from './wallet.ts'
import { watchFetch } from './watch-fetch.ts'

const dragoman = allTests(() => startDragoman())
const user = allTests(() => openUser(dragoman))
const loopback = allTests(openLoopback)

type Mode = 'legacy' | 'auto' | { readonly pin: '2026-07-28' }

/** A client that has been through the whole flow, by one name of this machine. */
async function connect(mode: Mode, host = 'localhost') {
  const wallet = openWallet<StoredOAuthClientInformation, StoredOAuthTokens, OAuthDiscoveryState>(loopback.url)
  const watched = watchFetch()
  const open = () => {
    const client = new Client({ name: 'a client of SDK v2', version: '1.0.0' }, { versionNegotiation: { mode } })
    const transport = new StreamableHTTPClientTransport(
      new URL(`${dragoman.url.replace('localhost', host)}/mcp?toolsets=all`),
      {
        authProvider: wallet,
        fetch: watched.fetch,
      },
    )
    return { client, transport }
  }
  const first = open()
  await expect(first.client.connect(first.transport)).rejects.toBeInstanceOf(UnauthorizedError)
  await user.deliver(wallet.takeAuthorization())
  await first.transport.finishAuth((await loopback.next()).searchParams)
  const { client, transport } = open()
  await client.connect(transport)
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
  return { client, transport, wallet, seen: watched.seen, call }
}

describe('the MCP SDK v2 client', () => {
  it.each<[string, Mode, string]>([
    ['pinned to 2026-07-28', { pin: '2026-07-28' }, '2026-07-28'],
    ['that negotiates', 'auto', '2026-07-28'],
    ['of the revisions before', 'legacy', '2025-11-25'],
  ])('%s goes from a bare URL to a tool call and through a refresh', async (_what, mode, revision) => {
    verifies('4.5.oauth-token', '5.2.mcp-discovery', '5.2.mcp-registration', '5.2.mcp-flow', '9.mcp-authorization')
    const { client, wallet, seen, call } = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(seen().map(({ status, path }) => `${status} ${path}`)).toEqual(
      expect.arrayContaining([
        '401 /mcp',
        '200 /.well-known/oauth-protected-resource/mcp',
        '200 /.well-known/oauth-authorization-server',
        '201 /oauth/register',
        '200 /oauth/token',
      ]),
    )
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_context')
    expect(answerOf(await call('get_user'))).toMatchObject({ handle: 'ada' })

    const before = wallet.tokens()
    wallet.spoilAccessToken()
    expect(answerOf(await call('get_user'))).toMatchObject({ handle: 'ada' })
    expect(wallet.tokens()?.refresh_token).not.toBe(before?.refresh_token)
    await client.close()
  })

  it('signs in by another name of this machine than the base URL has', async () => {
    const { client, wallet, call } = await connect('auto', '127.0.0.1')
    expect(wallet.discoveryState()).toMatchObject({
      authorizationServerUrl: dragoman.url.replace('localhost', '127.0.0.1'),
      resourceMetadata: { resource: `${dragoman.url.replace('localhost', '127.0.0.1')}/mcp` },
    })
    wallet.spoilAccessToken()
    expect(answerOf(await call('get_user'))).toMatchObject({ handle: 'ada' })
    await client.close()
  })

  it('steps up with the union of scopes, and its user is asked for the new one only', async () => {
    const { client, transport, wallet, call } = await connect({ pin: '2026-07-28' })
    await call('create_project', { project: 'ada/v2', source_locale: 'en', target_locales: ['de'] })
    const asked = call('update_project_policy', { project: 'ada/v2', review: 'required' })
    await expect(asked).rejects.toBeInstanceOf(UnauthorizedError)
    const authorization = wallet.takeAuthorization()
    const scopes = authorization.searchParams.get('scope')?.split(' ')
    expect(scopes).toEqual(expect.arrayContaining(['project:admin', 'project:read', 'project:write']))
    await user.deliver(authorization)
    await transport.finishAuth((await loopback.next()).searchParams)
    expect(answerOf(await call('update_project_policy', { project: 'ada/v2', review: 'required' }))).toMatchObject({
      settings: { review: 'required' },
    })
    await client.close()
  })
})
