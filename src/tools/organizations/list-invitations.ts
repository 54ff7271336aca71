import { z } from 'zod'
import { isExpired } from '../../auth/alive.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { organizationTarget } from '../resources.ts'
import { Handle, pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { InvitationView, viewInvitation } from './invitation-shape.ts'

/** The open invitations to an organization, the next to expire first. */
export const listInvitations = readTool({
  name: 'list_invitations',
  title: 'List open invitations',
  description:
    'List the open invitations to an organization: role, for whom, by whom, until when. Links are not shown again: revoke_invitation and invite_member make another.',
  scope: 'members:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization/invitations' }],
  input: z.object({ organization: Handle, ...pageInput }),
  output: z.object({ invitations: z.array(InvitationView), ...pageOutput }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ limit, cursor }, { read, services, resource: { account } }) => {
    const now = services.now()
    const query = ['list_invitations', account.id]
    const invitations: InvitationView[] = []
    let after = cursor === undefined ? undefined : decodeCursor(query, cursor)['after']
    do {
      const page = await read.invitations.page('open', account.id, { limit: limit - invitations.length, after })
      for (const one of page.items) {
        if (!isExpired(one.expires_at, now)) invitations.push(await viewInvitation(one, read))
      }
      after = page.next
    } while (after !== undefined && invitations.length < limit)
    return { invitations, ...(after !== undefined && { next_cursor: encodeCursor(query, { after }) }) }
  },
})
