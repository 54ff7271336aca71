import { describe, expect, it } from 'vitest'
import {
  applyFormToOffer,
  createOffer,
  isRemembered,
  parseDecision,
} from '../../../src/auth/oauth/authorize/consent.ts'
import type { AuthorizationRequest } from '../../../src/auth/oauth/authorize/request.ts'
import { getClientDigest } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { groupScopes, needsFreshSignIn, SCOPE_DESCRIPTIONS } from '../../../src/auth/policy/scope-groups.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import type { ClientRecord, GrantRecord } from '../../../src/store/records/authorization.ts'

const NOW = new Date('2027-03-01T12:00:00.000Z')
const before = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString()

const CLIENT: ClientRecord = {
  id: 'svcc_1',
  kind: 'document',
  name: 'Test App',
  redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/callback', 'cursor://app/callback'],
  grant_types: ['authorization_code'],
  auth_method: 'none',
  confidential: false,
  about: {},
  created_at: before(60),
  last_used_at: null,
}

function grant(differs: Partial<GrantRecord> = {}): GrantRecord {
  return {
    id: 'g1',
    user_id: 'u1',
    client_id: CLIENT.id,
    client_name: CLIENT.name,
    scopes: ['project:read', 'voice:read'],
    accounts: 'all',
    consents: [
      { redirect: 'https://app.example', scopes: ['project:read', 'voice:read'], digest: getClientDigest(CLIENT) },
      { redirect: 'http://127.0.0.1', scopes: ['project:read', 'voice:read'], digest: getClientDigest(CLIENT) },
      { redirect: 'cursor:', scopes: ['project:read', 'voice:read'], digest: getClientDigest(CLIENT) },
    ],
    wanted: [],
    denied: [],
    created_at: before(60),
    last_used_at: null,
    revoked_at: null,
    ...differs,
  }
}

const wanted = (scope: string, minutes: number) => ({ scope, at: before(minutes), challenged_at: before(minutes) })

const named = (scopes: readonly string[]) => ({ scopes, scope_given: true })

const ticked = (offer: ReturnType<typeof createOffer>): Scope[] =>
  offer.scopes.filter(({ isTicked }) => isTicked).map(({ scope }) => scope)

describe('the offer of a consent page', () => {
  it('preselects the everyday scopes the first time, and no scope that deletes or administers', () => {
    const offer = createOffer(named(ALL_SCOPES), undefined, NOW)
    expect(offer.scopes.map(({ scope }) => scope)).toEqual(ALL_SCOPES)
    expect(offer).toMatchObject({ granted: [], accounts: { reach: 'all', ticked: [] } })
    expect(ticked(offer)).toEqual(EVERYDAY_SCOPES)
    expect(ALL_SCOPES.filter(needsFreshSignIn)).toEqual(ALL_SCOPES.filter(scope => /:(admin|delete)$/.test(scope)))
  })

  it('shows a known client only new scopes, and preselects those refused in the last 15 minutes', () => {
    const known = grant({
      wanted: [wanted('project:write', 14), wanted('voice:write', 16), wanted('project:admin', 1)],
    })
    const offer = createOffer(
      named(['project:read', 'project:write', 'voice:write', 'glossary:write', 'project:admin']),
      known,
      NOW,
    )
    expect(offer.granted).toEqual(['project:read'])
    expect(offer.scopes.map(({ scope }) => scope)).toEqual([
      'project:write',
      'project:admin',
      'voice:write',
      'glossary:write',
    ])
    expect(ticked(offer)).toEqual(['project:write', 'project:admin'])
    expect(offer.extra).toEqual(['voice:write', 'glossary:write'])
  })

  it('does not preselect denied scopes again', () => {
    const known = grant({ wanted: [wanted('project:write', 1)], denied: ['project:write'] })
    expect(createOffer(named(['project:write']), known, NOW).scopes).toEqual([
      { scope: 'project:write', isTicked: false, isWanted: true, wasDenied: true },
    ])
  })

  it('keeps the accounts of the grant', () => {
    expect(createOffer(named(['project:read']), grant({ accounts: ['a1'] }), NOW).accounts).toEqual({
      reach: 'chosen',
      ticked: ['a1'],
    })
  })

  it('shows all granted scopes when the request names none', () => {
    const known = grant({ scopes: ['project:read', 'project:admin'] })
    const offer = createOffer({ scopes: ['project:read', 'project:write'], scope_given: false }, known, NOW)
    expect(offer.granted).toEqual(['project:read', 'project:admin'])
    expect(offer.scopes.map(({ scope }) => scope)).toEqual(['project:write'])
  })

  it('keeps the selection of a submitted form', () => {
    const form = new URLSearchParams('scope=project:delete&accounts=chosen&account=a2')
    const left = applyFormToOffer(createOffer(named(['project:read', 'project:delete']), undefined, NOW), form)
    expect([ticked(left), left.accounts]).toEqual([['project:delete'], { reach: 'chosen', ticked: ['a2'] }])
    expect(applyFormToOffer(left, new URLSearchParams()).accounts).toEqual({ reach: undefined, ticked: [] })
  })

  it('describes every scope in a sentence, in one of four groups', () => {
    expect(groupScopes(ALL_SCOPES).map(({ group }) => group)).toEqual(['read', 'write', 'manage', 'delete'])
    expect(
      groupScopes(ALL_SCOPES)
        .flatMap(({ scopes }) => scopes)
        .toSorted(),
    ).toEqual([...ALL_SCOPES].toSorted())
    for (const scope of ALL_SCOPES) expect(SCOPE_DESCRIPTIONS[scope]).toMatch(/^[A-Z].*\.$/)
    expect(new Set(Object.values(SCOPE_DESCRIPTIONS)).size).toBe(ALL_SCOPES.length)
  })
})

describe('the answer of a consent form', () => {
  const offer = createOffer(named(['project:read', 'project:write', 'project:delete']), undefined, NOW)
  const decide = (form: string, of = offer) => parseDecision(new URLSearchParams(form), of, ['a1', 'a2'])

  it('grants the selected scopes and remembers the denied ones', () => {
    expect(decide('answer=allow&scope=project:read&accounts=all')).toEqual({
      kind: 'allowed',
      scopes: ['project:read'],
      denied: ['project:write', 'project:delete'],
      accounts: 'all',
      needsFreshSignIn: false,
    })
  })

  it('cannot grant scopes that the page did not offer, nor accounts of other users', () => {
    const decision = decide(
      'answer=allow&scope=project:read&scope=members:write&scope=__proto__&accounts=chosen&account=a2&account=foreign',
    )
    expect(decision).toMatchObject({ scopes: ['project:read'], accounts: ['a2'] })
  })

  it('needs a recent sign-in for scopes that administer or delete', () => {
    expect(decide('answer=allow&scope=project:delete&accounts=all')).toMatchObject({ needsFreshSignIn: true })
  })

  it('grants everything that the page offers with "allow all", and nothing else', () => {
    expect(decide('answer=allow_all&scope=members:write&accounts=all')).toMatchObject({
      kind: 'allowed',
      scopes: ['project:read', 'project:write', 'project:delete'],
      denied: [],
      needsFreshSignIn: true,
    })
  })

  it('is incomplete without a decision, a scope or an account', () => {
    expect(decide('')).toEqual({ kind: 'incomplete', why: 'no_answer' })
    expect(decide('answer=yes&scope=project:read')).toEqual({ kind: 'incomplete', why: 'no_answer' })
    expect(decide('answer=allow')).toEqual({ kind: 'incomplete', why: 'no_scope' })
    expect(decide('answer=allow&scope=project:read&accounts=chosen')).toEqual({
      kind: 'incomplete',
      why: 'no_account',
    })
    expect(decide('answer=allow&scope=project:read')).toEqual({ kind: 'incomplete', why: 'no_account' })
  })

  it('does not mean all accounts when it names some', () => {
    const form = 'answer=allow&scope=project:read&accounts=all'
    expect(decide(`${form}&account=a1`)).toEqual({ kind: 'incomplete', why: 'two_reaches' })
    expect(decide(`${form}&account=foreign`)).toMatchObject({ accounts: 'all' })
  })

  it('denies everything when the decision is deny', () => {
    expect(decide('answer=deny&scope=project:read')).toEqual({ kind: 'denied' })
  })

  it('keeps the existing grant when nothing new is selected', () => {
    const more = createOffer(named(['project:read', 'project:write']), grant(), NOW)
    expect(decide('answer=allow&accounts=all', more)).toMatchObject({
      kind: 'allowed',
      scopes: ['project:read'],
      denied: ['project:write'],
    })
  })
})

describe('a remembered consent', () => {
  const asked = (differs: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
    client_id: CLIENT.id,
    redirect_uri: 'https://app.example/callback',
    redirect_uri_given: true,
    scopes: ['project:read', 'voice:read'],
    scope_given: true,
    resources: [],
    code_challenge: 'x',
    ...differs,
  })

  it('applies to the same client, address and scopes, and to fewer scopes', () => {
    expect(isRemembered(asked(), CLIENT, grant())).toBe(true)
    expect(isRemembered(asked({ scopes: ['project:read'] }), CLIENT, grant())).toBe(true)
    expect(isRemembered(asked({ prompt: 'none' }), CLIENT, grant())).toBe(true)
  })

  it('counts denied scopes as answered', () => {
    const known = grant({ denied: ['project:write'] })
    expect(isRemembered(asked({ scopes: ['project:read', 'project:write'] }), CLIENT, known)).toBe(true)
    expect(isRemembered(asked({ scopes: ['project:write'] }), CLIENT, known)).toBe(false)
  })

  it('applies to nothing else', () => {
    const cases: readonly (readonly [string, Partial<AuthorizationRequest>, GrantRecord | undefined, ClientRecord])[] =
      [
        ['no grant', {}, undefined, CLIENT],
        ['a new scope', { scopes: ['project:read', 'project:write'] }, grant(), CLIENT],
        ['a scope that was taken from the grant', {}, grant({ scopes: ['project:read'] }), CLIENT],
        [
          'a scope that was added elsewhere and never seen here',
          { scopes: ['project:write'] },
          grant({ scopes: ['project:read', 'project:write'] }),
          CLIENT,
        ],
        ['a new place', { redirect_uri: 'https://other.example/callback' }, grant(), CLIENT],
        ['a place on this computer', { redirect_uri: 'http://127.0.0.1:5000/callback' }, grant(), CLIENT],
        ['an app', { redirect_uri: 'cursor://app/callback' }, grant(), CLIENT],
        ['prompt=consent', { prompt: 'consent' }, grant(), CLIENT],
        ['prompt=login', { prompt: 'login' }, grant(), CLIENT],
        ['prompt=select_account', { prompt: 'select_account' }, grant(), CLIENT],
        [
          'a changed document',
          {},
          grant(),
          { ...CLIENT, redirect_uris: [...CLIENT.redirect_uris, 'https://new.example/'] },
        ],
      ]
    for (const [name, differs, known, client] of cases) {
      expect(isRemembered(asked(differs), client, known), name).toBe(false)
    }
  })
})
