import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
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
