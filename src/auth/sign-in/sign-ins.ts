import { hkdfSync } from 'node:crypto'
import type { ProviderConfig } from '../../config.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { SignInRecord } from '../../store/records/sign-in.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import { makeRoomForRequest } from '../oauth/pending-limit.ts'
import { isExpired } from '../policy/active-credential.ts'
import { constantTimeEqual, hashSecret } from '../secrets.ts'
import type { SignInFault } from './sign-in-fault.ts'

/** Time that a sign-in at the provider may take. */
const SIGN_IN_LIFETIME_MS = 10 * 60 * 1000

/** The values that tie the response of a provider to the browser that started the sign-in. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier (RFC 7636 4.1). */
  readonly verifier: string
}

interface NewSignIn {
  readonly id: string
  readonly provider: ProviderConfig
  readonly userId: string | undefined
  /** The local path to return to, or ''. */
  readonly next: string
}

interface SignInOrigin {
  /** The secret of the browser's cookie. */
  readonly browser: string
  /** The `toCustomerNetwork` of the client address; undefined if the browser is signed in. */
  readonly network: string | undefined
  readonly now: Date
}

/** Derives the secrets of one sign-in from the browser cookie, so that the store has nothing that could be used. */
export function deriveSignInSecrets(browser: string, id: string): SignInSecrets {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', browser, id, `dragoman sign-in ${use}`, 32)).toString('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/**
 * Records that a browser was redirected to a provider.
 * @throws AppError as `makeRoomForRequest`.
 */
export async function rememberSignIn(
  tx: Transaction,
  { id, provider, userId, next }: NewSignIn,
  { browser, network, now }: SignInOrigin,
): Promise<void> {
  if (network !== undefined) await makeRoomForRequest(tx.sign_ins, network)
  await tx.sign_ins.insert({
    id,
    hash: hashSecret(deriveSignInSecrets(browser, id).state),
    provider: provider.kind,
    issuer: provider.url,
    ...(userId !== undefined && { user_id: userId }),
    next,
    ...(network !== undefined && { network }),
    expires_at: new Date(now.getTime() + SIGN_IN_LIFETIME_MS).toISOString(),
  })
}

interface ProviderResponse {
  readonly states: readonly string[]
  readonly browser: string
  readonly provider: ProviderConfig
}

export interface FoundSignIn {
  readonly signIn: Frozen<SignInRecord>
  readonly secrets: SignInSecrets
}

/** Finds the sign-in of a provider response, with its secrets. Only the browser that started it may continue (RFC 9700 4.7). */
export async function findSignIn(
  { states, browser, provider }: ProviderResponse,
  read: Pick<Reader, 'sign_ins'>,
  now: Date,
): Promise<FoundSignIn | { fault: SignInFault }> {
  const [state, ...more] = states
  if (state === undefined || more.length > 0) return { fault: { why: 'no_state' } }
  const signIn = await read.sign_ins.by('hash', hashSecret(state))
  if (signIn === undefined) return { fault: { why: 'unknown_state' } }
  const secrets = deriveSignInSecrets(browser, signIn.id)
  if (!constantTimeEqual(state, secrets.state)) return { fault: { why: 'other_browser' } }
  if (isExpired(signIn.expires_at, now)) return { fault: { why: 'expired' } }
  const isHere = signIn.provider === provider.kind && signIn.issuer === provider.url
  return isHere ? { signIn, secrets } : { fault: { why: 'other_provider' } }
}

/** Marks a sign-in as used; false if it already was. */
export async function consumeSignIn(tx: Transaction, id: string): Promise<boolean> {
  if ((await tx.sign_ins.get(id)) === undefined) return false
  await tx.sign_ins.remove(id)
  return true
}
