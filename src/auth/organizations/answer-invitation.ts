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
  /** How many members an organization may have. */
  readonly maxMembers: number
}

/**
 * Accepts or declines, once.
 * @throws AppError `gone` when the invitation is over, `conflict` for a member, whose answer leaves it open for others, and when the organization is full.
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
      `You are a member of ${account.handle} already; the invitation stays open for others.`,
      {
        fix: 'Nothing is left to do. An administrator of the organization changes roles (update_member).',
        pageFix: 'Administrators of the organization can change your role.',
      },
    )
  }
  const at = now.toISOString()
  const ended = { at, as: accept ? 'accepted' : 'declined', user_id: user.id } as const
  await tx.invitations.put({ ...invitation, ended })
  if (!accept) return account
  if ((await tx.memberships.count('account', account.id)) >= mostMembers) {
    throw new AppError('conflict', `${account.handle} has ${mostMembers} members, and more may not join.`, {
      fix: 'Ask an administrator of the organization to remove somebody first.',
    })
  }
  const { role } = invitation
  await tx.memberships.insert({ id: newId(), account_id: account.id, user_id: user.id, role, created_at: at })
  // Whoever was invited twice, by name and by a link, is in by either: the other is no way back after they were removed.
  for (const other of await tx.invitations.list('open', account.id)) {
    if (other.user_id === user.id) await tx.invitations.put({ ...other, ended })
  }
  return account
}

/**
 * For whoever repeats an acceptance: its answer tells them that they are in.
 * @throws AppError `gone` when they were and are not any more, as every other answer to it gets.
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

/** The same words for what is not there and for what is somebody else's: nobody learns which links and ids there are. */
export const unknownInvitation = (): AppError =>
  new AppError('not_found', 'There is no such invitation for you.', {
    fix: 'Give the whole link, as the person whom it is for; list_my_invitations has those addressed to you. Else ask for another.',
    pageFix: 'Open the whole link as the user it is for, or ask for a new invitation.',
  })

const ASK = 'Ask an administrator of the organization for another.'

function closedInvitationError(fault: InvitationFault): AppError {
  const { message, fix } = CLOSED_INVITATION_ERRORS[fault]
  return new AppError('gone', message, { fix })
}

/** What whoever has the link is told when it is over. */
export const CLOSED_INVITATION_ERRORS: Readonly<
  Record<InvitationFault, { readonly message: string; readonly fix: string }>
> = {
  answered: { message: 'This invitation was answered: each works once.', fix: ASK },
  revoked: { message: 'This invitation was taken back.', fix: ASK },
  expired: { message: 'This invitation has expired.', fix: ASK },
  deleted: { message: 'The organization of this invitation was deleted.', fix: 'Nothing is left to do.' },
  withdrawn: { message: 'Whoever made this invitation may not invite any more, so that it counts no more.', fix: ASK },
}
