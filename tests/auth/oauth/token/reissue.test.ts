import { describe, expect, it, onTestFinished } from 'vitest'
import { changeGrant } from '../../../../src/auth/oauth/grants/lifecycle.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES } from '../../../../src/auth/policy/scopes.ts'
import type { Store, Transaction } from '../../../../src/store/store.ts'
import { openTestApp } from '../../../http/test-app.ts'
import {
  accessOf,
  eventsOf,
  firstTokens,
  makeAccountToken,
  makeClient,
  postForm,
  refreshOf,
  statusOf,
  tokensOf,
  wordOf,
} from '../authorized.ts'
import { useTokens } from '../scene.ts'

const DAY = 24 * 60 * 60 * 1000

const scene = useTokens()
const { refresh, refreshed } = scene

describe('a reused refresh token', () => {
  it('returns the identical pair within the window, with the remaining lifetime', async () => {
    const answer = await refresh(scene.first.refresh_token)
    scene.testApp.world.pass(59_000)
    const again = await refresh(scene.first.refresh_token)
    expect(again.body).toEqual({ ...answer.body, expires_in: 3541 })
    expect(again.headers.get('cache-control')).toBe('no-store')
    const { read } = scene.testApp.services.store
    const family = (await accessOf(scene.testApp, scene.first.access_token))?.family_id ?? ''
    expect(await read.access_tokens.list('family', family)).toHaveLength(2)
  })

  it('returns the identical pair to two concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(scene.first.refresh_token)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  /** The resource of the tokens, by one name of the server. */
  const mcp = (name = 'localhost') => `${scene.testApp.services.baseUrl.replace('localhost', name)}/mcp`

  it.each([
    ['all scopes', undefined, [EVERYDAY_SCOPES.join(' '), 'offline_access', 'openid mcp:tools']],
    [
      'fewer scopes',
      'project:read user:read',
      ['user:read  project:read project:read', 'openid user:read project:read'],
    ],
  ])('returns the identical pair for %s, however the request names them', async (_, scope, others) => {
    const { refresh_token: token } = scene.first
    const ways = [scope, ...others].flatMap(one =>
      [undefined, mcp(), `${mcp()}/`, mcp('127.0.0.1'), mcp('[::1]')].map(resource => ({ scope: one, resource })),
    )
    const pairs = []
    for (const way of ways) pairs.push(await refreshed(token, way))
    expect(new Set(pairs.map(pair => JSON.stringify(pair))).size).toBe(1)
    expect((await refresh(pairs[0]?.refresh_token ?? '', ways.at(-1))).status).toBe(200)
  })

  it('returns the identical pair for the scopes before and after the user added one', async () => {
    const { refresh_token: token, scope: before, grantId } = scene.first
    await scene.testApp.services.store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant !== undefined) await changeGrant(tx, { ...grant, scopes: ALL_SCOPES })
    })
    const first = await refreshed(token)
    expect(first.scope).toBe(ALL_SCOPES.join(' '))
    for (const scope of [before, first.scope, undefined]) expect(await refreshed(token, { scope })).toEqual(first)
  })

  it('returns nothing for another scope or resource, and the current token still works', async () => {
    const { resource, scope } = { resource: mcp(), scope: 'project:read user:read' }
    const narrow = await refreshed(scene.first.refresh_token, { scope })
    for (const change of [{}, { resource }, { scope: 'project:read' }, { scope: 'openid' }, { scope: 'user:write' }]) {
      expect(wordOf(await refresh(scene.first.refresh_token, change))).toBe('400 invalid_grant')
    }
    const wide = await refreshed(narrow.refresh_token)
    for (const change of [{ scope }, { scope: 'user:write' }, { resource: mcp().replace('/mcp', '/api') }]) {
      expect(wordOf(await refresh(narrow.refresh_token, change))).toBe('400 invalid_grant')
    }
    expect((await refresh(wide.refresh_token)).status).toBe(200)
  })

  it('returns the current pair when another process has refreshed again meanwhile', async () => {
    const second = await refreshed(scene.first.refresh_token)
    scene.testApp.world.pass(10_000)
    const third = await refreshed(second.refresh_token)
    scene.testApp.world.pass(10_000)
    const late = await refreshed(scene.first.refresh_token)
    expect([late.access_token, late.refresh_token]).toEqual([third.access_token, third.refresh_token])
    scene.testApp.world.pass(120_000)
    expect((await refresh(late.refresh_token)).status).toBe(200)
  })

  it('returns an access token of the requested scopes, although the other process narrowed its own', async () => {
    const second = await refreshed(scene.first.refresh_token)
    const narrow = await refreshed(second.refresh_token, { scope: 'project:read' })
    const late = await refreshed(scene.first.refresh_token)
    expect(late).toMatchObject({ access_token: second.access_token, refresh_token: narrow.refresh_token })
    expect(late.scope).toBe(EVERYDAY_SCOPES.join(' '))
  })

  it('ends the family after the window, with account tokens created through the grant', async () => {
    scene.client = await makeClient(scene.testApp.services)
    scene.first = await firstTokens(scene.testApp, scene.client, { scopes: ALL_SCOPES })
    const { refresh_token: stolen } = scene.first
    const second = await refreshed(stolen)
    const made = await makeAccountToken(scene.testApp, second.access_token)
    expect(await statusOf(scene.testApp, made)).toBe(200)
    scene.testApp.world.pass(60_000)
    expect(wordOf(await refresh(stolen))).toBe('400 invalid_grant')
    expect(await statusOf(scene.testApp, second.access_token)).toBe(401)
    expect(await statusOf(scene.testApp, made)).toBe(401)
    expect(wordOf(await refresh(second.refresh_token))).toBe('400 invalid_grant')
    const [event] = await eventsOf(scene.testApp, scene.first.grantId)
    expect(event).toMatchObject({ action: 'refresh_reuse', surface: 'oauth', detail: { account_tokens: 1 } })
    const { items } = await scene.testApp.services.store.read.audit.page('all', '', { limit: 2 })
    expect(items[1]).toMatchObject({ action: 'revoke_token', detail: { why: 'something_was_stolen' } })
    await refresh(stolen)
    expect(
      (await eventsOf(scene.testApp, scene.first.grantId)).filter(({ action }) => action === 'refresh_reuse'),
    ).toHaveLength(1)
  })

  it('ends no other family of the same client', async () => {
    const other = await firstTokens(scene.testApp, scene.client)
    await refresh(scene.first.refresh_token)
    scene.testApp.world.pass(60_000)
    await refresh(scene.first.refresh_token)
    expect(await statusOf(scene.testApp, other.access_token)).toBe(200)
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  it('is a theft also long after the token expired', async () => {
    let { refresh_token: token } = scene.first
    for (let day = 0; day < 40; day += 20) {
      token = (await refreshed(token)).refresh_token
      scene.testApp.world.pass(20 * DAY)
    }
    expect(wordOf(await refresh(scene.first.refresh_token))).toBe('400 invalid_grant')
    expect(wordOf(await refresh(token))).toBe('400 invalid_grant')
  })

  it('returns nothing again once the family ended', async () => {
    const second = await refreshed(scene.first.refresh_token)
    const revoked = await postForm(scene.testApp, '/oauth/revoke', {
      token: second.refresh_token,
      client_id: scene.client.id,
    })
    expect(revoked.status).toBe(200)
    expect(wordOf(await refresh(scene.first.refresh_token))).toBe('400 invalid_grant')
  })

  it('leaves nothing in the store that reveals its answer', async () => {
    const second = await refreshed(scene.first.refresh_token)
    const family = (await accessOf(scene.testApp, scene.first.access_token))?.family_id ?? ''
    const { read } = scene.testApp.services.store
    const kept = JSON.stringify([await read.families.get(family), await read.access_tokens.list('family', family)])
    for (const secret of [scene.first.refresh_token, second.access_token, second.refresh_token]) {
      expect(kept).not.toContain(secret)
      expect(kept).not.toContain(Buffer.from(secret).toString('base64url'))
    }
  })
})

describe('without a window', () => {
  it('treats every reuse as a theft', async () => {
    const strict = await openTestApp({
      auth: { lifetimes: { ...scene.testApp.services.auth.lifetimes, refreshWindow: 0 } },
    })
    onTestFinished(strict.close)
    const one = await makeClient(strict.services)
    const tokens = await firstTokens(strict, one)
    const second = tokensOf(await postForm(strict, '/oauth/token', refreshOf(one, tokens.refresh_token)))
    expect(wordOf(await postForm(strict, '/oauth/token', refreshOf(one, tokens.refresh_token)))).toBe(
      '400 invalid_grant',
    )
    expect(await statusOf(strict, second.access_token)).toBe(401)
  })
})

describe('a lost answer', () => {
  it('is returned on retry when the server failed after it had written', async () => {
    const failed = await whileStoreFails('after writing', () => refresh(scene.first.refresh_token))
    expect(wordOf(failed)).toBe('500 server_error')
    const family = (await accessOf(scene.testApp, scene.first.access_token))?.family_id ?? ''
    const kept = () => scene.testApp.services.store.read.access_tokens.list('family', family)
    expect(await kept()).toHaveLength(2)
    const again = await refreshed(scene.first.refresh_token)
    expect(await statusOf(scene.testApp, again.access_token)).toBe(200)
    expect(await kept()).toHaveLength(2)
    expect((await refresh(again.refresh_token)).status).toBe(200)
  })

  it('is created on retry when the server failed before it had written', async () => {
    expect(wordOf(await whileStoreFails('before writing', () => refresh(scene.first.refresh_token)))).toBe(
      '500 server_error',
    )
    scene.testApp.world.pass(120_000)
    expect((await refresh(scene.first.refresh_token)).status).toBe(200)
  })
})

/** Runs a function while each transaction fails, with its writes kept or not. */
async function whileStoreFails<T>(when: 'before writing' | 'after writing', run: () => Promise<T>): Promise<T> {
  const { store } = scene.testApp.services
  const failing: Store = Object.create(store, {
    transaction: {
      value: async (work: (tx: Transaction) => Promise<unknown>) => {
        await store.transaction(async tx => {
          await work(tx)
          if (when === 'before writing') throw new Error('the power fails')
        })
        throw new Error('the power fails')
      },
    },
    read: { value: store.read },
  })
  const setStore = (value: Store) =>
    Object.defineProperty(scene.testApp.services, 'store', { value, configurable: true, enumerable: true })
  setStore(failing)
  try {
    return await run()
  } finally {
    setStore(store)
  }
}
