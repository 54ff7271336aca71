import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

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
  handler: async (input, { tx, principal, resource: { account }, audit, skipAudit }) => {
    const changed = { ...account, public: input.public }
    const changes = diffFields(account, changed, ['public'])
    if (changes === undefined) skipAudit()
    else {
      await tx.accounts.put(changed)
      audit(account.handle, undefined, changes)
    }
    return toOrganizationView(changed, principal, tx)
  },
})
