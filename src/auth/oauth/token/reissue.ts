import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { hashSecret, type SecretHash } from '../../secrets.ts'
import type { TokenFault } from './fault.ts'
import { type IssuedTokenPair, scopeText } from './issue.ts'
import type { RequestedAccess } from './narrow.ts'
import { makeSuccessors } from './successors.ts'

/** By what a repeat is known as one: what the request asked for, in any order. */
export const hashTokenRequest = (clientId: string, { scopes, resources }: RequestedAccess): SecretHash =>
  hashSecret(JSON.stringify([clientId, ...[scopes ?? [], resources ?? []].map(list => [...new Set(list)].sort())]))

/** Whether a used refresh token came so soon after its use that it is a repeat (a lost answer, a second process) and not a theft. */
export const isWithinReuseWindow = ({ created_at }: Frozen<AccessTokenRecord>, now: Date, window: number): boolean =>
  now.getTime() < Date.parse(created_at) + window

interface ReissueRequest {
  /** What the refresh token gave. */
  readonly issuedToken: Frozen<AccessTokenRecord>
  readonly family: Frozen<TokenFamilyRecord>
  /** Its value. */
  readonly token: string
  readonly asked: SecretHash
  readonly now: Date
}

/**
 * Gives the answer again that a refresh token got. Where another process went on with it meanwhile, the refresh token is the one that this process
 * has now, and not one that is used up: whoever comes late joins the others, and nothing new is made.
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
  // One that was revoked meanwhile has ended; the refresh token goes on.
  const kept = await tx.access_tokens.by('hash', access.hash)
  const left = kept === undefined ? 0 : Date.parse(kept.expires_at) - now.getTime()
  return {
    accessToken: access.value,
    refreshToken: refresh.value,
    expiresIn: Math.max(0, Math.floor(left / 1000)),
    scope: scopeText(kept?.scopes ?? family.scopes),
  }
}
