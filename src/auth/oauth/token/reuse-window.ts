import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { hashSecret, type SecretHash } from '../../secrets.ts'
import { mergeLoopbackNames } from '../base-urls.ts'
import type { TokenFault } from './fault.ts'
import { type IssuedTokenPair, scopeText } from './issue.ts'
import { listKnownScopes, narrow, type RequestedAccess } from './narrow.ts'
import { makeSuccessors } from './refresh-token.ts'

/** Hashes an access. The order and the loopback names of its resources do not matter. */
export const hashAccess = (clientId: string, scopes: readonly string[], resources: readonly string[]): SecretHash =>
  hashSecret(JSON.stringify([clientId, ...[scopes, resources.map(mergeLoopbackNames)].map(list => [...list].sort())]))

/** Returns whether reuse of a refresh token is recent enough to be a repeat (a lost response, a second process) and not theft. */
export const isWithinReuseWindow = ({ created_at }: Frozen<AccessTokenRecord>, now: Date, window: number): boolean =>
  now.getTime() < Date.parse(created_at) + window

interface ReissueRequest {
  /** The access token issued for the refresh token. */
  readonly issuedToken: Frozen<AccessTokenRecord>
  readonly family: Frozen<TokenFamilyRecord>
  /** The value of the refresh token. */
  readonly token: string
  readonly requested: RequestedAccess
  readonly now: Date
}

/**
 * Returns the response of a used refresh token again, without new tokens. If another process has refreshed since, returns its current refresh token
 * instead of a used one.
 */
export async function reissue(
  tx: Transaction,
  { issuedToken, family, token, requested, now }: ReissueRequest,
): Promise<IssuedTokenPair | { readonly fault: TokenFault }> {
  const { used } = issuedToken
  if (used === undefined || !isSameAccess(requested, issuedToken, family)) return { fault: 'asked_otherwise' }
  let { access, refresh } = makeSuccessors(token, used.seed)
  for (;;) {
    const next = await tx.access_tokens.by('used', refresh.hash)
    if (next?.used === undefined) break
    const following = makeSuccessors(refresh.value, next.used.seed)
    if (isSameAccess(requested, next, family)) access = following.access
    refresh = following.refresh
  }
  // An access token revoked since has expired; the refresh token still works.
  const kept = await tx.access_tokens.by('hash', access.hash)
  const left = kept === undefined ? 0 : Date.parse(kept.expires_at) - now.getTime()
  return {
    accessToken: access.value,
    refreshToken: refresh.value,
    expiresIn: Math.max(0, Math.floor(left / 1000)),
    scope: scopeText(kept?.scopes ?? family.scopes),
  }
}

/**
 * Returns whether a request means the access of an issued token (RFC 6749 6), in whichever words: processes that share a refresh token can be different
 * versions of a client. A token with the scopes of its family is also meant by the scopes that the client knew then.
 */
function isSameAccess(
  requested: RequestedAccess,
  issued: Frozen<AccessTokenRecord>,
  family: Frozen<TokenFamilyRecord>,
): boolean {
  const { client_id: clientId, resources: all } = family
  const resources = requested.resources ?? all
  if (issued.used?.asked === hashAccess(clientId, listKnownScopes(requested), resources)) return true
  const meant = narrow(requested, family)
  if ('fault' in meant || meant.scopes !== null || issued.scopes !== null) return false
  return hashAccess(clientId, [], resources) === hashAccess(clientId, [], issued.resources)
}
