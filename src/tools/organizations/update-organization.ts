import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { assertMayOwn, assertMayOwnMore, assertOwns } from '../authority/ownership.ts'
import { findMember } from '../members/membership.ts'
import { assertConfirmed } from '../pipeline/assert-confirmed.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, Line } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** Changes the display name. Handles never change: they are part of project names. */
export const updateOrganization = writeTool({
  name: 'update_organization',
  title: 'Rename organization',
  pastTense: 'Renamed organization',
  description: 'Change the display name of an organization you administer.',
  scope: 'organization:write',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: true },
  immutable: { fields: ['handle'], message: "A handle can't change.", fix: 'Change name instead.' },
  grows: false,
  rest: [{ method: 'PATCH', path: '/api/organizations/:organization' }],
  input: z.object({ organization: Handle, name: Line.describe('Display name') }),
  output: OrganizationView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ name }, context) => changeOrganization(context.resource.account, { name }, context),
})

/** Makes an organization public or private. */
export const setOrganizationVisibility = writeTool({
  name: 'set_organization_visibility',
  title: 'Change organization visibility',
  pastTense: 'Changed organization visibility',
  description:
    'Make an organization public or private. Every signed-in user can read the projects and voices of a public one, not its members or glossaries.',
  scope: 'organization:admin',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: true },
  urgent: true,
  grows: false,
  rest: [{ method: 'PUT', path: '/api/organizations/:organization/visibility' }],
  input: z.object({ organization: Handle, public: z.boolean() }),
  output: OrganizationView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async (input, context) => changeOrganization(context.resource.account, { public: input.public }, context),
})

async function changeOrganization(
  account: Frozen<AccountRecord>,
  fields: Partial<Pick<AccountRecord, 'name' | 'public'>>,
  { tx, principal, audit, skipAudit }: WriteContext,
) {
  const changed = { ...account, ...fields }
  const changes = diffFields(account, changed, ['name', 'public'])
  if (changes === undefined) skipAudit()
  else {
    await tx.accounts.put(changed)
    audit(account.handle, undefined, changes)
  }
  return toOrganizationView(changed, principal, tx)
}

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
