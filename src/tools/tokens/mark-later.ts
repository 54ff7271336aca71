import { markRevoked } from '../../auth/account-tokens.ts'
import type { EndedTokens } from '../../auth/ended-tokens.ts'
import type { WriteContext } from '../call.ts'

/** Tokens that one transaction writes: about ten milliseconds, for which other writers wait. */
export const AT_ONCE = 200

/** Writes, before the call is answered, that tokens are revoked which are dead already with what they came from: others write in between. */
export function markLater(tokens: EndedTokens, now: Date, { whenDone }: Pick<WriteContext, 'whenDone'>): void {
  for (let at = 0; at < tokens.length; at += AT_ONCE) {
    whenDone(tx => markRevoked(tx, tokens.slice(at, at + AT_ONCE), now))
  }
}
