import { z } from 'zod'
import { validateInvitation } from '../../auth/organizations/invitations.ts'
import { isExpired } from '../../auth/policy/active-credential.ts'
import { type Principal, reaches } from '../../auth/policy/principal.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { InvitationRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/paging.ts'
import { organizationTarget, selfTarget } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { InvitationView, toInvitationView } from './view.ts'

/** The open invitations to an organization, by expiration. */
export const listInvitations = readTool({
  name: 'list_invitations',
  title: 'List invitations',
  description:
    'List the open invitations to an organization. Links are not shown again: to replace one, revoke_invitation, then invite_member.',
  scope: 'members:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization/invitations' }],
  input: z.object({ organization: Handle, ...pageInput }),
  output: z.object({ invitations: z.array(InvitationView), ...pageOutput }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ limit, cursor }, { read, services, resource: { account } }) => {
    const now = services.now()
    const { rows, next } = await fillPage(
      options => read.invitations.page('open', account.id, options),
      { query: ['list_invitations', account.id], limit, cursor },
      async one => (isExpired(one.expires_at, now) ? undefined : toInvitationView(one, read)),
    )
    return { invitations: rows, ...next }
  },
})

/** The open invitations for the caller, by expiration. */
export const listMyInvitations = readTool({
  name: 'list_my_invitations',
  title: 'List your invitations',
  description:
    'List the open invitations for you. Invitations that anyone with the link can answer are not listed. Next: answer_invitation.',
  scope: 'user:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/user/invitations' }],
  input: z.object(pageInput),
  output: z.object({ invitations: z.array(InvitationView), ...pageOutput }),
  structured: true,
  resource: async (_input, call) => ({ target: selfTarget(call) }),
  handler: async ({ limit, cursor }, { principal, read, services }) => {
    const { rows, next } = await fillPage(
      options => read.invitations.page('mine', principal.user.id, options),
      { query: 'list_my_invitations', limit, cursor },
      async one =>
        (await isAnswerable(one, principal, read, services.now())) ? toInvitationView(one, read) : undefined,
    )
    return { invitations: rows, ...next }
  },
})

/** Whether an invitation is open, and its organization within the reach of the credential. */
export async function isAnswerable(
  invitation: Frozen<InvitationRecord>,
  principal: Principal,
  read: Reader,
  now: Date,
): Promise<boolean> {
  return reaches(principal, invitation.account_id) && 'account' in (await validateInvitation(invitation, read, now))
}
