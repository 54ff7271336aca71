import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, vi } from 'vitest'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { findTool } from '../../src/tools/registry.ts'
import { legacyRequest, readAnswer } from '../http/rpc.ts'
import { refused } from '../tools/world.ts'
import { authorizePath, keepClient } from '../web/authorize-steps.ts'
import { openJar, signIn } from '../web/jar.ts'
import { firstTokens, makeClient, postForm, refreshOf, statusOf, tokensOf, wordOf } from './oauth/authorized.ts'
import { usePat } from './suspended-scene.ts'

const scene = usePat()
const { suspendPat, resumePat } = scene

const TOLD = 'An operator suspended the user of this credential.'

describe('a suspension', () => {
  /** Sends a body whose second half arrives after its user was suspended. */
  const sendAround = async (path: string, text: string) => {
    const { token } = await scene.testApp.token(scene.pat, ALL_SCOPES)
    const pieces = async function* () {
      yield new TextEncoder().encode(text.slice(0, 5))
      await suspendPat()
      yield new TextEncoder().encode(text.slice(5))
    }
    const { headers } = legacyRequest('tools/call', {}, token)
    const init = { method: 'POST', headers, body: pieces() as unknown as RequestInit['body'], duplex: 'half' }
    return readAnswer(await fetch(`${scene.testApp.url}${path}`, init as RequestInit))
  }
  const late = () => ({ project: `${scene.pat}/late`, source_locale: 'en', target_locales: ['de'] })

  it.each([
    ['/mcp', () => legacyRequest('tools/call', { name: 'create_project', arguments: late() }).body],
    ['/api/projects', () => JSON.stringify(late())],
  ])('rejects a running call on %s that writes after it', async (path, text) => {
    const { status, headers } = await sendAround(path, text())
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain(`error_description="${TOLD}"`)
    const { user } = (await scene.testApp.world.user(scene.pat)).principal
    expect(await scene.testApp.services.store.read.projects.count('account', user.account_id)).toBe(1)
  })

  it('withholds an answer that was read before it and not yet sent', async () => {
    const { principal } = await scene.testApp.world.bearer((await scene.testApp.token(scene.pat, ALL_SCOPES)).token)
    const { services } = scene.testApp
    const { users } = services.store.read
    const get = users.get.bind(users)
    // The second check of the user runs right before the answer.
    const looks = vi
      .spyOn(users, 'get')
      .mockImplementationOnce(get)
      .mockImplementationOnce(async id => {
        await suspendPat()
        return get(id)
      })
    const call = { services, principal, surface: 'rest', requestId: 'req-late' } as const
    const error = await refused(findTool('list_projects').invoke({}, call))
    looks.mockRestore()
    expect(error).toMatchObject({ code: 'invalid_token', message: TOLD })
  })

  it('ends an open event stream', async () => {
    const { token } = await scene.testApp.token(scene.pat, ALL_SCOPES)
    const client = new Client(
      { name: 'ear', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${scene.testApp.url}/mcp`), { requestInit }))
    const uri = `dragoman://${scene.pat}/app/status`
    const { honoredFilter, closed } = await client.listen({ resourceSubscriptions: [uri] })
    expect(honoredFilter.resourceSubscriptions).toEqual([uri])
    await suspendPat()
    await closed
    await client.close()
  })

  it('grants nothing by a consent page that was open before', async () => {
    const jar = openJar(scene.testApp.services.baseUrl)
    await signIn(scene.testApp, jar, scene.pat)
    const app = await keepClient(scene.testApp.services)
    await jar.get(authorizePath(app))
    await suspendPat()
    const answer = { answer: 'allow', accounts: 'all', scope: 'project:read' }
    expect(await jar.post(jar.last().path, answer, { follow: false })).not.toMatchObject({
      location: expect.stringContaining('code='),
    })
    const user = await scene.testApp.services.store.read.users.by('handle', scene.pat)
    expect(await scene.testApp.services.store.read.grants.list('user', user?.id ?? '')).toEqual([])
  })

  it('keeps a refresh token family, even when a used token is presented meanwhile', async () => {
    const client = await makeClient(scene.testApp.services)
    const first = await firstTokens(scene.testApp, client, { handle: scene.pat })
    const refresh = (token: string) => postForm(scene.testApp, '/oauth/token', refreshOf(client, token))
    const { refresh_token: successor } = tokensOf(await refresh(first.refresh_token))
    scene.testApp.world.pass(2 * 60_000)
    await suspendPat()
    expect(wordOf(await refresh(first.refresh_token))).toBe('400 invalid_grant')
    await resumePat()
    tokensOf(await refresh(successor))
  })

  it('changes nothing for other members of the user’s organization', async () => {
    const handle = `org-${scene.pat}`
    await scene.testApp.world.organization(handle, { [scene.pat]: 'admin', bob: 'member' })
    const { token } = await scene.testApp.token('bob', ALL_SCOPES)
    await suspendPat()
    expect(await statusOf(scene.testApp, token)).toBe(200)
    const caller = await scene.testApp.world.user('bob')
    await caller.call('create_project', { project: `${handle}/app`, source_locale: 'en', target_locales: ['de'] })
    const { members } = await caller.call<{ members: { user: string; role: string }[] }>('list_members', {
      organization: handle,
    })
    expect(Object.fromEntries(members.map(({ user, role }) => [user, role]))).toEqual({
      bob: 'member',
      [scene.pat]: 'owner',
    })
  })
})
