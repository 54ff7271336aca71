import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { SessionRecord } from '../../store/records/sign-in.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { isExpired } from '../policy/active-credential.ts'
import type { Credential, Principal } from '../policy/principal.ts'
import { ALL_SCOPES } from '../policy/scopes.ts'
import { hashSecret, mintSecret, parseSecretKind, type SecretValue } from '../secrets.ts'
import { findActiveUser } from './active-user.ts'

/** Lifetime of an unused session. */
export const SESSION_MS = 14 * 24 * 60 * 60 * 1000
/** Maximum sessions per user. At the limit, a sign-in ends the least recently used session. */
const MAX_SESSIONS = 100
/** Minimum time between two extensions of a session, so that viewing pages causes few writes. */
const EXTENSION_INTERVAL_MS = 60 * 60 * 1000

interface NewSession {
  readonly user: Frozen<UserRecord>
  readonly method: SessionRecord['method']
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
}

/** Starts a session and returns the cookie value: always a new one, against session fixation. */
export async function startSession(
  tx: Transaction,
  { user, method, address, userAgent }: NewSession,
  { now, newId }: Moment,
): Promise<{ session: Frozen<SessionRecord>; value: SecretValue }> {
  const { value, hash } = mintSecret('svcw')
  const at = now.toISOString()
  const session: Frozen<SessionRecord> = {
    id: newId(),
    hash,
    user_id: user.id,
    method,
    authenticated_at: at,
    last_used_at: at,
    expires_at: getSessionExpiry(now),
    ...(address !== undefined && { address }),
    ...(userAgent !== undefined && { user_agent: userAgent.slice(0, 200) }),
  }
  const before = await tx.sessions.list('user', user.id)
  for (const { id } of before.slice(0, Math.max(0, before.length + 1 - MAX_SESSIONS))) await tx.sessions.remove(id)
  await tx.sessions.insert(session)
  return { session, value }
}

/** A signed-in user with the session. */
export interface SignedIn {
  readonly session: Frozen<SessionRecord>
  readonly user: Frozen<UserRecord>
}

/** Finds the session of a cookie value; undefined if there is none or it has expired. */
export async function findSession(value: string, read: Reader, now: Date): Promise<SignedIn | undefined> {
  if (parseSecretKind(value) !== 'svcw') return undefined
  const session = await read.sessions.by('hash', hashSecret(value))
  if (session === undefined || isExpired(session.expires_at, now)) return undefined
  const user = await findActiveUser(session.user_id, read)
  return user && { session, user }
}

/** Extends a session in use; returns whether it did. */
export async function prolongSession(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const session = await tx.sessions.get(id)
  if (session === undefined || !isExtensionDue(session, now)) return false
  await tx.sessions.put({ ...session, last_used_at: now.toISOString(), expires_at: getSessionExpiry(now) })
  return true
}

export const isExtensionDue = ({ last_used_at }: Frozen<SessionRecord>, now: Date): boolean =>
  now.getTime() - Date.parse(last_used_at) >= EXTENSION_INTERVAL_MS

/** Ends all sessions of a user, or those that `which` selects. Returns how many ended. */
export async function endSessions(
  tx: Transaction,
  userId: string,
  which: (session: Frozen<SessionRecord>) => boolean = () => true,
): Promise<number> {
  const sessions = (await tx.sessions.list('user', userId)).filter(which)
  for (const { id } of sessions) await tx.sessions.remove(id)
  return sessions.length
}

/** The credential of a browser session. */
export const sessionCredential = ({ id }: Pick<Frozen<SessionRecord>, 'id'>): Credential => ({ kind: 'session', id })

/** The principal of a browser session. It has every scope; the policy decides what the user may do. */
export const sessionPrincipal = ({ session, user }: SignedIn): Principal => ({
  user,
  credential: sessionCredential(session),
  scopes: new Set(ALL_SCOPES),
  reach: 'all',
  expiresAt: null,
})

/** Returns whether the last sign-in is recent enough for dangerous actions. */
export const isFresh = ({ authenticated_at }: Frozen<SessionRecord>, now: Date): boolean =>
  now.getTime() - Date.parse(authenticated_at) < FRESH_SIGN_IN_MS

const FRESH_SIGN_IN_MS = 10 * 60 * 1000

const getSessionExpiry = (now: Date): string => new Date(now.getTime() + SESSION_MS).toISOString()
