import { beforeEach, describe, expect, it } from 'vitest'
import { findReservedLookalike, localHandle, parseHandle } from '../../src/auth/users/handles.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import { connect } from '../auth/oauth/granted.ts'
import { verifies } from '../requirements.ts'
import { eachWorld, refused } from './world.ts'

const world = eachWorld()

beforeEach(() => world.organization('acme', { ada: 'admin', bea: 'member' }))

describe('handles', () => {
  it('are case-insensitive, with 2 to 39 letters, digits and single hyphens', () => {
    for (const good of ['ab', 'a1', 'acme-web', '0x', 'a'.repeat(39)]) expect(parseHandle(good)).toBe(good)
    expect(parseHandle('Ada')).toBe('ada')
    for (const bad of ['', 'a', '-a', 'a-', 'a--b', 'a_b', 'a.b', 'ä', 'a b', 'a/b', 'a'.repeat(40)]) {
      expect(() => parseHandle(bad), bad).toThrow(/^Handle /)
    }
  })

  it('report a look-alike character', () => {
    expect(() => parseHandle('\u0430cme')).toThrow('has the character U+0430')
    expect(() => parseHandle('acme\u{1f99c}')).toThrow('U+1F99C')
    expect(() => parseHandle('\u212aelvin')).toThrow('U+212A')
    expect(() => parseHandle('ac me')).toThrow('is not valid')
  })

  it('that are reserved have another fix than invalid ones', async () => {
    for (const [handle, fix] of [
      ['admin', 'Choose another handle.'],
      ['a_b', 'Use 2 to 39 lowercase letters'],
    ] as const) {
      expect((await refused((async () => parseHandle(handle))())).fix).toContain(fix)
    }
  })

  it.each([
    ['adm1n', 'admin'],
    ['s1gn-1n', 'sign-in'],
    ['r00t', 'root'],
    ['mall', undefined],
    ['acme', undefined],
  ])('that look like a reserved one are reported with it: %s, %s', (handle, word) => {
    const [found, expected] = [findReservedLookalike(handle), word].map(one => one?.replaceAll('-', ''))
    expect(found).toBe(expected)
  })

  it('are not those of the service or its operator', () => {
    for (const word of ['api', 'mcp', 'oauth', 'admin', 'root', 'settings', 'account', 'p', 'o', 'LOGIN', 'local']) {
      expect(() => parseHandle(word), word).toThrow()
    }
  })

  it('of the local user fall back to local', () => {
    expect(localHandle('Ada.Lovelace')).toBe('ada-lovelace')
    for (const name of ['root', 'x', '', '___', 'Администратор']) expect(localHandle(name)).toBe('local')
  })

  it('belong to one user, who gets a personal account with access', async () => {
    verifies('2.3.personal', '2.4.user', '2.4.account')
    const { store } = world.services
    const [one, two] = await Promise.all(
      ['Grace', 'grace'].map(name => store.transaction(tx => findOrCreateUser(tx, name, world.services))),
    )
    expect(one?.user.id).toBe(two?.user.id)
    expect([one?.created, two?.created]).toEqual([true, false])
    const account = await store.read.accounts.by('handle', 'grace')
    expect(account).toMatchObject({ kind: 'personal', has_access: true, public: false, owner_id: one?.user.id })
  })

  it('of organizations cannot become users', async () => {
    await expect(world.user('acme')).rejects.toMatchObject({ code: 'already_exists' })
  })
})

describe('profiles', () => {
  it('are visible to their user and to members of a shared organization', async () => {
    verifies('5.5.self', '5.5.organization_member')
    const bea = await world.user('bea')
    expect(await bea.call('get_user')).toMatchObject({ handle: 'bea', account: { has_access: true, public: false } })
    expect(await bea.call('get_user', { handle: 'ADA' })).toMatchObject({ handle: 'ada' })
    await world.user('eve')
    const [hidden, unknown] = [
      await refused(bea.call('get_user', { handle: 'eve' })),
      await refused(bea.call('get_user', { handle: 'nobody' })),
    ]
    expect(hidden.message.replace('eve', 'nobody')).toBe(unknown.message)
  })

  it('of members are hidden from an app without access to a shared account', async () => {
    const { accounts } = world.services.store.read
    const seenWith = async (handle: string) => {
      const allowed = [(await accounts.by('handle', handle))?.id ?? '']
      const { token } = await connect(world.services, 'bea', { scopes: ['user:read'], accounts: allowed })
      return (await world.bearer(token)).call('get_user', { handle: 'ada' })
    }
    expect(await seenWith('acme')).toMatchObject({ handle: 'ada' })
    expect(await refused(seenWith('bea'))).toMatchObject({ code: 'not_found' })
  })

  it('can be changed by their user, even without access', async () => {
    const bea = await world.user('bea')
    await world.setAccount('bea', { has_access: false })
    expect(await bea.call('update_user', { name: 'Bea B.', public: true })).toMatchObject({
      name: 'Bea B.',
      account: { has_access: false, public: true },
    })
    expect(await refused(bea.call('update_user', {}))).toMatchObject({ code: 'invalid_input' })
    expect((await refused(bea.call('update_user', { name: null }))).message).toBe(
      'name is null, which changes nothing.',
    )
    for (const handle of ['bee', null]) {
      const { code, message } = await refused(bea.call('update_user', { name: 'Bea', handle }))
      expect([code, message]).toEqual(['invalid_input', "A handle can't change. The call has handle."])
    }
  })
})

describe('get_context', () => {
  it('tells a new user what to do first', async () => {
    const fay = await world.user('fay')
    expect(await fay.call('get_context')).toMatchObject({
      user: { handle: 'fay' },
      via: { kind: 'stdio' },
      accounts: [{ account: 'fay', roles: ['account_owner'] }],
      next: expect.stringContaining('create_project'),
    })
  })

  it('works with any credential, and names what is missing', async () => {
    const narrow = await world.user('fay', ['user:read'])
    const answer = await narrow.call<{ cannot: string[]; scopes: string[]; accounts?: unknown }>('get_context', {
      extra: 'ignored',
    })
    expect(answer.scopes).toEqual(['user:read'])
    expect(answer.accounts).toBeUndefined()
    expect(answer.cannot[0]).toContain('project:read')
    expect(answer.cannot[0]).toContain('--scopes')
  })

  it('names the joined accounts with their roles', async () => {
    verifies('5.5.organization_admin', '5.5.account_owner')
    const ada = await world.user('ada')
    expect(await ada.call('list_accounts')).toMatchObject({
      accounts: [
        {
          account: 'acme',
          kind: 'organization',
          roles: ['organization_member', 'organization_admin', 'account_owner'],
        },
        { account: 'ada', kind: 'personal' },
      ],
    })
  })
})
