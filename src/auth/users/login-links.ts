import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { LoginLinkRecord, SessionRecord } from '../../store/records/sign-in.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { isExpired } from '../policy/active-credential.ts'
import { hashSecret, mintSecret, parseSecretKind, type SecretValue } from '../secrets.ts'

/** Long enough to go from a terminal to a browser, or to send it to a colleague who waits. */
const LOGIN_LINK_LIFETIME_MS = 15 * 60 * 1000

/** The path of a sign-in link; its secret follows. */
export const LOGIN_LINK_PATH = '/login/link/'

interface NewLoginLink {
  readonly user: Pick<Frozen<UserRecord>, 'id'>
  /** Whether signing in by it makes the person an operator. */
  readonly operator: boolean
  /** Whether a page asks before it signs in, because somebody else made it. */
  readonly confirm: boolean
}

/** Makes a one-time sign-in link. Its value goes behind `LOGIN_LINK_PATH` and is told once; the hash alone is kept. */
export async function mintLoginLink(
  tx: Transaction,
  { user, operator, confirm }: NewLoginLink,
  { now, newId }: Moment,
): Promise<{ link: Frozen<LoginLinkRecord>; value: SecretValue }> {
  const { value, hash } = mintSecret('svcl')
  const link: Frozen<LoginLinkRecord> = {
    id: newId(),
    hash,
    user_id: user.id,
    operator,
    confirm,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LOGIN_LINK_LIFETIME_MS).toISOString(),
  }
  await tx.login_links.insert(link)
  return { link, value }
}

/** `malformed`: no such link was ever made. `gone`: it was used, or removed long after its end. `suspended`: its person is kept out. */
export type LoginLinkFault = 'malformed' | 'gone' | 'expired' | 'suspended'

export type LoginLinkLookup =
  | { readonly link: Frozen<LoginLinkRecord>; readonly user: Frozen<UserRecord> }
  | LoginLinkRefusal

export interface LoginLinkRefusal {
  readonly fault: LoginLinkFault
  /** Whom the link was for, as long as that is known. */
  readonly userId?: string
}

/** Ends every link of a person that has not ended yet: none that is out signs them in any more. */
export async function endLoginLinks(tx: Transaction, userId: string, now: Date): Promise<void> {
  const open = (await tx.login_links.list('user', userId)).filter(({ expires_at }) => !isExpired(expires_at, now))
  for (const link of open) await tx.login_links.put({ ...link, expires_at: now.toISOString() })
}

interface LinkRequest {
  readonly now: Date
  /** The hash of the cookie of the browser that sends the link. */
  readonly browser: string
}

/** The link behind a presented value, without using it up. */
export async function findLoginLink(
  value: string,
  read: Pick<Reader, 'login_links' | 'users' | 'sessions'>,
  { now, browser }: LinkRequest,
): Promise<LoginLinkLookup> {
  if (parseSecretKind(value) !== 'svcl') return { fault: 'malformed' }
  const link = await read.login_links.by('hash', hashSecret(value))
  const user = link && (await read.users.get(link.user_id))
  if (link === undefined || user === undefined) return { fault: 'gone' }
  if (user.suspended_at !== undefined) return { fault: 'suspended', userId: user.id }
  if (link.used !== undefined && !(await isSecondClick(link.used, read, { now, browser }))) {
    return { fault: 'gone', userId: user.id }
  }
  return isExpired(link.expires_at, now) ? { fault: 'expired', userId: user.id } : { link, user }
}

/** A second click goes out before the answer to the first has come, and browsers throw that answer away with its cookie. */
async function isSecondClick(
  used: NonNullable<Frozen<LoginLinkRecord>['used']>,
  read: Pick<Reader, 'sessions'>,
  { now, browser }: LinkRequest,
): Promise<boolean> {
  if (used.browser !== browser || now.getTime() - Date.parse(used.at) >= SECOND_CLICK_MS) return false
  // Who signed out meanwhile did not mean this browser to be signed in again.
  return (await read.sessions.get(used.session_id)) !== undefined
}

const SECOND_CLICK_MS = 60 * 1000

/**
 * Uses a link up for the session that `begin` makes; a second click of the same browser replaces the session of the first. Its person becomes an operator
 * when it was made for that.
 */
export async function redeemLoginLink<Begun extends { readonly session: Pick<SessionRecord, 'id'> }>(
  tx: Transaction,
  value: string,
  { now, browser }: LinkRequest,
  begin: (user: Frozen<UserRecord>, isPromoted: boolean) => Promise<Begun>,
): Promise<{ readonly begun: Begun } | LoginLinkRefusal> {
  const found = await findLoginLink(value, tx, { now, browser })
  if ('fault' in found) return found
  const { link } = found
  if (link.used !== undefined) await tx.sessions.remove(link.used.session_id)
  const user = link.operator ? { ...found.user, operator: true } : found.user
  const isPromoted = user.operator !== found.user.operator
  if (isPromoted) await tx.users.put(user)
  const begun = await begin(user, isPromoted)
  await tx.login_links.put({
    ...link,
    used: { at: link.used?.at ?? now.toISOString(), browser, session_id: begun.session.id },
  })
  return { begun }
}
