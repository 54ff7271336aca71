import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** Shows an organization's projects to everybody who is signed in, or to its members alone. */
export const setOrganizationVisibility = writeTool({
  name: 'set_organization_visibility',
  title: 'Make an organization public or private',
  description:
    'Make an organization public (whoever is signed in may read its projects and voices, not its members or glossaries), or private again. Holds at once.',
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
