import { z } from 'zod'
import { isOwnToken } from '../../auth/policy/authorize.ts'
import { getGrantId, type Principal, reaches } from '../../auth/policy/principal.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadContext } from '../pipeline/call.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { organizationTarget, selfTarget } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { auditInput, parseAuditFilter } from './filter.ts'
import { type AuditListing, searchListings } from './search-listings.ts'
import { AuditRowBuilder, AuditView, type StoredEvent } from './view.ts'

/** The input fields that filter and page events. */
export const eventsInput = { ...auditInput, ...pageInput }

type AuditPageInput = z.output<z.ZodObject<typeof eventsInput>>

/**
 * One page of matching events. Cursors are bound to `name`, the tool, and to the filter.
 * @throws AppError `invalid_input` for an invalid date, an unknown action or a cursor of another query.
 */
export async function pageAuditEvents(
  name: string,
  { limit, cursor, ...criteria }: AuditPageInput,
  listings: readonly AuditListing[],
  { read, services }: Pick<ReadContext, 'read' | 'services'>,
): Promise<{ events: AuditView[]; looked: number; next_cursor?: string }> {
  const query = [name, criteria]
  const from = cursor === undefined ? {} : decodeCursor(query, cursor)
  const filter = await parseAuditFilter(criteria, read, services)
  const { events, looked, after } = await searchListings(listings, filter, { limit, from })
  const rows = new AuditRowBuilder(read)
  return {
    events: await Promise.all(events.map(event => rows.toRow(event))),
    looked,
    ...(after !== undefined && { next_cursor: encodeCursor(query, after) }),
  }
}

/** The caller's actions, and the actions of others on the caller's personal account. */
export const listAuditEvents = readTool({
  name: 'list_audit_events',
  title: 'List audit events',
  description:
    'List what you did, and what others did to your personal account, newest first. While there is next_cursor, there may be more. A credential that is limited to some accounts sees only their events and its own.',
  scope: 'user:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/user/audit-events', lines: 'events' }],
  input: z.object(eventsInput),
  output: z.object({ events: z.array(AuditView), ...pageOutput }),
  resource: async (_input, call) => ({ target: selfTarget(call) }),
  handler: async (input, context) =>
    pageAuditEvents('list_audit_events', input, createListings(context.principal, context.read), context),
})

/** Events of the caller on their own account are in both listings; the second one skips them. */
function createListings(principal: Principal, read: Reader): readonly AuditListing[] {
  const { id, account_id } = principal.user
  const did: AuditListing = {
    name: 'user',
    page: options => read.audit.page('user', id, options),
    isIncluded: event => isWithinReach(event, principal, read),
  }
  const wasDone: AuditListing = {
    name: 'account',
    page: options => read.audit.page('account', account_id, options),
    isIncluded: event => event.user_id !== id,
  }
  return reaches(principal, account_id) ? [did, wasDone] : [did]
}

async function isWithinReach(
  { account_id, credential }: StoredEvent,
  principal: Principal,
  read: Reader,
): Promise<boolean> {
  if (principal.reach === 'all' || (account_id !== undefined && reaches(principal, account_id))) return true
  if (credential?.id === undefined) return false
  const { kind, id } = credential
  if (kind === 'grant') return id === getGrantId(principal)
  const token = kind === 'token' ? await read.tokens.get(id) : undefined
  return token !== undefined && isOwnToken(principal, token)
}

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
