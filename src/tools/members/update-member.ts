import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { revokeInvitationsOf } from '../../auth/organizations/invitations.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { MemberView, toMemberView } from './list-members.ts'
import { assertNotOwner, findMember } from './membership.ts'

/** Changes the role of a member, possibly the caller, but never the owner. */
export const updateMember = writeTool({
  name: 'update_member',
  title: 'Change member role',
  pastTense: 'Changed member role',
  description:
    'Make a member of an organization an admin, or an admin a member: this revokes the open invitations they sent. The owner stays an admin: see hand_over_organization.',
  scope: 'members:write',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: true },
  urgent: true,
  grows: false,
  rest: [{ method: 'PATCH', path: '/api/organizations/:organization/members/:user' }],
  input: z.object({
    organization: Handle,
    user: Handle.describe('Handle of the member'),
    role: z.enum(['member', 'admin']),
  }),
  output: MemberView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ user: handle, role }, { tx, principal, services, resource: { account }, audit, skipAudit }) => {
    const { member, user } = await findMember(handle, account, tx)
    if (role !== 'admin') assertNotOwner(account, user)
    const changed = { ...member, role }
    const by = { by: principal.user, now: services.now() }
    const revoked_invitations = role === 'admin' ? 0 : await revokeInvitationsOf(tx, user, account, by)
    const detail = revoked_invitations > 0 ? { revoked_invitations } : undefined
    const changes = diffFields(member, changed, ['role'])
    if (changes !== undefined) await tx.memberships.put(changed)
    if (changes === undefined && detail === undefined) skipAudit()
    else audit(user.handle, detail, changes)
    return toMemberView(changed, user, account)
  },
})
