import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../../store/records/authorization.ts'
import { needsFreshSignIn } from '../../policy/scope-groups.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, type Scope } from '../../policy/scopes.ts'
import { isCustomScheme, isLoopbackRedirect, toRedirectOrigin } from '../clients/redirect-uris.ts'
import { getClientDigest } from '../grants/lifecycle.ts'
import { listWantedScopes } from '../grants/step-up.ts'
import { carriedScopes } from './issue-code.ts'
import type { AuthorizationRequest, ScopeRequest } from './request.ts'

type Grant = Frozen<GrantRecord>

/** A scope that a person may tick. */
export interface OfferedScope {
  readonly scope: Scope
  readonly isTicked: boolean
  /** Whether a call of this client was refused for want of it a moment ago. */
  readonly isWanted: boolean
  /** Whether the person said no to it before. */
  readonly wasDenied: boolean
}

/** What a consent page shows. */
export interface Offer {
  /** Only what is new to the client. */
  readonly scopes: readonly OfferedScope[]
  /** Those of them that are not ticked when the page opens. */
  readonly extra: readonly Scope[]
  /** What it has, and gets again with an answer. */
  readonly granted: readonly Scope[]
  readonly accounts: OfferedAccounts
}

/** Where it may do that: everywhere, or in accounts that are ticked one by one. */
export interface OfferedAccounts {
  /** Undefined: neither is chosen. */
  readonly reach: 'all' | 'chosen' | undefined
  /** Ids. */
  readonly ticked: readonly string[]
}

/** What to show a person of whom a client asks for scopes; `grant` is what it has. */
export function createOffer(wish: ScopeRequest, grant: Grant | undefined, now: Date): Offer {
  const carried = grant === undefined ? [] : carriedScopes(wish, grant)
  const granted = ALL_SCOPES.filter(scope => carried.includes(scope))
  const wanted = grant === undefined ? [] : listWantedScopes(grant, now)
  const scopes = ALL_SCOPES.filter(scope => wish.scopes.includes(scope) && !granted.includes(scope)).map(scope => {
    const isWanted = wanted.includes(scope)
    const wasDenied = grant?.denied.includes(scope) === true
    // An app that has something and asks for more gets by one button only what it was really refused.
    const isTicked = grant === undefined ? EVERYDAY_SCOPES.includes(scope) : isWanted && !wasDenied
    return { scope, isTicked, isWanted, wasDenied }
  })
  const extra = scopes.filter(({ isTicked }) => !isTicked).map(({ scope }) => scope)
  const reached = grant?.accounts ?? 'all'
  const accounts = reached === 'all' ? { reach: reached, ticked: [] } : { reach: 'chosen' as const, ticked: reached }
  return { scopes, extra, granted, accounts }
}

/** The same with what a person ticked and unticked in a form: who has to look at it again finds it as they left it. */
export const applyFormToOffer = (offer: Offer, form: URLSearchParams): Offer => ({
  ...offer,
  scopes: applyFormToScopes(offer.scopes, form),
  accounts: { reach: parseReach(form), ticked: form.getAll('account') },
})

export const applyFormToScopes = (offered: readonly OfferedScope[], form: URLSearchParams): readonly OfferedScope[] => {
  const ticked = new Set(form.getAll('scope'))
  return offered.map(one => ({ ...one, isTicked: ticked.has(one.scope) }))
}

const parseReach = (form: URLSearchParams): OfferedAccounts['reach'] =>
  (['all', 'chosen'] as const).find(one => form.get('accounts') === one)

/**
 * Whether the person has answered this very question before: the same client, place and scopes, of a client that has not changed. A place that any
 * program of the computer can take is asked about each time (RFC 8252 8.6), and so is whatever the client wants asked.
 */
export function isRemembered(
  asked: AuthorizationRequest,
  client: Frozen<ClientRecord>,
  grant: Grant | undefined,
): boolean {
  const { redirect_uri, prompt } = asked
  if (grant === undefined || isLoopbackRedirect(redirect_uri) || isCustomScheme(redirect_uri)) return false
  if (prompt !== undefined && prompt !== 'none') return false
  const place = toRedirectOrigin(redirect_uri)
  const known = grant.consents.find(({ redirect, digest }) => redirect === place && digest === getClientDigest(client))
  if (known === undefined || !asked.scopes.some(scope => grant.scopes.includes(scope))) return false
  return asked.scopes.every(
    scope => grant.denied.includes(scope) || (known.scopes.includes(scope) && grant.scopes.includes(scope)),
  )
}

/** Whether the person has allowed a client something on a page that named the place of this redirect URI. */
export const hasConsentFor = (redirectUri: string, { consents }: Grant): boolean =>
  consents.some(({ redirect }) => redirect === toRedirectOrigin(redirectUri))

/** What a person said on a consent page. */
export type Decision =
  | { readonly kind: 'denied' }
  | {
      readonly kind: 'allowed'
      /** What the client asks for and now has. */
      readonly scopes: readonly Scope[]
      readonly denied: readonly Scope[]
      readonly accounts: 'all' | readonly string[]
      /** Whether something of it needs a sign-in of the last ten minutes. */
      readonly needsFreshSignIn: boolean
    }
  | { readonly kind: 'incomplete'; readonly why: IncompleteReason }

/** What a form lacks that allows something; `two_reaches`: it says all accounts and names some. */
export type IncompleteReason = 'no_answer' | 'no_scope' | 'no_account' | 'two_reaches'

/** The answer that allows every scope that the page offers, ticked or not. */
export const ALLOW_ALL = 'allow_all'

/** Reads the form of a consent page. What the page did not offer cannot be ticked; `own` are the ids of the person's accounts. */
export function parseDecision(form: URLSearchParams, offer: Offer, own: readonly string[]): Decision {
  const answer = form.get('answer')
  if (answer === 'deny') return { kind: 'denied' }
  if (answer !== 'allow' && answer !== ALLOW_ALL) return { kind: 'incomplete', why: 'no_answer' }
  const offered = offer.scopes.map(({ scope }) => scope)
  const ticked = answer === ALLOW_ALL ? offered : offered.filter(scope => form.getAll('scope').includes(scope))
  const scopes = ALL_SCOPES.filter(scope => offer.granted.includes(scope) || ticked.includes(scope))
  if (scopes.length === 0) return { kind: 'incomplete', why: 'no_scope' }
  const chosen = own.filter(id => form.getAll('account').includes(id))
  const accounts = parseReach(form) === 'all' ? 'all' : chosen
  if (accounts.length === 0) return { kind: 'incomplete', why: 'no_account' }
  if (accounts === 'all' && chosen.length > 0) return { kind: 'incomplete', why: 'two_reaches' }
  return {
    kind: 'allowed',
    scopes,
    denied: offered.filter(scope => !ticked.includes(scope)),
    accounts,
    needsFreshSignIn: ticked.some(needsFreshSignIn),
  }
}
