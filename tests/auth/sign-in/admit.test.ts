import { describe, expect, it } from 'vitest'
import { authSettings } from '../../../src/auth/settings.ts'
import { admit, evaluateSignInRules } from '../../../src/auth/sign-in/admit.ts'
import type { VerifiedIdentity } from '../../../src/auth/sign-in/provider.ts'
import { readConfig } from '../../../src/config.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openWorld, refused } from '../../tools/world.ts'

const ada: VerifiedIdentity = {
  provider: 'github',
  issuer: 'https://github.com',
  subject: '123',
  login: 'ada',
  groups: ['acme'],
  domains: ['example.org'],
}
const policy = (allowed: readonly string[], newAccounts: 'open' | 'invite' = 'invite', operators: string[] = []) => ({
  allowed,
  operators,
  newAccounts,
  machineHandle: 'grace',
})
const known = { isKnown: true }
const unknown = { isKnown: false }
const comes = { operator: false }

describe('the sign-in rules', () => {
  it('admit known users, and others when new accounts are open', () => {
    expect(evaluateSignInRules(ada, known, policy([]))).toEqual(comes)
    expect(evaluateSignInRules(ada, unknown, policy([]))).toEqual({ refusal: 'not_invited' })
    expect(evaluateSignInRules(ada, unknown, policy([], 'open'))).toEqual(comes)
  })

  it.each(['github:123', 'github-org:acme', 'github-org:ACME', 'domain:example.org'])(
    'admit whom a rule such as %s matches, known or not',
    rule => {
      expect(evaluateSignInRules(ada, known, policy([rule]))).toEqual(comes)
      expect(evaluateSignInRules(ada, unknown, policy(['github:999', rule]))).toEqual(comes)
    },
  )

  it.each([
    'github:12',
    'github:1234',
    'gitlab:123',
    'github-org:acme-corp',
    'domain:sub.example.org',
    'domain:ample.org',
  ])('reject whom the rule %s does not match, although new accounts are open', rule => {
    expect(evaluateSignInRules(ada, known, policy([rule], 'open'))).toEqual({ refusal: 'not_allowed' })
    expect(evaluateSignInRules(ada, unknown, policy([rule], 'open'))).toEqual({ refusal: 'not_allowed' })
  })

  it('admit a configured operator, whatever the other rules are', () => {
    expect(evaluateSignInRules(ada, unknown, policy(['github-org:other'], 'invite', ['github:123']))).toEqual({
      operator: true,
    })
    expect(evaluateSignInRules({ ...ada, provider: 'gitlab' }, unknown, policy([], 'open', ['github:123']))).toEqual(
      comes,
    )
  })

  it.each([
    ['DRAGOMAN_ALLOWED', 'github:ada'],
    ['DRAGOMAN_ALLOWED', 'domain:org'],
    ['DRAGOMAN_ALLOWED', 'github-org:acme/web'],
    ['DRAGOMAN_OPERATORS', 'github:0'],
    ['DRAGOMAN_OPERATORS', 'domain:example.org'],
  ])('are read at the start, where %s rejects %s by name', async (variable, entry) => {
    const error = await refused((async () => authSettings(readConfig({ [variable]: `github:1, ${entry}` })))())
    expect(error).toMatchObject({ code: 'bad_config', message: expect.stringContaining(`${variable} has "${entry}"`) })
    expect(error.fix).toBeTruthy()
  })
})

describe('a user who signs in through a provider', () => {
  const world = eachTest(() => openWorld())

  const come = (person: VerifiedIdentity, terms = policy([], 'open')) => {
    const { store, now, newId } = world.services
    return store.transaction(tx => admit(tx, person, terms, { now: now(), newId }))
  }
  const handleOf = (person: VerifiedIdentity) =>
    come(person).then(found => ('user' in found ? found.user.handle : found))

  it('never takes over an existing account with the same name', async () => {
    const before = await world.user('ada')
    expect(await handleOf(ada)).toBe('ada-2')
    const { read } = world.services.store
    expect((await read.users.by('handle', 'ada'))?.id).toBe(before.principal.user.id)
    expect(await read.identities.list('user', before.principal.user.id)).toEqual([])
  })

  it('gets no handle of an organization', async () => {
    await world.organization('acme', { grace: 'admin' })
    expect(await handleOf({ ...ada, login: 'Acme' })).toBe('acme-2')
  })

  it.each([
    ['acmelnc', 'acmelnc-2'],
    ['a-d-a', 'a-d-a-2'],
    ['rnodern', 'rnodern-2'],
    ['llnus', 'llnus'],
    ['acme', 'acme'],
  ])('gets no handle that looks like another: for the login %s the handle %s', async (login, handle) => {
    await world.user('ada')
    await world.organization('acme-lnc', { linus: 'admin' })
    await world.organization('modern', { linus: 'admin' })
    expect(await handleOf({ ...ada, login })).toBe(handle)
  })

  it.each([
    ['Octo.Cat', 'octo-cat'],
    ['José', 'jose'],
    ['admin', 'admin-2'],
    ['gra-ce', 'gra-ce-2'],
    ['a', 'a-2'],
    ['--x--', 'x-2'],
    ['日本', 'person'],
    ['<script>', 'script'],
    ['z'.repeat(80), 'z'.repeat(35)],
    [`${'z'.repeat(34)}-tail`, 'z'.repeat(34)],
  ])('gets for the login %j the handle %s', async (login, handle) => {
    expect(await handleOf({ ...ada, login })).toBe(handle)
  })

  it('gets a handle although many users have the name', async () => {
    for (let count = 1; count <= 50; count += 1) await world.user(count === 1 ? 'ada' : `ada-${count}`)
    const handle = await handleOf(ada)
    expect(handle).toMatch(/^ada-[0-9a-z]{10}$/)
  })

  it('is another user at another provider, and at another server of the same kind', async () => {
    const first = await handleOf(ada)
    const others = [
      { ...ada, provider: 'gitlab' as const, issuer: 'https://gitlab.com' },
      { ...ada, issuer: 'https://github.example.org' },
    ]
    const handles = [first]
    for (const other of others) handles.push(await handleOf(other))
    expect(handles).toEqual(['ada', 'ada-2', 'ada-3'])
    expect(await handleOf(ada)).toBe('ada')
  })

  it('is created once when two browsers return at the same time', async () => {
    const found = await Promise.all([come(ada), come(ada), come(ada)])
    expect(found.filter(one => 'isNew' in one && one.isNew)).toHaveLength(1)
    expect(new Set(found.map(one => 'user' in one && one.user.id)).size).toBe(1)
  })

  it('is an operator by ID only, from the next sign-in, and stays one', async () => {
    const roles = [await come(ada), await come(ada, policy([], 'open', ['github:123'])), await come(ada)]
    expect(roles.map(one => 'user' in one && [one.user.operator, one.isUnnamed])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
    const elsewhere = { ...ada, provider: 'gitlab' as const, issuer: 'https://gitlab.com', login: 'lin' }
    expect(await come(elsewhere, policy([], 'open', ['github:123']))).toMatchObject({ user: { operator: false } })
  })

  it('leaves no record behind when rejected', async () => {
    expect(await come(ada, policy([]))).toEqual({ refusal: 'not_invited' })
    const { read } = world.services.store
    expect(await read.users.by('handle', 'ada')).toBeUndefined()
    expect(await read.accounts.by('handle', 'ada')).toBeUndefined()
  })
})
