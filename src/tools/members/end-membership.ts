import { z } from 'zod'
import { notFoundError } from '../../auth/policy/authorize.ts'
import { reaches } from '../../auth/policy/principal.ts'
import { compoundKey } from '../../store/records/define.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget, selfTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { endMembership, findMember } from './membership.ts'

/** Ends the caller's own membership, even without access. Owners hand over first. */
export const leaveOrganization = writeTool({
  name: 'leave_organization',
  title: 'Leave organization',
  pastTense: 'Left organization',
  description:
    'Leave an organization. Your tokens on it and the invitations you sent are revoked for good. You need a new invitation to rejoin. Owners cannot leave: see hand_over_organization.',
  scope: 'user:write',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  urgent: true,
  grows: false,
  rest: [{ method: 'POST', path: '/api/organizations/:organization/leave' }],
  input: z.object({ organization: Handle }),
  output: z.object({ organization: z.string(), revoked_tokens: z.number().int() }),
  structured: true,
  // Not the organization: after leaving, a repeated idempotency key still has to find its first answer.
  resource: async (_input, call) => ({ target: selfTarget(call) }),
  handler: async ({ organization }, context) => {
    const { tx, principal, audit } = context
    const { user } = principal
    const account = await tx.accounts.by('handle', organization.toLowerCase())
    const member = account && (await tx.memberships.by('pair', compoundKey(account.id, user.id)))
    if (
      account === undefined ||
      member === undefined ||
      account.deleted_at !== undefined ||
      !reaches(principal, account.id)
    ) {
      throw notFoundError(organization.toLowerCase(), 'Call list_organizations for yours.')
    }
    const ended = await endMembership(account, { member, user }, 'member_left', context)
    audit(account.handle, ended, { role: { from: member.role, to: null } }, account)
    return { organization: account.handle, revoked_tokens: ended.revoked_tokens }
  },
})

/** Removes a member, possibly the caller, but never the owner. */
export const removeMember = writeTool({
  name: 'remove_member',
  title: 'Remove member',
  pastTense: 'Removed member',
  description:
    'Remove a member from an organization. Their tokens on it and the invitations they sent are revoked for good. Their translations stay. The owner cannot be removed.',
  scope: 'members:write',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  urgent: true,
  grows: false,
  rest: [{ method: 'DELETE', path: '/api/organizations/:organization/members/:user', status: 204 }],
  input: z.object({ organization: Handle, user: Handle.describe('Handle of the member') }),
  output: z.object({ user: z.string(), revoked_tokens: z.number().int() }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ user: handle }, context) => {
    const { tx, resource, audit } = context
    const { account } = resource
    const found = await findMember(handle, account, tx)
    const ended = await endMembership(account, found, 'member_removed', context)
    audit(found.user.handle, ended, { role: { from: found.member.role, to: null } })
    return { user: found.user.handle, revoked_tokens: ended.revoked_tokens }
  },
})
