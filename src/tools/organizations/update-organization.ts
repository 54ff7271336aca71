import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
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
  handler: async ({ name }, { tx, principal, resource: { account }, audit, skipAudit }) => {
    const changed = { ...account, name }
    const changes = diffFields(account, changed, ['name'])
    if (changes === undefined) skipAudit()
    else {
      await tx.accounts.put(changed)
      audit(account.handle, undefined, changes)
    }
    return toOrganizationView(changed, principal, tx)
  },
})
