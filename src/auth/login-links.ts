import type { UserRecord } from '../store/records/identity.ts'
import type { LoginLinkRecord } from '../store/records/sign-in.ts'
import type { Frozen, Reader, Transaction } from '../store/store.ts'
import { isExpired } from './alive.ts'
import type { Moment } from './clock.ts'
import { hashSecret, kindOf, mintSecret, type SecretValue } from './secrets.ts'

/** Long enough to go from a terminal to a browser, or to send it to a colleague who waits. */
const LOGIN_LINK_MS = 15 * 60 * 1000

/** The path of a sign-in link; its secret follows. */
export const LOGIN_LINK_PATH = '/login/link/'

interface Asked {
  readonly user: Pick<Frozen<UserRecord>, 'id'>
  /** Whether signing in by it makes the person an operator. */
  readonly operator: boolean
  /** Whether a page asks before it signs in, because somebody else made it. */
  readonly confirm: boolean
}

/** Makes a one-time sign-in link. Its value goes behind `LOGIN_LINK_PATH` and is told once; the hash alone is kept. */
export async function mintLoginLink(
  tx: Transaction,
  { user, operator, confirm }: Asked,
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
    expires_at: new Date(now.getTime() + LOGIN_LINK_MS).toISOString(),
  }
  await tx.login_links.insert(link)
  return { link, value }
}

/** `malformed`: no such link was ever made. `gone`: it was used, or removed long after its end. */
export type LoginLinkFault = 'malformed' | 'gone' | 'expired'

export type LoginLinkLookup =
  | { readonly link: Frozen<LoginLinkRecord>; readonly user: Frozen<UserRecord> }
  | { readonly fault: LoginLinkFault }

/** The link behind a presented value, without using it up. */
export async function findLoginLink(
  value: string,
  read: Pick<Reader, 'login_links' | 'users'>,
  now: Date,
): Promise<LoginLinkLookup> {
  if (kindOf(value) !== 'svcl') return { fault: 'malformed' }
  const link = await read.login_links.by('hash', hashSecret(value))
  const user = link && (await read.users.get(link.user_id))
  if (link === undefined || user === undefined) return { fault: 'gone' }
  return isExpired(link.expires_at, now) ? { fault: 'expired' } : { link, user }
}

/** Uses a link up. Its person becomes an operator when it was made for that. */
export async function redeemLoginLink(tx: Transaction, value: string, now: Date): Promise<LoginLinkLookup> {
  const found = await findLoginLink(value, tx, now)
  if ('fault' in found) return found
  const { link, user } = found
  await tx.login_links.remove(link.id)
  if (!link.operator || user.operator) return found
  const operator = { ...user, operator: true }
  await tx.users.put(operator)
  return { link, user: operator }
}
