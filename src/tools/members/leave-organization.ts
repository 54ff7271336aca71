import { z } from 'zod'
import { notFoundError } from '../../auth/policy/authorize.ts'
import { reaches } from '../../auth/policy/principal.ts'
import { compoundKey } from '../../store/records/define.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { endMembership } from './membership.ts'

/** Takes oneself out of an organization, also without access; the owner hands it over first. */
export const leaveOrganization = writeTool({
  name: 'leave_organization',
  title: 'Leave an organization',
  description:
    'Leave an organization that you belong to. You lose it at once, and the tokens and invitations that you made on it are revoked for good. Only a new invitation brings you back. Its owner cannot leave: see hand_over_organization.',
  scope: 'user:write',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  urgent: true,
  grows: false,
  rest: [{ method: 'POST', path: '/api/organizations/:organization/leave' }],
  input: z.object({ organization: Handle }),
  output: z.object({ organization: z.string(), revoked_tokens: z.number().int() }),
  structured: true,
  // Who left already is no member any more: the call that is repeated under its key has to come as far as the first answer.
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
