import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { firstTokens, makeClient, postForm, refreshOf, statusOf, tokensOf, wordOf } from './oauth/authorized.ts'
import { usePat } from './suspended-scene.ts'

const scene = usePat()
const { suspendPat, resumePat } = scene

describe('a suspension', () => {
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
