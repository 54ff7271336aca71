import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { assertMayOwn, assertMayOwnMore, assertOwns } from '../authority/ownership.ts'
import { findMember } from '../members/membership.ts'
import { assertConfirmed } from '../pipeline/assert-confirmed.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** Makes another member the owner; the former owner stays an administrator. */
export const handOverOrganization = writeTool({
  name: 'hand_over_organization',
  title: 'Hand over organization',
  pastTense: 'Handed over organization',
  description:
    'Make another member the owner of an organization you own. You stay an admin. Only the new owner can hand it back. Needs confirm.',
  scope: 'organization:admin',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [{ method: 'POST', path: '/api/organizations/:organization/owner' }],
  input: z.object({
    organization: Handle,
    to: Handle.describe('Handle of the new owner, a member'),
    confirm: z.string().optional().describe('The handle of the organization, again'),
  }),
  output: OrganizationView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ to, confirm }, { tx, read, principal, services, resource: { account }, audit }) => {
    const owner = await read.users.get(account.owner_id)
    if (owner === undefined) throw new Error(`account ${account.id} has no owner`)
    assertOwns(principal, account, owner)
    const { member, user } = await findMember(to, account, read)
    await assertMayOwn(user, account, read)
    await assertMayOwnMore(user, read, services)
    await assertConfirmed(
      account.handle,
      confirm,
      async () => `Nothing was changed. ${user.handle} would own ${account.handle}`,
    )
    await tx.memberships.put({ ...member, role: 'admin' })
    const changed = { ...account, owner_id: user.id }
    await tx.accounts.put(changed)
    const before = { owner: owner.handle, role: member.role }
    audit(account.handle, undefined, diffFields(before, { owner: user.handle, role: 'admin' }, ['owner', 'role']))
    return toOrganizationView(changed, principal, tx)
  },
})
