import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, InvitationRecord, UserRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import type { PolicyReader } from '../policy/principal.ts'
import { type InvitationFault, validateInvitation } from './invitations.ts'
import { isOwnerOrMember } from './membership.ts'

interface InvitationAnswer extends Moment {
  readonly user: Pick<Frozen<UserRecord>, 'id'>
  readonly accept: boolean
  /** Maximum members of an organization. */
  readonly maxMembers: number
}

/**
 * Accepts or declines an invitation, once.
 * @throws AppError `gone` when the invitation has ended, `conflict` for a member (the invitation stays open) and when the organization is full.
 */
export async function answerInvitation(
  tx: Transaction,
  invitation: Frozen<InvitationRecord>,
  { user, accept, maxMembers: mostMembers, now, newId }: InvitationAnswer,
): Promise<Frozen<AccountRecord>> {
  const judged = await validateInvitation(invitation, tx, now)
  if ('fault' in judged) throw closedInvitationError(judged.fault)
  const { account } = judged
  if (await isOwnerOrMember(account, user, tx)) {
    throw new AppError(
      'conflict',
      `You are already a member of ${account.handle}. The invitation stays open for others.`,
      {
        fix: 'To change your role, ask an administrator (update_member).',
        pageFix: 'To change your role, ask an administrator of the organization.',
      },
    )
  }
  const at = now.toISOString()
  const ended = { at, as: accept ? 'accepted' : 'declined', user_id: user.id } as const
  await tx.invitations.put({ ...invitation, ended })
  if (!accept) return account
  if ((await tx.memberships.count('account', account.id)) >= mostMembers) {
    throw new AppError('conflict', `${account.handle} has ${mostMembers} members, the maximum.`, {
      fix: 'Ask an administrator of the organization to remove a member.',
    })
  }
  const { role } = invitation
  await tx.memberships.insert({ id: newId(), account_id: account.id, user_id: user.id, role, created_at: at })
  // A user invited both by name and by link must not rejoin with the other invitation after being removed.
  for (const other of await tx.invitations.list('open', account.id)) {
    if (other.user_id === user.id) await tx.invitations.put({ ...other, ended })
  }
  return account
}

/**
 * Confirms a repeated acceptance of a user who is still a member.
 * @throws AppError `gone` when the user is no longer a member.
 */
export async function assertStillMember(
  { account_id, ended }: Frozen<InvitationRecord>,
  user: InvitationAnswer['user'],
  read: PolicyReader,
): Promise<void> {
  if (ended?.as !== 'accepted') return
  const account = await read.accounts.get(account_id)
  const isIn = account !== undefined && account.deleted_at === undefined && (await isOwnerOrMember(account, user, read))
  if (!isIn) throw closedInvitationError('answered')
}

/** The same error for missing invitations and for those of other users, so that callers cannot learn which exist. */
export const unknownInvitation = (): AppError =>
  new AppError('not_found', 'Invitation not found.', {
    fix: 'Give the whole link, signed in as the invited user. list_my_invitations lists your invitations. Otherwise ask for a new one.',
    pageFix: 'Open the whole link as the invited user, or ask for a new invitation.',
  })

const ASK = 'Ask an administrator of the organization for a new one.'

function closedInvitationError(fault: InvitationFault): AppError {
  const { message, fix } = CLOSED_INVITATION_ERRORS[fault]
  return new AppError('gone', message, { fix })
}

/** The errors for invitations that have ended. */
export const CLOSED_INVITATION_ERRORS: Readonly<
  Record<InvitationFault, { readonly message: string; readonly fix: string }>
> = {
  answered: { message: 'This invitation was already answered.', fix: ASK },
  revoked: { message: 'This invitation was revoked.', fix: ASK },
  expired: { message: 'This invitation has expired.', fix: ASK },
  deleted: { message: 'The organization of this invitation was deleted.', fix: 'Ignore this invitation.' },
  withdrawn: { message: 'This invitation is no longer valid: its creator may not invite anymore.', fix: ASK },
}
