import { z } from 'zod'
import { isOwnToken } from '../../auth/policy.ts'
import { grantOf, type Principal, reaches } from '../../auth/principal.ts'
import type { Reader } from '../../store/store.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { selfTarget } from '../resources.ts'
import { pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { auditInput, readAuditFilter } from './audit-filter.ts'
import { AuditRows, AuditView, type Event } from './audit-shape.ts'
import { type Listing, lookThrough } from './look-through.ts'

/** What the caller did anywhere, together with what others did to their personal account. */
export const listAuditEvents = readTool({
  name: 'list_audit_events',
  title: 'List your audit events',
  description:
    'What you did, through which credential, and what was done to your personal account, newest first: writes, sign-ins, tokens, apps. changes = before and after. Fewer than limit with next_cursor: go on. A credential that reaches some accounts sees only their events and its own.',
  scope: 'user:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/user/audit-events' }],
  input: z.object({ ...auditInput, ...pageInput }),
  output: z.object({ events: z.array(AuditView), ...pageOutput }),
  structured: false,
  resource: async (_input, call) => ({ target: selfTarget(call) }),
  handler: async ({ limit, cursor, ...asked }, { principal, read, services }) => {
    const query = ['list_audit_events', asked]
    const from = cursor === undefined ? {} : decodeCursor(query, cursor)
    const filter = await readAuditFilter(asked, read, services)
    const { events, after } = await lookThrough(listingsOf(principal, read), filter, { limit, from })
    const rows = new AuditRows(read)
    return {
      events: await Promise.all(events.map(event => rows.of(event))),
      ...(after !== undefined && { next_cursor: encodeCursor(query, after) }),
    }
  },
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
