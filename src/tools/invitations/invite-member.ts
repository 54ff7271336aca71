import { z } from 'zod'
import { INVITE_PATH, invite } from '../../auth/organizations/invitations.ts'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, Line } from '../schemas/fields.ts'
import { InvitationId, InvitationView, toInvitationView } from './view.ts'

/** Creates an invitation. No other answer contains its link. */
export const inviteMember = writeTool({
  name: 'invite_member',
  title: 'Invite member',
  pastTense: 'Invited member',
  description:
    'Invite to an organization. The answer shows a one-time link, only once: send it to the invited person. With user, only that user can answer, and sees it in list_my_invitations. Without, anyone with the link can.',
  scope: 'members:write',
  secret: true,
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'organizations',
  rest: [{ method: 'POST', path: '/api/organizations/:organization/invitations', status: 201 }],
  input: z.object({
    organization: Handle,
    user: Handle.optional().describe('Handle of an existing user; default: anyone with the link'),
    role: z.enum(['member', 'admin']).default('member'),
    note: Line.optional().describe('Such as whom it is for; members and the invited user read it'),
    expires_in_days: z.number().int().min(1).max(30).default(7),
  }),
  output: InvitationView.extend({ url: z.string() }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ user: handle, role, note, expires_in_days }, call) => {
    const { tx, principal, services, resource, audit } = call
    const user = handle === undefined ? undefined : await tx.users.by('handle', handle.toLowerCase())
    if (handle !== undefined && user === undefined) throw unknownUserError(handle)
    const { invitation, value } = await invite(
      tx,
      { account: resource.account, role, user, note, days: expires_in_days, invitedBy: principal.user },
      { now: services.now(), newId: services.newId },
    )
    const { id, expires_at } = invitation
    audit(id, { role, expires_at, ...(user !== undefined && { user: user.handle }) })
    return { ...(await toInvitationView(invitation, tx)), url: `${services.baseUrl}${INVITE_PATH}${value}` }
  },
})

/** Reveals no more than creating an organization with this handle does. */
function unknownUserError(handle: string): AppError {
  return new AppError('not_found', `There is no user ${JSON.stringify(handle.toLowerCase())}.`, {
    fix: 'Leave user out to create a one-time link that anyone can use.',
    pageFix: 'Choose “Anyone with the link” to invite a new user.',
    field: 'user',
  })
}

/** Revokes an open invitation. Idempotent. */
export const revokeInvitation = writeTool({
  name: 'revoke_invitation',
  title: 'Revoke invitation',
  pastTense: 'Revoked invitation',
  description:
    'Revoke an open invitation to an organization: its link stops working. If it was accepted, use remove_member.',
  scope: 'members:write',
  hints: { destructive: true, idempotent: true },
  urgent: true,
  grows: false,
  toolset: 'organizations',
  rest: [{ method: 'DELETE', path: '/api/organizations/:organization/invitations/:id', status: 204 }],
  input: z.object({ organization: Handle, id: InvitationId }),
  output: z.object({ id: z.string() }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ id }, { tx, principal, services, resource: { account }, audit, skipAudit }) => {
    const found = await tx.invitations.get(id)
    if (found?.account_id !== account.id) throw invitationNotFoundError(account.handle, id)
    if (found.ended?.as === 'accepted') throw await accepted(found.ended.user_id)
    if (found.ended !== undefined) skipAudit()
    else {
      const ended = { at: services.now().toISOString(), as: 'revoked', user_id: principal.user.id } as const
      await tx.invitations.put({ ...found, ended })
      audit(id, { role: found.role })
    }
    return { id }

    async function accepted(userId: string): Promise<AppError> {
      const who = (await tx.users.get(userId))?.handle ?? userId
      return new AppError('conflict', `${who} already accepted this invitation.`, {
        fix: `To end the membership: remove_member, user ${who}.`,
        pageFix: 'Remove the member to end the membership.',
      })
    }
  },
})

function invitationNotFoundError(organization: string, id: string): AppError {
  return new AppError('not_found', `${organization} has no invitation ${id}.`, {
    fix: 'Call list_invitations for the ids.',
    pageFix: 'Choose one of the open invitations.',
  })
}
