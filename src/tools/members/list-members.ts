import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, MembershipRecord, UserRecord } from '../../store/records/identity.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/paging.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'

/** A member of an organization. `since`: when they joined, RFC 3339. */
export const MemberView = z.object({
  user: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member']),
  since: z.string(),
})

export type MemberView = z.infer<typeof MemberView>

export function toMemberView(
  { role, created_at }: Frozen<MembershipRecord>,
  user: Frozen<UserRecord>,
  { owner_id }: Pick<Frozen<AccountRecord>, 'owner_id'>,
): MemberView {
  return {
    user: user.handle,
    name: user.name,
    role: owner_id === user.id ? 'owner' : role,
    since: created_at,
  }
}

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
    const { rows, next } = await fillPage(
      options => read.memberships.page('account', account.id, options),
      { query: ['list_members', account.id], limit, cursor },
      async member => {
        const user = await read.users.get(member.user_id)
        return user && toMemberView(member, user, account)
      },
    )
    return { members: rows, ...next }
  },
})
