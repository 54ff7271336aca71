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

export interface OfferedScope {
  readonly scope: Scope
  readonly isTicked: boolean
  /** Whether a call of this client was just rejected because it lacks the scope. */
  readonly isWanted: boolean
  /** Whether the user denied it before. */
  readonly wasDenied: boolean
}

/** The content of a consent page. */
export interface Offer {
  /** The scopes that the client does not have yet. */
  readonly scopes: readonly OfferedScope[]
  /** The subset of `scopes` that is not ticked at first. */
  readonly extra: readonly Scope[]
  /** The scopes that the client already has and keeps. */
  readonly granted: readonly Scope[]
  readonly accounts: OfferedAccounts
}

/** The accounts that the client may use: all, or the ticked ones. */
export interface OfferedAccounts {
  /** Undefined: nothing chosen yet. */
  readonly reach: 'all' | 'chosen' | undefined
  /** Account IDs. */
  readonly ticked: readonly string[]
}

/** Creates the offer for a request; `grant` is the client's active grant. */
export function createOffer(wish: ScopeRequest, grant: Grant | undefined, now: Date): Offer {
  const carried = grant === undefined ? [] : carriedScopes(wish, grant)
  const granted = ALL_SCOPES.filter(scope => carried.includes(scope))
  const wanted = grant === undefined ? [] : listWantedScopes(grant, now)
  const scopes = ALL_SCOPES.filter(scope => wish.scopes.includes(scope) && !granted.includes(scope)).map(scope => {
    const isWanted = wanted.includes(scope)
    const wasDenied = grant?.denied.includes(scope) === true
    // For an app with a grant, only scopes that it was just denied in a call are ticked.
    const isTicked = grant === undefined ? EVERYDAY_SCOPES.includes(scope) : isWanted && !wasDenied
    return { scope, isTicked, isWanted, wasDenied }
  })
  const extra = scopes.filter(({ isTicked }) => !isTicked).map(({ scope }) => scope)
  const reached = grant?.accounts ?? 'all'
  const accounts = reached === 'all' ? { reach: reached, ticked: [] } : { reach: 'chosen' as const, ticked: reached }
  return { scopes, extra, granted, accounts }
}

/** Applies a submitted form to an offer, so that the page shows the same choices again. */
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
 * Returns whether the user approved the same request before: an unchanged client, the same redirect origin and scopes. Always false for redirects that any
 * local program can receive (RFC 8252 8.6), and if the client requests consent.
 */
export function isRemembered(
  requested: AuthorizationRequest,
  client: Frozen<ClientRecord>,
  grant: Grant | undefined,
): boolean {
  const { redirect_uri, prompt } = requested
  if (grant === undefined || isLoopbackRedirect(redirect_uri) || isCustomScheme(redirect_uri)) return false
  if (prompt !== undefined && prompt !== 'none') return false
  const place = toRedirectOrigin(redirect_uri)
  const known = grant.consents.find(({ redirect, digest }) => redirect === place && digest === getClientDigest(client))
  if (known === undefined || !requested.scopes.some(scope => grant.scopes.includes(scope))) return false
  return requested.scopes.every(
    scope => grant.denied.includes(scope) || (known.scopes.includes(scope) && grant.scopes.includes(scope)),
  )
}

/** Returns whether the user approved this client on a page that showed the origin of this redirect URI. */
export const hasConsentFor = (redirectUri: string, { consents }: Grant): boolean =>
  consents.some(({ redirect }) => redirect === toRedirectOrigin(redirectUri))

/** The answer to a consent page. */
export type Decision =
  | { readonly kind: 'denied' }
  | {
      readonly kind: 'allowed'
      /** The requested scopes that the client now has. */
      readonly scopes: readonly Scope[]
      readonly denied: readonly Scope[]
      readonly accounts: 'all' | readonly string[]
      /** Whether one of the scopes needs a sign-in within the last ten minutes. */
      readonly needsFreshSignIn: boolean
    }
  | { readonly kind: 'incomplete'; readonly why: IncompleteReason }

/** The reason why an approving form is incomplete. `two_reaches`: it selects all accounts, and also single ones. */
export type IncompleteReason = 'no_answer' | 'no_scope' | 'no_account' | 'two_reaches'

/** The answer that approves every offered scope, ticked or not. */
export const ALLOW_ALL = 'allow_all'

/** Reads the form of a consent page. Ignores scopes that were not offered; `own`: IDs of the user's accounts. */
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
