import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { hashSecret, type SecretHash } from '../../secrets.ts'
import type { TokenFault } from './fault.ts'
import { type IssuedTokenPair, scopeText } from './issue.ts'
import type { RequestedAccess } from './narrow.ts'
import { makeSuccessors } from './successors.ts'

/** Hashes the requested access, in any order, to recognize a repeated request. */
export const hashTokenRequest = (clientId: string, { scopes, resources }: RequestedAccess): SecretHash =>
  hashSecret(JSON.stringify([clientId, ...[scopes ?? [], resources ?? []].map(list => [...new Set(list)].sort())]))

/** Returns whether reuse of a refresh token is recent enough to be a repeat (a lost response, a second process) and not theft. */
export const isWithinReuseWindow = ({ created_at }: Frozen<AccessTokenRecord>, now: Date, window: number): boolean =>
  now.getTime() < Date.parse(created_at) + window

interface ReissueRequest {
  /** The access token issued for the refresh token. */
  readonly issuedToken: Frozen<AccessTokenRecord>
  readonly family: Frozen<TokenFamilyRecord>
  /** The value of the refresh token. */
  readonly token: string
  readonly asked: SecretHash
  readonly now: Date
}

/**
 * Returns the response of a used refresh token again, without new tokens. If another process has refreshed since, returns its current refresh token
 * instead of a used one.
 */
export async function reissue(
  tx: Transaction,
  { issuedToken: { used }, family, token, asked, now }: ReissueRequest,
): Promise<IssuedTokenPair | { readonly fault: TokenFault }> {
  if (used?.asked !== asked) return { fault: 'asked_otherwise' }
  let { access, refresh } = makeSuccessors(token, used.seed)
  for (;;) {
    const next = (await tx.access_tokens.by('used', refresh.hash))?.used
    if (next === undefined) break
    const following = makeSuccessors(refresh.value, next.seed)
    if (next.asked === asked) access = following.access
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
