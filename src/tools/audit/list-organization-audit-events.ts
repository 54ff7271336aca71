import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { organizationTarget } from '../resources.ts'
import { Handle, pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { auditInput, readAuditFilter } from './audit-filter.ts'
import { AuditRows, AuditView } from './audit-shape.ts'
import { lookThrough } from './look-through.ts'

/** What was done to an organization and to what it owns, for those who administer it. */
export const listOrganizationAuditEvents = readTool({
  name: 'list_organization_audit_events',
  title: 'List the audit events of an organization',
  description:
    'What was done to an organization, its members, tokens and projects: who, through which credential and client, on what, newest first. changes = before and after. Fewer than limit with next_cursor: go on.',
  scope: 'organization:admin',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization/audit-events' }],
  input: z.object({ organization: Handle, ...auditInput, ...pageInput }),
  output: z.object({ events: z.array(AuditView), ...pageOutput }),
  structured: false,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ limit, cursor, organization: _, ...asked }, { read, services, resource: { account } }) => {
    const query = ['list_organization_audit_events', account.id, asked]
    const from = cursor === undefined ? {} : decodeCursor(query, cursor)
    const filter = await readAuditFilter(asked, read, services)
    const page = (options: { readonly limit: number; readonly after?: string | undefined }) =>
      read.audit.page('account', account.id, options)
    const { events, after } = await lookThrough([{ name: 'account', page }], filter, { limit, from })
    const rows = new AuditRows(read)
    return {
      events: await Promise.all(events.map(event => rows.of(event))),
      ...(after !== undefined && { next_cursor: encodeCursor(query, after) }),
    }
  },
})
