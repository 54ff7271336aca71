import { z } from 'zod'
import { readTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, pageOutput } from '../schemas/fields.ts'
import { eventsInput, pageAuditEvents } from './page-events.ts'
import type { AuditListing } from './search-listings.ts'
import { AuditView } from './view.ts'

/** The events of an organization and of everything it owns, for its administrators. */
export const listOrganizationAuditEvents = readTool({
  name: 'list_organization_audit_events',
  title: 'List organization audit events',
  description:
    'List what was done to an organization, its members, tokens and projects, newest first. While there is next_cursor, there may be more.',
  scope: 'organization:admin',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization/audit-events', lines: 'events' }],
  input: z.object({ organization: Handle, ...eventsInput }),
  output: z.object({ events: z.array(AuditView), ...pageOutput }),
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async (input, context) => {
    const { read, resource } = context
    const page: AuditListing['page'] = options => read.audit.page('account', resource.account.id, options)
    return pageAuditEvents('list_organization_audit_events', input, [{ name: 'account', page }], context)
  },
})
