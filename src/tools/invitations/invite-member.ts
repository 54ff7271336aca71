import { z } from 'zod'
import { INVITE_PATH, invite } from '../../auth/organizations/invitations.ts'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, Line } from '../schemas/fields.ts'
import { InvitationView, toInvitationView } from './view.ts'

/** Invites to an organization; the only answer that ever holds the link. */
export const inviteMember = writeTool({
  name: 'invite_member',
  title: 'Invite to an organization',
  description:
    'Make an invitation to an organization. The answer shows its link once: give it to the person. It works once, until it expires. With user, only that person may answer, and list_my_invitations has it for them; without, whoever has the link first, also somebody new to this server.',
  scope: 'members:write',
  secret: true,
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'organizations',
  rest: [{ method: 'POST', path: '/api/organizations/:organization/invitations', status: 201 }],
  input: z.object({
    organization: Handle,
    user: Handle.optional().describe('Handle of somebody who is here already; absent = whoever has the link'),
    role: z.enum(['member', 'admin']).default('member'),
    note: Line.optional().describe('Whom it is for; members and who is invited read it'),
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
    field: 'user',
  })
}
