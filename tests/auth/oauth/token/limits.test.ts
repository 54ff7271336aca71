import { describe, expect, it } from 'vitest'
import { issueCode } from '../../../../src/auth/oauth/authorize/issue-code.ts'
import { exchangeCode } from '../../../../src/auth/oauth/token/exchange-code.ts'
import type { TokenContext } from '../../../../src/auth/oauth/token/first-tokens.ts'
import type { IssuedTokenPair } from '../../../../src/auth/oauth/token/issue.ts'
import { refreshTokens } from '../../../../src/auth/oauth/token/refresh.ts'
import { hashSecret } from '../../../../src/auth/secrets.ts'
import type { Frozen } from '../../../../src/store/frozen.ts'
import type { ClientRecord, TokenFamilyRecord } from '../../../../src/store/records/authorization.ts'
import { eachTest } from '../../../harness/each-test.ts'
import { openWorld } from '../../../tools/world.ts'
import { makeClient, makeCode, REDIRECT, VERIFIER } from '../authorized.ts'

const MINUTE = 60_000

const world = eachTest(() => openWorld())
const client = eachTest(() => newClient())

async function newClient(): Promise<Frozen<ClientRecord>> {
  const { id } = await makeClient(world.services)
  const found = await world.services.store.read.clients.get(id)
  if (found === undefined) throw new Error('no client')
  return found
}

const read = () => world.services.store.read
const context = (): TokenContext => {
  const { now, newId, auth } = world.services
  return { now: now(), newId, lifetimes: auth.lifetimes, requestId: 'req-test' }
}
const asked = (by: Frozen<ClientRecord>) => ({
  caller: { client: by },
  scopes: undefined,
  resources: undefined,
})

/** A sign-in of the client by ada. */
async function signIn(by = client): Promise<IssuedTokenPair & { readonly family: Frozen<TokenFamilyRecord> }> {
  const { code } = await makeCode(world.services, { client: { id: by.id, secret: '' } })
  const wish = { ...asked(by), code, verifier: VERIFIER, redirectUri: REDIRECT }
  const issued = await world.services.store.transaction(tx => exchangeCode(tx, wish, context()))
  if ('fault' in issued || issued.refreshToken === undefined) throw new Error('no tokens')
  const family = await read().families.by('refresh', hashSecret(issued.refreshToken))
  if (family === undefined) throw new Error('no family')
  return { ...issued, refreshToken: issued.refreshToken, family }
}

const refresh = (token: string) =>
  world.services.store.transaction(tx => refreshTokens(tx, { ...asked(client), token }, context()))

/** Refreshes repeatedly, and returns all pairs, the first one included. */
async function refreshTimes(count: number, first: IssuedTokenPair, pass = 0): Promise<readonly IssuedTokenPair[]> {
  const pairs = [first]
  for (let at = 0; at < count; at += 1) {
    world.pass(pass)
    const next = await refresh(pairs.at(-1)?.refreshToken ?? '')
    if ('fault' in next) throw new Error(next.fault)
    pairs.push(next)
  }
  return pairs
}

describe('a client that refreshes in a loop', () => {
  it('keeps 100 used refresh tokens; reusing one of them ends the family', async () => {
    const first = await signIn()
    const { id } = first.family
    const pairs = await refreshTimes(101, first, MINUTE)
    expect(await read().access_tokens.count('family', id)).toBe(100)
    expect(await refresh(pairs[0]?.refreshToken ?? '')).toEqual({ fault: 'unknown_refresh_token' })
    expect((await read().families.get(id))?.revoked_at).toBeNull()
    expect(await refresh(pairs[1]?.refreshToken ?? '')).toMatchObject({ fault: 'token_reused' })
    expect((await read().families.get(id))?.revoked_for).toBe('stolen')
  })

  it('keeps its newest 100 access tokens', async () => {
    const pairs = await refreshTimes(100, await signIn(), 1)
    const known = await Promise.all(
      pairs.map(({ accessToken }) => read().access_tokens.by('hash', hashSecret(accessToken))),
    )
    expect(known.map(token => token !== undefined)).toEqual(pairs.map((_, at) => at > 0))
  })
})

it('a grant keeps its newest 100 codes', async () => {
  const { family } = await signIn()
  const grant = await read().grants.get(family.grant_id)
  if (grant === undefined) throw new Error('no grant')
  const wish = {
    client_id: client.id,
    redirect_uri: REDIRECT,
    redirect_uri_given: true,
    code_challenge: 'c'.repeat(43),
    scopes: [],
    scope_given: false,
    resources: [],
  }
  const issue = () => {
    world.pass(1)
    return world.services.store.transaction(tx => issueCode(tx, { requested: wish, grant }, context()))
  }
  const values = []
  for (let at = 0; at < 101; at += 1) values.push(await issue())
  const known = await Promise.all(values.map(value => read().codes.by('hash', hashSecret(value))))
  expect(known.map(code => code !== undefined)).toEqual(values.map((_, at) => at > 0))
  expect(await read().codes.count('grant', grant.id)).toBe(100)
})

it('a family keeps its newest access tokens although refresh tokens expire sooner', async () => {
  const first = await refreshTimes(101, await signIn(), MINUTE)
  const { lifetimes } = world.services.auth
  const shorter = { ...context(), lifetimes: { ...lifetimes, refresh: 120 * MINUTE } }
  const next = (token: string) =>
    world.services.store.transaction(tx => refreshTokens(tx, { ...asked(client), token }, shorter))
  const one = await next(first.at(-1)?.refreshToken ?? '')
  if ('fault' in one) throw new Error(one.fault)
  expect(await next(one.refreshToken)).not.toHaveProperty('fault')
  expect(await read().access_tokens.by('hash', hashSecret(one.accessToken))).toBeDefined()
})

describe('token families', () => {
  /** Adds families like this one, each last used a second after the one before it. */
  const add = (
    { refresh: _own, ...like }: Frozen<TokenFamilyRecord>,
    count: number,
    change: Partial<TokenFamilyRecord> = {},
  ) =>
    world.services.store.transaction(async tx => {
      for (let at = 0; at < count; at += 1) {
        const last_used_at = new Date(world.services.now().getTime() + at * 1000).toISOString()
        await tx.families.insert({ ...like, id: `${change.grant_id ?? 'more'}-${at}`, last_used_at, ...change })
      }
    })
  const isThere = async (id: string) => (await read().families.get(id)) !== undefined
  const endings = async () => {
    const user = await read().users.by('handle', 'ada')
    const { items } = await read().audit.page('user', user?.id ?? '', { limit: 500 })
    return items.filter(({ action }) => action === 'token_revoked')
  }

  it('are 100 of a grant: a new sign-in ends the one unused for longest, with all its tokens', async () => {
    const [first, idle] = [await signIn(), await signIn()]
    world.pass(MINUTE)
    const [used] = await refreshTimes(1, first)
    await add(first.family, 98)
    await signIn()
    expect(await read().families.count('grant', first.family.grant_id)).toBe(100)
    expect([await isThere(first.family.id), await isThere(idle.family.id)]).toEqual([true, false])
    expect(await read().access_tokens.count('family', idle.family.id)).toBe(0)
    expect(await refresh(idle.refreshToken)).toEqual({ fault: 'unknown_refresh_token' })
    expect(await refresh(used?.refreshToken ?? '')).not.toHaveProperty('fault')
    expect(await endings()).toMatchObject([
      {
        target: first.family.grant_id,
        client: 'Test client',
        detail: { family: idle.family.id, kind: 'family', why: 'too_many' },
      },
    ])
  })

  it('are removed before active ones when they have ended, except stolen ones', async () => {
    const { family } = await signIn()
    const revoked_at = world.services.now().toISOString()
    await add(family, 1, { grant_id: family.grant_id, id: 'stolen', revoked_at, revoked_for: 'stolen' })
    await add(family, 1, { id: 'ended', revoked_at })
    await add(family, 97)
    await signIn()
    expect(await endings()).toEqual([])
    expect([await isThere('stolen'), await isThere('ended'), await isThere(family.id)]).toEqual([true, false, true])
  })

  it('are 1,000 of a user, over all grants', async () => {
    const { family } = await signIn()
    world.pass(MINUTE)
    for (let grant = 0; grant < 10; grant += 1) await add(family, grant === 0 ? 99 : 100, { grant_id: `g${grant}` })
    expect(await read().families.count('user', family.user_id)).toBe(1000)
    await signIn(await newClient())
    expect(await read().families.count('user', family.user_id)).toBe(1000)
    expect(await isThere(family.id)).toBe(false)
  })
})
