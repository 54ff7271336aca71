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

/** The path of an invitation; its secret follows. */
export const INVITE_PATH = '/invite/'

/** More than anybody keeps in view; each lets somebody in. */
const MAX_OPEN_INVITATIONS = 200
/** Of one organization, also such as have ended: people are told why for some weeks, unless many more came since. */
const MAX_KEPT_INVITATIONS = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

interface NewInvitation {
  readonly account: Account
  readonly role: InvitationRecord['role']
  /** Who alone may answer; undefined = whoever has the link. */
  readonly user: Frozen<UserRecord> | undefined
  readonly note: string | undefined
  readonly days: number
  readonly invitedBy: Pick<Frozen<UserRecord>, 'id'>
}

/**
 * Makes an invitation. Its value goes behind `INVITE_PATH` and is told once; the hash alone is kept.
 * @throws AppError `already_exists` for a member and for who is invited already, `conflict` when the organization has as many as it may.
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
      fix: 'Revoke some of list_invitations with revoke_invitation, or wait for answers.',
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
      fix: 'To change the role: update_member.',
      pageFix: 'Change the role under Members.',
    })
  }
  const other = open.find(({ user_id }) => user_id === id)
  if (other === undefined) return
  throw new AppError('already_exists', `${handle} already has an open invitation to ${account.handle}.`, {
    fix: `It expires on ${other.expires_at}. To replace it, revoke it first: revoke_invitation, id ${other.id}.`,
    pageFix: 'To replace it, revoke it below first.',
  })
}

/**
 * Takes back what somebody gave out for an organization, so that nothing of it counts again when they come to administer it once more; returns how many
 * could be answered until now.
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

/** The secret of an invitation, given alone or as the end of its link; undefined for what is neither whole. */
export function parseInvitationSecret(given: string): string | undefined {
  const found = /svci_[^/?#\s]*/.exec(given)?.[0]
  return found !== undefined && parseSecretKind(found) === 'svci' ? found : undefined
}

export const findInvitationBySecret = (
  secret: string,
  read: Pick<Reader, 'invitations'>,
): Promise<Invitation | undefined> => read.invitations.by('hash', hashSecret(secret))

/** The invitation that this person may answer, if it is open: by its link, or by the id of one that is addressed to them. */
export async function findAnswerableInvitation(
  given: string,
  user: Pick<Frozen<UserRecord>, 'id'>,
  read: Pick<Reader, 'invitations'>,
): Promise<Invitation | undefined> {
  const secret = parseInvitationSecret(given)
  const found = secret === undefined ? await read.invitations.get(given) : await findInvitationBySecret(secret, read)
  // Every member of the organization knows the ids: without its link, nobody answers one that is addressed to nobody.
  const isTheirs = found?.user_id === user.id || (found?.user_id === undefined && secret !== undefined)
  return isTheirs ? found : undefined
}

/** Why an invitation cannot be answered any more. `deleted`: its organization is. `withdrawn`: who made it may not invite now. */
export type InvitationFault = 'answered' | 'revoked' | 'expired' | 'deleted' | 'withdrawn'

/** The organization that an open invitation leads to, or why it leads nowhere. An invitation is worth what the rights of who made it are worth now. */
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

/** An open invitation by whose link somebody may come whom nobody knows here; an addressed one is for somebody who is here. */
export async function findSignUpInvitation(
  secret: string,
  read: InvitationReader,
  now: Date,
): Promise<Invitation | undefined> {
  const found = await findInvitationBySecret(secret, read)
  if (found === undefined || found.user_id !== undefined) return undefined
  return 'fault' in (await validateInvitation(found, read, now)) ? undefined : found
}

/** From now on it is addressed to who came by it. */
export async function claimInvitation(
  tx: Transaction,
  invitation: Invitation,
  { id }: Pick<Frozen<UserRecord>, 'id'>,
): Promise<Invitation> {
  const claimed = { ...invitation, user_id: id }
  await tx.invitations.put(claimed)
  return claimed
}
