import { describe, expect, it, onTestFinished } from 'vitest'
import { changeGrant, revokeGrant } from '../../../../src/auth/oauth/grants/lifecycle.ts'
import { EVERYDAY_SCOPES, type Scope } from '../../../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import type { GrantRecord } from '../../../../src/store/records/authorization.ts'
import { openTestApp } from '../../../http/test-app.ts'
import { verifies } from '../../../requirements.ts'
import { accessOf, firstTokens, makeClient, postForm, refreshOf, statusOf, tokensOf, wordOf } from '../authorized.ts'
import { useTokens } from '../scene.ts'

const DAY = 24 * 60 * 60 * 1000

const scene = useTokens()
const { refresh, refreshed } = scene

async function setGrant(change: Partial<GrantRecord>): Promise<void> {
  await scene.testApp.services.store.transaction(async tx => {
    const grant = await tx.grants.get(scene.first.grantId)
    if (grant !== undefined) await changeGrant(tx, { ...grant, ...change })
  })
}

const resourceOf = (path: string) => `${scene.testApp.services.baseUrl}${path}`

describe('a refresh', () => {
  it('returns a new pair, and the old access token works until it expires', async () => {
    verifies('4.1.token-refresh', '5.2.refresh')
    scene.testApp.world.pass(30 * 60 * 1000)
    const answer = await refresh(scene.first.refresh_token, { client_secret: scene.client.secret })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^svco_/) as string,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svcr_/) as string,
      scope: EVERYDAY_SCOPES.join(' '),
    })
    const second = tokensOf(answer)
    expect(second.access_token).not.toBe(scene.first.access_token)
    expect(second.refresh_token).not.toBe(scene.first.refresh_token)
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(200)
    expect(await statusOf(scene.testApp, second.access_token)).toBe(200)
    scene.testApp.world.pass(30 * 60 * 1000)
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(401)
    expect(await statusOf(scene.testApp, second.access_token)).toBe(200)
  })

  it('narrows the access token only: the next refresh has all scopes again', async () => {
    const narrow = await refreshed(scene.first.refresh_token, { scope: 'project:read' })
    expect(narrow.scope).toBe('project:read')
    const wide = await refreshed(narrow.refresh_token)
    expect(wide.scope).toBe(EVERYDAY_SCOPES.join(' '))
  })

  it('accepts scopes in any order, with offline_access, and an empty scope as none', async () => {
    const reversed = [...EVERYDAY_SCOPES, 'offline_access'].toReversed().join(' ')
    let { refresh_token: token } = scene.first
    for (const scope of [reversed, 'offline_access', '', `${EVERYDAY_SCOPES.join('  ')} `]) {
      const next = await refreshed(token, { scope })
      expect(next.scope, scope).toBe(EVERYDAY_SCOPES.join(' '))
      token = next.refresh_token
    }
    expect((await refreshed(token, { scope: 'project:read offline_access' })).scope).toBe('project:read')
  })

  it('rejects a scope that was not granted, and the token stays valid', async () => {
    for (const scope of ['project:delete', `${EVERYDAY_SCOPES.join(' ')} project:admin`, 'project:reäd']) {
      expect(wordOf(await refresh(scene.first.refresh_token, { scope })), scope).toBe('400 invalid_scope')
    }
    expect((await refresh(scene.first.refresh_token)).status).toBe(200)
  })

  it('has scopes that were added since, also when the client names those last returned', async () => {
    const added: readonly Scope[] = [...EVERYDAY_SCOPES, 'project:admin']
    await setGrant({ scopes: [...added] })
    const named = await refreshed(scene.first.refresh_token, { scope: scene.first.scope })
    expect(named.scope.split(' ').sort()).toEqual([...added].sort())
    await setGrant({ scopes: [...added, 'project:delete'] })
    expect((await refreshed(named.refresh_token)).scope).toContain('project:delete')
  })

  it('lacks scopes that were removed since, although the client names those last returned', async () => {
    await setGrant({ scopes: ['project:read', 'user:read'] })
    const after = await refreshed(scene.first.refresh_token, { scope: scene.first.scope })
    expect(after.scope).toBe('user:read project:read')
  })

  it('limits a token to the requested resource, and rejects others without using the token', async () => {
    scene.client = await makeClient(scene.testApp.services)
    const resources = [resourceOf('/mcp'), resourceOf('/api')]
    scene.first = await firstTokens(scene.testApp, scene.client, { code: { resources } })
    for (const resource of ['https://evil.example/mcp', resourceOf(''), `${resourceOf('/mcp')}#x`]) {
      expect(wordOf(await refresh(scene.first.refresh_token, { resource })), resource).toBe('400 invalid_target')
    }
    const narrow = await refreshed(scene.first.refresh_token, { resource: resourceOf('/api/') })
    expect((await accessOf(scene.testApp, narrow.access_token))?.resources).toEqual([resourceOf('/api')])
    const wide = await refreshed(narrow.refresh_token)
    expect((await accessOf(scene.testApp, wide.access_token))?.resources).toEqual(resources)
  })

  it.each([
    ['an access token', () => scene.first.access_token],
    ['an account token', () => mintSecret('svca').value],
    ['an unknown token', () => mintSecret('svcr').value],
    ['an incomplete token', () => scene.first.refresh_token.slice(0, -1)],
  ])('rejects %s', async (_, token) => {
    expect(wordOf(await refresh(token()))).toBe('400 invalid_grant')
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(200)
  })

  it('needs a token', async () => {
    expect(wordOf(await refresh(''))).toBe('400 invalid_request')
  })

  it('rejects the token of another client, which can still use it', async () => {
    const other = await makeClient(scene.testApp.services)
    expect(wordOf(await refresh(scene.first.refresh_token, { client_id: other.id }))).toBe('400 invalid_grant')
    const second = await refreshed(scene.first.refresh_token)
    scene.testApp.world.pass(120_000)
    expect(wordOf(await refresh(scene.first.refresh_token, { client_id: other.id }))).toBe('400 invalid_grant')
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })
})

describe('a refresh after the end of its grant', () => {
  it('is rejected when the user revoked it', async () => {
    await scene.testApp.services.store.transaction(async tx => {
      const grant = await tx.grants.get(scene.first.grantId)
      if (grant !== undefined) await revokeGrant(tx, grant, 'user', scene.testApp.services.now())
    })
    expect(wordOf(await refresh(scene.first.refresh_token))).toBe('400 invalid_grant')
  })

  it('is rejected when the user was deleted', async () => {
    const eve = await firstTokens(scene.testApp, scene.client, { handle: 'eve' })
    await scene.testApp.services.store.transaction(tx => tx.users.remove(eve.userId))
    expect(wordOf(await refresh(eve.refresh_token))).toBe('400 invalid_grant')
  })

  it('is rejected when the user left all its accounts', async () => {
    const organization = await scene.testApp.world.organization(`org-${scene.testApp.services.newId()}`, {
      olga: 'admin',
      mia: 'member',
    })
    const mia = await firstTokens(scene.testApp, scene.client, { handle: 'mia', accounts: [organization] })
    const second = await refreshed(mia.refresh_token)
    await scene.testApp.services.store.transaction(async tx => {
      for (const member of await tx.memberships.list('user', mia.userId)) await tx.memberships.remove(member.id)
    })
    expect(wordOf(await refresh(second.refresh_token))).toBe('400 invalid_grant')
  })

  it('returns invalid_client when the client was deleted, so that it registers again', async () => {
    await scene.testApp.services.store.transaction(tx => tx.clients.remove(scene.client.id))
    expect(wordOf(await refresh(scene.first.refresh_token))).toBe('401 invalid_client')
  })

  it('is rejected after 30 days without use', async () => {
    scene.testApp.world.pass(29 * DAY)
    const second = await refreshed(scene.first.refresh_token)
    scene.testApp.world.pass(29 * DAY)
    const third = await refreshed(second.refresh_token)
    scene.testApp.world.pass(30 * DAY)
    expect(wordOf(await refresh(third.refresh_token))).toBe('400 invalid_grant')
  })
})

describe('an absolute lifetime', () => {
  it('ends a grant however much it is used, and no access token outlives it', async () => {
    const strict = await openTestApp({
      auth: { lifetimes: { ...scene.testApp.services.auth.lifetimes, refreshMax: 2 * DAY } },
    })
    onTestFinished(strict.close)
    const one = await makeClient(strict.services)
    const next = (token: string) => postForm(strict, '/oauth/token', refreshOf(one, token))
    let token = (await firstTokens(strict, one)).refresh_token
    strict.world.pass(DAY)
    token = tokensOf(await next(token)).refresh_token
    strict.world.pass(DAY - 60_000)
    const last = tokensOf(await next(token))
    expect(last.expires_in).toBe(60)
    strict.world.pass(60_000)
    expect(await statusOf(strict, last.access_token)).toBe(401)
    expect(wordOf(await next(last.refresh_token))).toBe('400 invalid_grant')
  })
})
