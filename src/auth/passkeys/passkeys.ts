import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { PasskeyRecord } from '../../store/records/sign-in.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import type { AuthSettings } from '../settings.ts'
import { matchesRule, parseOperators, parseRules } from '../sign-in/sign-in-rules.ts'
import type { VerifiedCredential } from './ceremonies.ts'
import type { PasskeyFault } from './passkey-fault.ts'

/** Passkeys per user: one per device is enough. */
export const MAX_PASSKEYS = 20

type Passkey = Frozen<PasskeyRecord>
type User = Pick<Frozen<UserRecord>, 'id'>

/**
 * Adds a verified passkey to a user.
 * @throws AppError `conflict` at the limit, `already_exists` if any user has this credential (WebAuthn 7.1, step 26).
 */
export async function addPasskey(
  tx: Transaction,
  user: User,
  { name, ...credential }: VerifiedCredential & Pick<Passkey, 'name'>,
  { now, newId }: Moment,
): Promise<Passkey> {
  if ((await tx.passkeys.count('user', user.id)) >= MAX_PASSKEYS) {
    throw new AppError('conflict', `You have ${MAX_PASSKEYS} passkeys, the most allowed.`, {
      fix: 'Remove one that you no longer use.',
    })
  }
  const passkey = { id: newId(), user_id: user.id, ...credential, name, created_at: now.toISOString() }
  await tx.passkeys.insert(passkey)
  return passkey
}

/**
 * Records a verified use of a passkey. A counter that did not grow means that a second authenticator may have the key: the use is refused, and the
 * higher counter stays (WebAuthn 6.1.1 and 7.2, step 22). Authenticators without a counter always send 0.
 */
export async function recordUse(
  tx: Transaction,
  id: string,
  counter: number,
  now: Date,
): Promise<{ readonly passkey: Passkey } | { readonly fault: PasskeyFault }> {
  const passkey = await tx.passkeys.get(id)
  if (passkey === undefined) return { fault: { why: 'unknown_passkey' } }
  const counts = counter > 0 || passkey.counter > 0
  if (counts && counter <= passkey.counter) return { fault: { why: 'cloned' } }
  const used = { ...passkey, counter, last_used_at: now.toISOString() }
  await tx.passkeys.put(used)
  return { passkey: used }
}

/**
 * Returns whether a user may start a session with a passkey. With `DRAGOMAN_ALLOWED`, a passkey must not outlive the rule that admitted its user. Only
 * users that an operator created may use one, and users whose ID a variable names: groups and domains are known only to the provider.
 */
export async function mayStartSession(
  { id, came_by }: Frozen<UserRecord>,
  read: Pick<Reader, 'identities'>,
  { allowed, operators }: Pick<AuthSettings, 'allowed' | 'operators'>,
): Promise<boolean> {
  if (allowed.length === 0 || came_by === undefined) return true
  const rules = [...parseRules(allowed, 'DRAGOMAN_ALLOWED'), ...parseOperators(operators)]
  const identities = await read.identities.list('user', id)
  return identities.some(identity => rules.some(rule => matchesRule(rule, { ...identity, groups: [], domains: [] })))
}
