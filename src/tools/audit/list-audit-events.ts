import { z } from 'zod'
import { isOwnToken } from '../../auth/policy.ts'
import { grantOf, type Principal, reaches } from '../../auth/principal.ts'
import type { Reader } from '../../store/store.ts'
import { readTool } from '../define-tool.ts'
import { selfTarget } from '../resources.ts'
import { pageOutput } from '../shapes.ts'
import { AuditView, type Event } from './audit-shape.ts'
import type { Listing } from './look-through.ts'
import { eventsInput, pageEvents } from './page-events.ts'

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
    pageEvents('list_audit_events', input, listingsOf(context.principal, context.read), context),
})

/** What one did to one's own account stands in both parts of the log, and is taken from the first. */
function listingsOf(principal: Principal, read: Reader): readonly Listing[] {
  const { id, account_id } = principal.user
  const did: Listing = {
    name: 'user',
    page: options => read.audit.page('user', id, options),
    isMeant: event => isWithinReach(event, principal, read),
  }
  const wasDone: Listing = {
    name: 'account',
    page: options => read.audit.page('account', account_id, options),
    isMeant: event => event.user_id !== id,
  }
  return reaches(principal, account_id) ? [did, wasDone] : [did]
}

async function isWithinReach({ account_id, credential }: Event, principal: Principal, read: Reader): Promise<boolean> {
  if (principal.reach === 'all' || (account_id !== undefined && reaches(principal, account_id))) return true
  if (credential?.id === undefined) return false
  const { kind, id } = credential
  if (kind === 'grant') return id === grantOf(principal)
  const token = kind === 'token' ? await read.tokens.get(id) : undefined
  return token !== undefined && isOwnToken(principal, token)
}
