import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { MemberView, toMemberView } from './view.ts'

/** The members of an organization, in the order in which they joined. */
export const listMembers = readTool({
  name: 'list_members',
  title: 'List members',
  description: 'List the members of an organization you belong to, with their roles.',
  scope: 'members:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization/members' }],
  input: z.object({ organization: Handle, ...pageInput }),
  output: z.object({ members: z.array(MemberView), ...pageOutput }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ limit, cursor }, { read, resource: { account } }) => {
    const query = ['list_members', account.id]
    const after = cursor === undefined ? undefined : decodeCursor(query, cursor)['after']
    const page = await read.memberships.page('account', account.id, { limit, after })
    const members = await Promise.all(
      page.items.map(async member => {
        const user = await read.users.get(member.user_id)
        return user === undefined ? [] : [toMemberView(member, user, account)]
      }),
    )
    return {
      members: members.flat(),
      ...(page.next !== undefined && { next_cursor: encodeCursor(query, { after: page.next }) }),
    }
  },
})
