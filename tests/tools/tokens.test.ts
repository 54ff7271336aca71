import { describe, expect, it } from 'vitest'
import { assertCredentialActive } from '../../src/auth/policy/active-credential.ts'
import { hashSecret, mintSecret } from '../../src/auth/secrets.ts'
import { markRevoked } from '../../src/auth/tokens/lifecycle.ts'
import { errorBody } from '../../src/errors.ts'
import type { TokenRecord } from '../../src/store/records/identity.ts'
import type { TokenView } from '../../src/tools/tokens/view.ts'
import { verifies } from '../requirements.ts'
import { token as tokenRecord } from '../store/contract/samples.ts'
import { eachWorld, expectRefusal, refused } from './world.ts'

type Token = TokenView & { readonly token?: string }

const DAY = 24 * 60 * 60 * 1000
const world = eachWorld()

const make = async (handle: string, args: object): Promise<Token> =>
  (await world.user(handle)).call<Token>('create_token', { name: 'ci', scopes: ['user:read', 'user:write'], ...args })

describe('a new account token', () => {
  verifies(
    '2.2.name',
    '2.2.id',
    '2.2.scopes',
    '2.2.last-used',
    '5.7.creation',
    '2.2.value-format',
    '2.2.value-once',
    '2.2.list-active',
    '2.2.list-fields',
    '5.7.value-once',
    '5.7.prefix',
  )

  it('shows its value once, and stores only a hash of it', async () => {
    const ada = await world.user('ada')
    const made = await make('ada', { description: 'nightly' })
    expect(made.token).toMatch(/^svca_[0-9a-f]{48}$/)
    expect(made).toMatchObject({ name: 'ci', description: 'nightly', expires_at: null, last_used_at: null })
    expect(made.prefix).toBe(made.token?.slice(0, 9))
    const { tokens } = await ada.call<{ tokens: Token[] }>('list_tokens')
    expect(tokens.find(({ id }) => id === made.id)).toEqual({ ...made, token: undefined })
    const record = await world.services.store.read.tokens.get(made.id)
    expect(record?.hash).toBe(hashSecret(made.token ?? ''))
    expect(JSON.stringify(record)).not.toContain(made.token)
  })

  it('has at most the scopes of its creator, and only known ones', async () => {
    verifies('5.7.same-scopes')
    const reader = await world.user('ada', ['user:read', 'user:write', 'project:read'])
    const wide = await refused(reader.call('create_token', { name: 'x', scopes: ['project:write'] }))
    expect(wide).toMatchObject({ code: 'forbidden' })
    expect(wide.message).toContain('project:write')
    const unknown = await refused(reader.call('create_token', { name: 'x', scopes: ['project:fly'] }))
    expect(unknown).toMatchObject({ code: 'invalid_input' })
    expect(unknown.fix).toContain('project:read')
    await expectRefusal(reader.call('create_token', { name: 'x', scopes: [] }), 'invalid_input')
  })

  it('accepts a date, a date-time or nothing as its expiration, and rejects other values', async () => {
    verifies('2.2.expiration', '2.2.expiration-blank')
    expect((await make('ada', { expires_at: '2027-03-01' })).expires_at).toBe('2027-03-01T23:59:59.999Z')
    expect((await make('ada', { expires_at: '2027-03-02T10:00:00+02:00' })).expires_at).toBe('2027-03-02T08:00:00.000Z')
    for (const blank of ['', ' ', null]) expect((await make('ada', { expires_at: blank })).expires_at).toBeNull()
    for (const wrong of ['2027-02-28', 'tomorrow', '2027-02-30', '2027-13-01', '03/04/2028', '2027-03-01T11:59:59Z']) {
      expect(await refused(make('ada', { expires_at: wrong })), wrong).toMatchObject({ code: 'invalid_input' })
    }
  })
})

describe('the tokens of a user', () => {
  const fill = async (handle: string, count: number, rest: Partial<TokenRecord> = {}) => {
    const { user } = (await world.user(handle)).principal
    await world.services.store.transaction(async tx => {
      for (let at = 0; at < count; at++) {
        const id = `${handle}-${rest.name ?? ''}-${at}`
        await tx.tokens.insert(tokenRecord(id, { user_id: user.id, account_id: user.account_id, ...rest }))
      }
    })
  }
  const kept = async (handle: string) => {
    const { user } = (await world.user(handle)).principal
    return world.services.store.read.tokens.list('user', user.id)
  }

  it('are at most 1,000 active ones over all accounts', async () => {
    await world.organization('acme', { ada: 'admin', bea: 'member' })
    const acme = await world.services.store.read.accounts.by('handle', 'acme')
    await fill('ada', 997)
    await fill('ada', 1, { name: 'acme', account_id: acme?.id ?? '' })
    await fill('ada', 1, { name: 'short', expires_at: '2027-03-02T12:00:00.000Z' })
    const last = await make('ada', {})
    const error = await refused(make('ada', {}))
    expect(errorBody(error, 'r')).toEqual({
      code: 'quota_exceeded',
      message: 'ada has 1000 active account tokens. The maximum is 1000.',
      fix: 'Revoke unused tokens with revoke_token. list_tokens has their IDs.',
      permanent: false,
    })
    expect((await refused(make('ada', { account: 'acme' }))).code).toBe('quota_exceeded')
    expect(await make('bea', { account: 'acme' })).toHaveProperty('token')
    await (await world.user('ada')).call('revoke_token', { id: last.id })
    await make('ada', {})
    expect((await refused(make('ada', {}))).code).toBe('quota_exceeded')
    world.pass(DAY)
    await make('ada', {})
    expect((await refused(make('ada', {}))).code).toBe('quota_exceeded')
    expect(await kept('ada')).toHaveLength(1000)
  })

  it('are kept up to 1,000 after their end, and then the oldest are deleted', async () => {
    const revoked_at = '2027-01-01T00:00:00.000Z'
    await fill('ada', 1)
    await fill('ada', 1, { name: 'older', revoked_at, created_at: '2025-01-01T00:00:00.000Z' })
    await fill('ada', 1, { name: 'expired', expires_at: revoked_at, created_at: '2025-01-02T00:00:00.000Z' })
    await fill('ada', 996, { name: 'ended', revoked_at })
    await make('ada', {})
    expect(await kept('ada')).toHaveLength(1000)
    await make('ada', {})
    await make('ada', {})
    const names = (await kept('ada')).map(({ name }) => name)
    expect(names).toHaveLength(1000)
    expect(names.filter(name => name !== 'ended').sort()).toEqual(['ada--0', 'ci', 'ci', 'ci'])
  })
})

describe('the life of a token', () => {
  it('ends at its expiration: it stops working and leaves the list', async () => {
    verifies('3.list-active')
    const made = await make('bea', { expires_at: '2027-03-03T12:00:00Z' })
    await expect(world.bearer(made.token ?? '')).resolves.toBeDefined()
    world.pass(3 * DAY)
    expect(await refused(world.bearer(made.token ?? ''))).toMatchObject({ message: 'expired' })
    const { tokens } = await (await world.user('bea')).call<{ tokens: Token[] }>('list_tokens')
    expect(tokens.map(({ id }) => id)).not.toContain(made.id)
  })

  it('ends at its revocation, at once, for good, and repeatably', async () => {
    verifies('3.revoke-exists', '3.revoke-immediate', '3.revoke-permanent', '3.revoke-unlisted', '5.7.revocation')
    const bea = await world.user('bea')
    const made = await make('bea', {})
    await bea.call('revoke_token', { id: made.id })
    expect(await refused(world.bearer(made.token ?? ''))).toMatchObject({ message: 'revoked' })
    expect(await bea.call('revoke_token', { id: made.id })).toMatchObject({ revoked: 0 })
    expect(await refused(bea.call('update_token', { id: made.id, name: 'again' }))).toMatchObject({ code: 'not_found' })
    const { tokens } = await bea.call<{ tokens: Token[] }>('list_tokens')
    expect(tokens.map(({ id }) => id)).not.toContain(made.id)
  })

  it('allows to change only name and description', async () => {
    verifies(
      '2.2.name-editable',
      '2.2.description-editable',
      '2.2.scopes-immutable',
      '2.2.expiration-immutable',
      '3.immutable-while-active',
      '5.7.editable',
    )
    const bea = await world.user('bea')
    const made = await make('bea', {})
    const changed = await bea.call<Token>('update_token', { id: made.id, name: 'new', description: 'why' })
    expect(changed).toMatchObject({ name: 'new', description: 'why', scopes: made.scopes })
    for (const field of ['scopes', 'expires_at']) {
      for (const value of [null, '', ['project:read'], '2028-01-01']) {
        expect(await refused(bea.call('update_token', { id: made.id, name: 'other', [field]: value }))).toMatchObject({
          code: 'invalid_input',
          message: `Scopes and expiration can't change. The call has ${field}.`,
          fix: 'Create a new token with create_token, then revoke this one.',
        })
      }
    }
    const both = await refused(bea.call('update_token', { id: made.id, expires_at: null, scopes: null }))
    expect(both.message).toContain('The call has scopes and expires_at.')
    const { tokens } = await bea.call<{ tokens: Token[] }>('list_tokens')
    expect(tokens.find(({ id }) => id === made.id)).toMatchObject({
      name: 'new',
      scopes: made.scopes,
      expires_at: null,
    })
    expect(await refused(bea.call('update_token', { id: made.id }))).toMatchObject({ code: 'invalid_input' })
  })

  it('writes nothing after a revocation during the call', async () => {
    verifies('3.revoke-immediate')
    const made = await make('bea', {})
    const holder = await world.bearer(made.token ?? '')
    await (await world.user('bea')).call('revoke_token', { id: made.id })
    await expectRefusal(holder.call('create_token', { name: 'late', scopes: ['user:read'] }), 'invalid_token')
  })
})

it('the last use of a token has an address and a client, with escaped invisible characters', async () => {
  const { store } = world.services
  const gil = await world.user('gil')
  const made = await make('gil', {})
  expect(made).not.toHaveProperty('last_used_from')
  const list = async () => (await gil.call<{ tokens: object[] }>('list_tokens')).tokens
  expect((await list())[0]).not.toHaveProperty('last_used_from')
  await store.transaction(async tx => {
    const token = await tx.tokens.get(made.id)
    if (token === undefined) throw new Error('no token')
    await tx.tokens.put({ ...token, address: '2001:db8::1', user_agent: 'curl\u202E/8' })
  })
  const from = { address: '2001:db8::1', user_agent: 'curl<U+202E>/8' }
  expect(await list()).toMatchObject([{ last_used_from: from }])
  // user:write alone reads no address.
  expect(await gil.call('update_token', { id: made.id, name: 'new' })).not.toHaveProperty('last_used_from')
})

describe('a token created by a token', () => {
  it('expires with its parent at the latest and is revoked with it', async () => {
    const parent = await make('cid', { expires_at: '2027-06-01T00:00:00Z' })
    const holder = await world.bearer(parent.token ?? '')
    const late = await refused(holder.call('create_token', { name: 'x', scopes: ['user:read'] }))
    expect(late).toMatchObject({ code: 'forbidden' })
    expect(late.fix).toContain('2027-06-01T00:00:00.000Z')
    const child = await holder.call<Token>('create_token', {
      name: 'x',
      scopes: ['user:read', 'user:write'],
      expires_at: '2027-05-01',
    })
    const grandchild = await (await world.bearer(child.token ?? '')).call<Token>('create_token', {
      name: 'y',
      scopes: ['user:read'],
      expires_at: '2027-04-01',
    })
    expect(await (await world.user('cid')).call('revoke_token', { id: parent.id })).toMatchObject({ revoked: 3 })
    for (const dead of [child, grandchild]) {
      expect(await refused(world.bearer(dead.token ?? ''))).toMatchObject({ message: 'revoked' })
    }
  })

  /** Tokens created by a token, or by each other; returns the value of the last one. */
  async function makeMany(parent: Token, count: number, inLine: boolean): Promise<string> {
    const { store, newId } = world.services
    return store.transaction(async tx => {
      const record = await tx.tokens.get(parent.id)
      if (record === undefined) throw new Error('there is no such token')
      let last = { id: parent.id, value: '' }
      for (let made = 0; made < count; made += 1) {
        const { value, hash, prefix } = mintSecret('svca')
        const id = newId()
        await tx.tokens.insert({ ...record, id, hash, prefix, parent_id: inLine ? last.id : parent.id })
        last = { id, value }
      }
      return last.value
    })
  }

  it('is revoked in steps with hundreds of others when the first of them is', async () => {
    const { store } = world.services
    const parent = await make('cid', {})
    const child = await makeMany(parent, 450, false)
    const holder = await world.bearer(child)
    const active = () => store.read.tokens.count('active', holder.principal.user.id)
    const transaction = store.transaction.bind(store)
    const steps: object[] = []
    const watched: typeof transaction = async (run, options) => {
      // The previous step is written by now.
      if (steps.length > 0) {
        expect(await refused(world.bearer(child))).toMatchObject({ message: 'revoked' })
        await expectRefusal(assertCredentialActive(holder.principal, store.read, world.services.now()), 'invalid_token')
      }
      steps.push({ left: await active(), urgent: options?.urgent })
      return transaction(run, options)
    }
    const cid = await world.user('cid')
    Object.assign(store, { transaction: watched })
    try {
      expect(await cid.call('revoke_token', { id: parent.id })).toEqual({ id: parent.id, revoked: 451 })
    } finally {
      Object.assign(store, { transaction })
    }
    expect(steps).toEqual([
      { left: 451, urgent: true },
      { left: 251, urgent: false },
      { left: 51, urgent: false },
    ])
    expect(await active()).toBe(0)
    const { events } = await cid.call<{ events: object[] }>('list_audit_events', { limit: 1 })
    expect(events).toMatchObject([{ action: 'revoke_token', detail: { revoked: 451 } }])
  })

  it('is revoked with any of its ancestors', async () => {
    const parent = await make('cid', {})
    const last = await makeMany(parent, 3, true)
    const holder = await world.bearer(last)
    const { store, now } = world.services
    await store.transaction(tx => markRevoked(tx, [parent], now()))
    expect(await refused(world.bearer(last))).toMatchObject({ message: 'revoked' })
    expect(await refused(holder.call('list_tokens'))).toMatchObject({ code: 'invalid_token' })
  })

  it('cannot create another one beyond a hundred ancestors', async () => {
    const parent = await make('cid', {})
    const child = { name: 'x', scopes: ['user:read'] }
    const hundredth = await world.bearer(await makeMany(parent, 99, true))
    expect(await refused(hundredth.call('create_token', child))).toMatchObject({
      code: 'forbidden',
      message: "This token can't create another: it is number 100 in a chain of tokens, the maximum.",
    })
    const other = await make('cid', {})
    const before = await world.bearer(await makeMany(other, 98, true))
    await expect(before.call('create_token', child)).resolves.toMatchObject({ name: 'x' })
  })
})

describe('tokens of other users and of organizations', () => {
  it('return the same error as an unknown ID', async () => {
    const made = await make('ada', {})
    const eve = await world.user('eve')
    const foreign = await refused(eve.call('revoke_token', { id: made.id }))
    const unknown = await refused(eve.call('revoke_token', { id: 'nothing' }))
    expect(foreign.code).toBe('not_found')
    expect(foreign.message.replace(made.id, 'nothing')).toBe(unknown.message)
    await expect(world.bearer(made.token ?? '')).resolves.toBeDefined()
  })

  it('on an organization access only that, and of their user only themselves', async () => {
    await world.organization('acme', { ada: 'admin', bea: 'member' })
    const other = await make('ada', {})
    const made = await make('ada', { account: 'acme', scopes: ['user:read', 'user:write', 'account:read'] })
    const holder = await world.bearer(made.token ?? '')
    expect(await holder.call('list_accounts')).toMatchObject({ accounts: [{ account: 'acme' }] })
    expect((await holder.call<{ tokens: Token[] }>('list_tokens')).tokens.map(({ id }) => id)).toEqual([made.id])
    for (const [tool, args] of [
      ['get_user', {}],
      ['update_user', { name: 'x' }],
      ['create_token', { name: 'x', scopes: ['user:read'] }],
    ] as const) {
      expect(await refused(holder.call(tool, args)), tool).toMatchObject({ code: 'forbidden' })
    }
    const [nobody, ...others] = await Promise.all(
      ['nobody', 'bea', 'zoe'].map(async handle => {
        if (handle !== 'nobody') await world.user(handle)
        return refused(holder.call('get_user', { handle }))
      }),
    )
    expect(nobody?.code).toBe('not_found')
    for (const { code, message, fix } of others) {
      expect([code, message.replace(/bea|zoe/, 'nobody'), fix], 'who there is').toEqual([
        nobody?.code,
        nobody?.message,
        nobody?.fix,
      ])
    }
    expect(await refused(holder.call('revoke_token', { id: other.id }))).toMatchObject({ code: 'not_found' })
    expect(await holder.call('revoke_token', { id: made.id })).toMatchObject({ revoked: 1 })
    const eve = await world.user('eve')
    const stranger = eve.call('create_token', { name: 'x', scopes: ['user:read'], account: 'acme' })
    expect(await refused(stranger)).toMatchObject({ code: 'not_found' })
  })
})
