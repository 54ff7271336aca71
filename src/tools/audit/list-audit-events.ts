import { z } from 'zod'
import { isOwnToken } from '../../auth/policy/authorize.ts'
import { getGrantId, type Principal, reaches } from '../../auth/policy/principal.ts'
import type { Reader } from '../../store/store.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { pageOutput } from '../schemas/fields.ts'
import { eventsInput, pageAuditEvents } from './page-events.ts'
import type { AuditListing } from './search-listings.ts'
import { AuditView, type StoredEvent } from './view.ts'

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
