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

/** What the caller did anywhere, together with what others did to their personal account. */
export const listAuditEvents = readTool({
  name: 'list_audit_events',
  title: 'List your audit events',
  description:
    'What you did, through which credential, and what was done to your personal account, newest first: writes, sign-ins, tokens, apps. changes = before and after. Fewer than limit with next_cursor: go on. A credential that reaches some accounts sees only their events and its own.',
  scope: 'user:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/user/audit-events', lines: 'events' }],
  input: z.object(eventsInput),
  output: z.object({ events: z.array(AuditView), ...pageOutput }),
  structured: false,
  resource: async (_input, call) => ({ target: selfTarget(call) }),
  handler: async (input, context) =>
    pageAuditEvents('list_audit_events', input, createListings(context.principal, context.read), context),
})

/** What one did to one's own account stands in both parts of the log, and is taken from the first. */
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
