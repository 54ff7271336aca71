import { hkdfSync } from 'node:crypto'
import type { Frozen } from '../../store/frozen.ts'
import type { PasskeyChallengeRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { makeRoomForRequest } from '../oauth/pending-limit.ts'
import { isExpired } from '../policy/active-credential.ts'
import { constantTimeEqual, hashSecret } from '../secrets.ts'
import type { PasskeyFault } from './passkey-fault.ts'

/** Enough time to find a phone or a security key. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000

interface NewChallenge extends Pick<Frozen<PasskeyChallengeRecord>, 'purpose' | 'user_id' | 'session_id' | 'handle'> {}

interface ChallengeOrigin extends Moment {
  /** The secret of the browser's cookie. */
  readonly browser: string
  /** The `toCustomerNetwork` of the client address; undefined if the browser is signed in. */
  readonly network: string | undefined
}

/**
 * Creates a challenge for one browser. Returns its value in base64url.
 * @throws AppError as `makeRoomForRequest`.
 */
export async function createChallenge(
  tx: Transaction,
  challenge: NewChallenge,
  { browser, network, now, newId }: ChallengeOrigin,
): Promise<string> {
  if (network !== undefined) await makeRoomForRequest(tx.passkey_challenges, network)
  const id = newId()
  const value = deriveChallenge(browser, id)
  await tx.passkey_challenges.insert({
    id,
    hash: hashSecret(value),
    ...challenge,
    ...(network !== undefined && { network }),
    expires_at: new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString(),
  })
  return value
}

interface PresentedChallenge {
  readonly value: string
  readonly browser: string
  readonly sessionId: string | undefined
  readonly purposes: readonly PasskeyChallengeRecord['purpose'][]
}

/** Uses up the challenge of an answer. It works once, in the browser and the session that got it. */
export async function consumeChallenge(
  tx: Transaction,
  { value, browser, sessionId, purposes }: PresentedChallenge,
  now: Date,
): Promise<{ readonly challenge: Frozen<PasskeyChallengeRecord> } | { readonly fault: PasskeyFault }> {
  const challenge = await tx.passkey_challenges.by('hash', hashSecret(value))
  if (challenge === undefined) return { fault: { why: 'unknown_challenge' } }
  if (!constantTimeEqual(value, deriveChallenge(browser, challenge.id))) return { fault: { why: 'other_browser' } }
  await tx.passkey_challenges.remove(challenge.id)
  if (isExpired(challenge.expires_at, now)) return { fault: { why: 'expired' } }
  if (!purposes.includes(challenge.purpose)) return { fault: { why: 'unknown_challenge' } }
  return challenge.session_id === sessionId ? { challenge } : { fault: { why: 'other_session' } }
}

/** Derives a challenge from the browser's cookie, so that the store has nothing that could be signed elsewhere. */
const deriveChallenge = (browser: string, id: string): string =>
  Buffer.from(hkdfSync('sha256', browser, id, 'dragoman passkey challenge', 32)).toString('base64url')
