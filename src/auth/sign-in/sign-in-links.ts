import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { SessionRecord, SignInLinkRecord } from '../../store/records/sign-in.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { isExpired } from '../policy/active-credential.ts'
import { hashSecret, mintSecret, parseSecretKind, type SecretValue } from '../secrets.ts'

/** Enough time to open a link from a terminal, or to send it to a colleague. */
const SIGN_IN_LINK_LIFETIME_MS = 15 * 60 * 1000

/** The path of a sign-in link; its secret follows. */
export const SIGN_IN_LINK_PATH = '/login/link/'

interface NewSignInLink {
  readonly user: Pick<Frozen<UserRecord>, 'id'>
  /** Whether the link makes its user an operator. */
  readonly operator: boolean
  /** Whether a page asks before signing in, because another user created the link. */
  readonly confirm: boolean
}

/**
 * Creates a one-time sign-in link, and ends the earlier ones of its user: one of them may be in a chat or a terminal that others can read. Its value follows
 * `SIGN_IN_LINK_PATH` and is returned once; only the hash is stored.
 */
export async function mintSignInLink(
  tx: Transaction,
  { user, operator, confirm }: NewSignInLink,
  { now, newId }: Moment,
): Promise<{ link: Frozen<SignInLinkRecord>; value: SecretValue }> {
  await endSignInLinks(tx, user.id, now)
  const { value, hash } = mintSecret('svcl')
  const link: Frozen<SignInLinkRecord> = {
    id: newId(),
    hash,
    user_id: user.id,
    operator,
    confirm,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SIGN_IN_LINK_LIFETIME_MS).toISOString(),
  }
  await tx.login_links.insert(link)
  return { link, value }
}

/** `malformed`: not a sign-in link. `gone`: used, or removed long after it expired. `suspended`: its user is suspended. */
export type SignInLinkFault = 'malformed' | 'gone' | 'expired' | 'suspended'

export type SignInLinkLookup =
  | { readonly link: Frozen<SignInLinkRecord>; readonly user: Frozen<UserRecord> }
  | SignInLinkRefusal

export interface SignInLinkRefusal {
  readonly fault: SignInLinkFault
  /** The user of the link, if still known. */
  readonly userId?: string
}

/** Expires all unused sign-in links of a user. */
export async function endSignInLinks(tx: Transaction, userId: string, now: Date): Promise<void> {
  const links = await tx.login_links.list('user', userId)
  const open = links.filter(({ expires_at, used }) => used === undefined && !isExpired(expires_at, now))
  for (const link of open) await tx.login_links.put({ ...link, expires_at: now.toISOString() })
}

interface LinkRequest {
  readonly now: Date
  /** The hash of the cookie of the browser that sends the link. */
  readonly browser: string
}

/** Finds the link of a presented value without using it. */
export async function findSignInLink(
  value: string,
  read: Pick<Reader, 'login_links' | 'users' | 'sessions'>,
  { now, browser }: LinkRequest,
): Promise<SignInLinkLookup> {
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

/** A second click is sent before the first response arrives, and browsers discard that response with its cookie. */
async function isSecondClick(
  used: NonNullable<Frozen<SignInLinkRecord>['used']>,
  read: Pick<Reader, 'sessions'>,
  { now, browser }: LinkRequest,
): Promise<boolean> {
  if (used.browser !== browser || now.getTime() - Date.parse(used.at) >= SECOND_CLICK_MS) return false
  // A user who has signed out since must not be signed in again.
  return (await read.sessions.get(used.session_id)) !== undefined
}

const SECOND_CLICK_MS = 60 * 1000

/**
 * Uses a link for the session that `begin` creates. A second click in the same browser replaces the session of the first. Makes the user an operator if
 * the link is for that.
 */
export async function redeemSignInLink<Begun extends { readonly session: Pick<SessionRecord, 'id'> }>(
  tx: Transaction,
  value: string,
  { now, browser }: LinkRequest,
  begin: (user: Frozen<UserRecord>, isPromoted: boolean) => Promise<Begun>,
): Promise<{ readonly begun: Begun; readonly link: Frozen<SignInLinkRecord> } | SignInLinkRefusal> {
  const found = await findSignInLink(value, tx, { now, browser })
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
  return { begun, link }
}
