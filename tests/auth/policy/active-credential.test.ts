import { describe, expect, it } from 'vitest'
import { assertCredentialActive } from '../../../src/auth/policy/active-credential.ts'
import { authenticate } from '../../../src/auth/policy/authenticate.ts'
import { isOwnToken } from '../../../src/auth/policy/authorize.ts'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import type { Transaction } from '../../../src/store/store.ts'
import { allTests } from '../../harness/each-test.ts'
import { openWorld } from '../../tools/world.ts'
import { connect } from '../oauth/granted.ts'

const world = allTests(() => openWorld())

const AUDIENCE = ['http://localhost:4050/mcp']
const ENDED = '2027-03-01T11:00:00.000Z'

async function principalOf(token: string) {
  const { store, now } = world.services
  const found = await authenticate(token, AUDIENCE, store.read, now())
  if (!('principal' in found)) throw new Error(`the token does not work: ${found.fault}`)
  return found.principal
}

/** A chain of credentials of a new user: an app, a token that it created, and the child and grandchild of that token. */
async function openChain() {
  const { services } = world
  const user = services.newId().slice(-8).toLowerCase()
  const app = await connect(services, `u-${user}`, { scopes: ALL_SCOPES })
  const createToken = async (by: string) =>
    (await world.bearer(by)).call<{ id: string; token: string }>('create_token', { name: 'ci', scopes: ALL_SCOPES })
  const first = await createToken(app.token)
  const second = await createToken(first.token)
  const third = await createToken(second.token)
  return { app, first, second, third }
}

type Chain = Awaited<ReturnType<typeof openChain>>

interface Ending {
  readonly name: string
  readonly of: (chain: Chain) => string
  /** Ends one record alone, as if its followers were not marked yet. */
  readonly end: (tx: Transaction, chain: Chain) => Promise<void>
  readonly fault: string
}

const endToken = async (tx: Transaction, id: string, ended: object = { revoked_at: ENDED }) => {
  const token = await tx.tokens.get(id)
  if (token !== undefined) await tx.tokens.put({ ...token, ...ended })
}

const endGrant = async (tx: Transaction, { app }: Chain) => {
  const grant = await tx.grants.get(app.grantId)
  if (grant !== undefined) await tx.grants.put({ ...grant, revoked_at: ENDED })
}

const ENDINGS: readonly Ending[] = [
  { name: 'the token', of: c => c.first.token, end: (tx, c) => endToken(tx, c.first.id), fault: 'revoked' },
  { name: 'its parent', of: c => c.second.token, end: (tx, c) => endToken(tx, c.first.id), fault: 'revoked' },
  { name: 'a token far above', of: c => c.third.token, end: (tx, c) => endToken(tx, c.first.id), fault: 'revoked' },
  { name: 'the app that created it', of: c => c.first.token, end: endGrant, fault: 'revoked' },
  {
    name: 'its time',
    of: c => c.first.token,
    end: (tx, c) => endToken(tx, c.first.id, { expires_at: ENDED }),
    fault: 'expired',
  },
  { name: 'the grant of an access token', of: c => c.app.token, end: endGrant, fault: 'revoked' },
  {
    name: 'the family of an access token',
    of: c => c.app.token,
    end: async (tx, { app }) => {
      const family = await tx.families.get(app.familyId)
      if (family !== undefined) await tx.families.put({ ...family, revoked_at: ENDED })
    },
    fault: 'revoked',
  },
  {
    name: 'the time of an access token',
    of: c => c.app.token,
    end: async (tx, { app }) => {
      const token = await tx.access_tokens.get(app.tokenId)
      if (token !== undefined) await tx.access_tokens.put({ ...token, expires_at: ENDED })
    },
    fault: 'expired',
  },
]

describe('a credential ends', () => {
  it.each(ENDINGS)('with $name: for new calls, and for one that runs', async ({ of, end, fault }) => {
    const { store, now } = world.services
    const chain = await openChain()
    const principal = await principalOf(of(chain))
    await expect(assertCredentialActive(principal, store.read, now())).resolves.toBeUndefined()
    await store.transaction(tx => end(tx, chain))
    expect(await authenticate(of(chain), AUDIENCE, store.read, now())).toMatchObject({ fault })
    await expect(assertCredentialActive(principal, store.read, now())).rejects.toMatchObject({
      code: 'invalid_token',
    })
  })

  it('with the time of a session', async () => {
    const { store, now } = world.services
    const { principal } = await world.human('ada')
    const { credential } = principal
    if (credential.kind !== 'session') throw new Error('a person in a browser has a session')
    await expect(assertCredentialActive(principal, store.read, now())).resolves.toBeUndefined()
    await store.transaction(async tx => {
      const session = await tx.sessions.get(credential.id)
      if (session !== undefined) await tx.sessions.put({ ...session, expires_at: ENDED })
    })
    await expect(assertCredentialActive(principal, store.read, now())).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('at the door of another resource', async () => {
    const { store, now } = world.services
    const { app } = await openChain()
    expect(await authenticate(app.token, ['http://localhost:4050/other'], store.read, now())).toMatchObject({
      fault: 'other_audience',
    })
  })
})

describe('a token on an organization', () => {
  it('ends when its user leaves, and manages itself alone until then', async () => {
    const { store, now } = world.services
    const account = await world.organization('acme', { ada: 'admin', ben: 'member' })
    const ben = await world.user('ben')
    const createToken = (more: object) =>
      ben.call<{ id: string; token: string }>('create_token', { name: 'ci', scopes: ALL_SCOPES, ...more })
    const [own, personal] = [await createToken({ account: 'acme' }), await createToken({})]
    const principal = await principalOf(own.token)
    expect(principal.reach).toEqual({ accounts: new Set([account]) })
    const listed = await store.read.tokens.list('user', principal.user.id)
    expect(listed.filter(token => isOwnToken(principal, token)).map(({ id }) => id)).toEqual([own.id])
    expect(listed.map(({ id }) => id)).toContain(personal.id)
    await store.transaction(async tx => {
      const membership = await tx.memberships.by('pair', compoundKey(account, principal.user.id))
      if (membership !== undefined) await tx.memberships.remove(membership.id)
    })
    expect(await authenticate(own.token, AUDIENCE, store.read, now())).toMatchObject({ fault: 'organization_left' })
    await expect(assertCredentialActive(principal, store.read, now())).rejects.toMatchObject({ code: 'invalid_token' })
  })
})

it('a token reaches no account that the app which created it lost', async () => {
  const { app, first } = await openChain()
  expect((await principalOf(first.token)).reach).toBe('all')
  await world.services.store.transaction(async tx => {
    const grant = await tx.grants.get(app.grantId)
    if (grant !== undefined) await tx.grants.put({ ...grant, accounts: ['one', 'two'] })
    const token = await tx.tokens.get(first.id)
    if (token !== undefined) await tx.tokens.put({ ...token, accounts: ['two', 'three'] })
  })
  expect((await principalOf(first.token)).reach).toEqual({ accounts: new Set(['two']) })
})
