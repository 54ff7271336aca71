import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { InvitationRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** An open invitation, as members and the invited user see it, without its link. */
export const InvitationView = z.object({
  id: z.string(),
  organization: z.string(),
  role: z.enum(['member', 'admin']),
  /** Handle of the only user who can answer; absent: anyone with the link. */
  user: z.string().optional(),
  note: z.string().optional(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
})

export type InvitationView = z.infer<typeof InvitationView>

export const InvitationId = z.string().min(1).max(60).describe('Invitation id')

export async function toInvitationView(
  invitation: Frozen<InvitationRecord>,
  read: Pick<Reader, 'accounts' | 'users'>,
): Promise<InvitationView> {
  const { id, account_id, role, user_id, note, invited_by, created_at, expires_at } = invitation
  const [account, user, inviter] = await Promise.all([
    read.accounts.get(account_id),
    user_id === undefined ? undefined : read.users.get(user_id),
    read.users.get(invited_by),
  ])
  return {
    id,
    organization: account?.handle ?? account_id,
    role,
    ...(user_id !== undefined && { user: user?.handle ?? user_id }),
    ...(note !== undefined && { note }),
    invited_by: inviter?.handle ?? invited_by,
    created_at,
    expires_at,
  }
}
