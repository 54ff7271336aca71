import { z } from 'zod'
import { changesOf } from '../../auth/audit.ts'
import { organizationTarget } from '../resources.ts'
import { Handle } from '../shapes.ts'
import { writeTool } from '../tool.ts'
import { MemberView, viewMember } from './member-shape.ts'
import { assertNotOwner, findMember } from './members.ts'

/** Makes a member an administrator, or an administrator a member; also oneself, but never the owner. */
export const updateMember = writeTool({
  name: 'update_member',
  title: 'Change the role of a member',
  description:
    'Make a member of an organization an admin, or an admin a member again. Holds from the next call of that person on. The owner stays an admin: see hand_over_organization.',
  scope: 'members:write',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: true },
  rest: [{ method: 'PATCH', path: '/api/organizations/:organization/members/:user' }],
  input: z.object({
    organization: Handle,
    user: Handle.describe('Handle of the member'),
    role: z.enum(['member', 'admin']),
  }),
  output: MemberView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ user: handle, role }, { tx, resource: { account }, audit }) => {
    const { member, user } = await findMember(handle, account, tx)
    if (role !== 'admin') assertNotOwner(account, user)
    const changed = { ...member, role }
    await tx.memberships.put(changed)
    audit(user.handle, undefined, changesOf(member, changed, ['role']))
    return viewMember(changed, user, account)
  },
})
