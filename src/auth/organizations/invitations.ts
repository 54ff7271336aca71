import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, InvitationRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { isExpired } from '../policy/active-credential.ts'
import { findRefusal } from '../policy/authorize.ts'
import type { PolicyReader } from '../policy/principal.ts'
import { hashSecret, mintSecret, parseSecretKind, type SecretValue } from '../secrets.ts'
import { findActiveUser } from '../users/active-user.ts'
import { isOwnerOrMember } from './membership.ts'

type Invitation = Frozen<InvitationRecord>
type Account = Frozen<AccountRecord>
type InvitationReader = PolicyReader & Pick<Reader, 'invitations'>

/** The path of an invitation link; its secret follows. */
export const INVITE_PATH = '/invite/'

/** Open invitations per organization. Each one admits a user, so more would be hard to oversee. */
const MAX_OPEN_INVITATIONS = 200
/** Invitations per organization, including ended ones, which are kept to explain why a link no longer works. */
const MAX_KEPT_INVITATIONS = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

interface NewInvitation {
  readonly account: Account
  readonly role: InvitationRecord['role']
  /** The only user who may answer; undefined for anyone with the link. */
  readonly user: Frozen<UserRecord> | undefined
  readonly note: string | undefined
  readonly days: number
  readonly invitedBy: Pick<Frozen<UserRecord>, 'id'>
}

/**
 * Creates an invitation. Its value follows `INVITE_PATH` and is returned once; only the hash is stored.
 * @throws AppError `already_exists` for a member and for an invited user, `conflict` at the limit of open invitations.
 */
export async function invite(
  tx: Transaction,
  { account, role, user, note, days, invitedBy }: NewInvitation,
  { now, newId }: Moment,
): Promise<{ invitation: Invitation; value: SecretValue }> {
  const open = (await tx.invitations.list('open', account.id)).filter(one => !isExpired(one.expires_at, now))
  if (user !== undefined) await assertNotInvited(tx, user, account, open)
  if (open.length >= MAX_OPEN_INVITATIONS) {
    throw new AppError('conflict', `${account.handle} has ${open.length} open invitations, the most allowed.`, {
      fix: 'Revoke some with revoke_invitation (IDs: list_invitations), or wait for answers.',
      pageFix: 'Revoke some below, or wait for answers.',
    })
  }
  if ((await tx.invitations.count('account', account.id)) >= MAX_KEPT_INVITATIONS)
    await removeOldestEnded(tx, account, now)
  const { value, hash } = mintSecret('svci')
  const invitation: Invitation = {
    id: newId(),
    hash,
    account_id: account.id,
    role,
    ...(user !== undefined && { user_id: user.id }),
    ...(note !== undefined && { note }),
    invited_by: invitedBy.id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
  }
  await tx.invitations.insert(invitation)
  return { invitation, value }
}

async function removeOldestEnded(tx: Transaction, { id }: Account, now: Date): Promise<void> {
  const kept = await tx.invitations.list('account', id)
  const ended = kept.filter(one => one.ended !== undefined || isExpired(one.expires_at, now))
  for (const one of ended.slice(0, kept.length + 1 - MAX_KEPT_INVITATIONS)) await tx.invitations.remove(one.id)
}

async function assertNotInvited(
  tx: Transaction,
  user: Frozen<UserRecord>,
  account: Account,
  open: readonly Invitation[],
): Promise<void> {
  const { id, handle } = user
  if (await isOwnerOrMember(account, user, tx)) {
    throw new AppError('already_exists', `${handle} is already a member of ${account.handle}.`, {
      fix: 'Call update_member to change the role.',
      pageFix: 'Change the role under Members.',
    })
  }
  const other = open.find(({ user_id }) => user_id === id)
  if (other === undefined) return
  throw new AppError('already_exists', `${handle} already has an open invitation to ${account.handle}.`, {
    fix: `Call revoke_invitation with id ${other.id} first, or wait until it expires at ${other.expires_at}.`,
    pageFix: 'Revoke it below first.',
  })
}

/**
 * Revokes the open invitations that a user created for an organization, so that they stay invalid if the user becomes an administrator again. Returns how
 * many could still be answered.
 */
export async function revokeInvitationsOf(
  tx: Transaction,
  inviter: Pick<Frozen<UserRecord>, 'id'>,
  account: Pick<Account, 'id'>,
  { by, now }: { readonly by: Pick<Frozen<UserRecord>, 'id'>; readonly now: Date },
): Promise<number> {
  const open = (await tx.invitations.list('open', account.id)).filter(
    ({ invited_by, expires_at }) => invited_by === inviter.id && !isExpired(expires_at, now),
  )
  const ended = { at: now.toISOString(), as: 'revoked', user_id: by.id } as const
  for (const one of open) await tx.invitations.put({ ...one, ended })
  return open.length
}

/** Reads the secret of an invitation from the secret itself or from its link; undefined if it is incomplete. */
export function parseInvitationSecret(given: string): string | undefined {
  const found = /svci_[^/?#\s]*/.exec(given)?.[0]
  return found !== undefined && parseSecretKind(found) === 'svci' ? found : undefined
}

export const findInvitationBySecret = (
  secret: string,
  read: Pick<Reader, 'invitations'>,
): Promise<Invitation | undefined> => read.invitations.by('hash', hashSecret(secret))

/** Finds an invitation that a user may answer: by its link, or by the ID of one addressed to them. */
export async function findAnswerableInvitation(
  given: string,
  user: Pick<Frozen<UserRecord>, 'id'>,
  read: Pick<Reader, 'invitations'>,
): Promise<Invitation | undefined> {
  const secret = parseInvitationSecret(given)
  const found = secret === undefined ? await read.invitations.get(given) : await findInvitationBySecret(secret, read)
  // All members of the organization can see the IDs, so an unaddressed invitation needs its link.
  const isTheirs = found?.user_id === user.id || (found?.user_id === undefined && secret !== undefined)
  return isTheirs ? found : undefined
}

/** The reason why an invitation can't be answered. `deleted`: its organization was deleted. `withdrawn`: its creator may not invite anymore. */
export type InvitationFault = 'answered' | 'revoked' | 'expired' | 'deleted' | 'withdrawn'

/** Returns the organization of an open invitation, or why it does not work. It is valid only while its creator may invite. */
export async function validateInvitation(
  { account_id, ended, expires_at, invited_by }: Invitation,
  read: InvitationReader,
  now: Date,
): Promise<{ readonly account: Account } | { readonly fault: InvitationFault }> {
  if (ended !== undefined) return { fault: ended.as === 'revoked' ? 'revoked' : 'answered' }
  if (isExpired(expires_at, now)) return { fault: 'expired' }
  const [account, inviter] = await Promise.all([read.accounts.get(account_id), findActiveUser(invited_by, read)])
  if (account === undefined || account.deleted_at !== undefined) return { fault: 'deleted' }
  return inviter !== undefined && (await canInvite(inviter, account, read)) ? { account } : { fault: 'withdrawn' }
}

async function canInvite(user: Frozen<UserRecord>, account: Account, read: PolicyReader): Promise<boolean> {
  const inviter = {
    user,
    credential: { kind: 'control' },
    scopes: new Set<never>(),
    reach: 'all',
    expiresAt: null,
  } as const
  const target = { kind: 'account', account, name: account.handle } as const
  return (await findRefusal(inviter, 'members:write', target, read)) === undefined
}

/** Finds an open invitation that admits a new user by its link. Addressed invitations are for existing users. */
export async function findSignUpInvitation(
  secret: string,
  read: InvitationReader,
  now: Date,
): Promise<Invitation | undefined> {
  const found = await findInvitationBySecret(secret, read)
  if (found === undefined || found.user_id !== undefined) return undefined
  return 'fault' in (await validateInvitation(found, read, now)) ? undefined : found
}

/** Addresses an invitation to the user who signed up with it. */
export async function claimInvitation(
  tx: Transaction,
  invitation: Invitation,
  { id }: Pick<Frozen<UserRecord>, 'id'>,
): Promise<Invitation> {
  const claimed = { ...invitation, user_id: id }
  await tx.invitations.put(claimed)
  return claimed
}
