import { z } from 'zod'
import { isExpired } from '../../auth/policy/active-credential.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/fill-page.ts'
import { organizationTarget } from '../pipeline/resources.ts'
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
