import type { RefreshTokenRecord } from '../../store/records/authorization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import { hashSecret, type SecretHash } from '../secrets.ts'
import type { IssuedPair } from './issue.ts'
import type { Narrowing } from './narrow.ts'
import { openAnswer } from './sealed-answer.ts'
import type { TokenFault } from './token-fault.ts'

/** By what a repeat is known as one: what the request asked for, in any order. */
export const digestOfAsked = (clientId: string, { scopes, resources }: Narrowing): SecretHash =>
  hashSecret(JSON.stringify([clientId, ...[scopes ?? [], resources ?? []].map(list => [...new Set(list)].sort())]))

/** Whether a used refresh token came so soon after its use that it is a repeat (a lost answer, a second process) and not a theft. */
export const isRepeat = ({ used_at }: Frozen<RefreshTokenRecord>, now: Date, window: number): boolean =>
  used_at !== null && now.getTime() < Date.parse(used_at) + window

interface Repeat {
  readonly used: Frozen<RefreshTokenRecord>
  /** Its value. */
  readonly token: string
  readonly asked: SecretHash
  readonly now: Date
}

/**
 * Gives the answer again that a refresh token got. Where another process went on with it meanwhile, the refresh token is the one that this process
 * has now, and not one that is used up: whoever comes late joins the others, and nothing new is made.
 */
export async function replay(
  tx: Transaction,
  { used, token, asked, now }: Repeat,
): Promise<IssuedPair | { readonly fault: TokenFault }> {
  if (used.successor === undefined || used.asked !== asked) return { fault: 'asked_otherwise' }
  let answer = openAnswer(token, used.successor)
  let { refreshToken } = answer
  for (;;) {
    const next = await tx.refresh_tokens.by('hash', hashSecret(refreshToken))
    if (next?.successor === undefined) break
    const following = openAnswer(refreshToken, next.successor)
    if (next.asked === asked) answer = following
    refreshToken = following.refreshToken
  }
  const { accessToken, scope, expiresAt } = answer
  const expiresIn = Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000))
  return { accessToken, refreshToken, expiresIn, scope }
}
