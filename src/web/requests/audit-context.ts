import { type AuditContext, type AuditEvent, recordEvent } from '../../auth/audit/events.ts'
import { type SignedIn, sessionCredential } from '../../auth/users/sessions.ts'
import type { Transaction } from '../../store/store.ts'
import type { PageRequest } from './page-request.ts'

/** Returns the origin of a page's audit event. */
export const auditContext = ({ services, requestId, incoming }: PageRequest): AuditContext => ({
  surface: 'web',
  requestId,
  client: incoming.headers['user-agent']?.slice(0, 100),
  now: services.now(),
  newId: services.newId,
})

/** Records what a user does in a session. */
export const recordOwnEvent = (
  request: PageRequest,
  tx: Transaction,
  { user, session }: SignedIn,
  event: AuditEvent,
): Promise<void> => recordEvent(tx, { ...event, user, credential: sessionCredential(session) }, auditContext(request))
