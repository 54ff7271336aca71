import { z } from 'zod'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { endMembership, findMember } from './membership.ts'

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
