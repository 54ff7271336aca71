import type { AuditContext } from '../../auth/audit/events.ts'
import type { Call } from './call.ts'

/** Where the events of a call come from. */
export const auditContext = ({ services, surface, requestId, client }: Call): AuditContext => ({
  surface,
  requestId,
  client,
  now: services.now(),
  newId: services.newId,
})
