import type { AuditContext } from '../../auth/audit/events.ts'
import type { Call } from './call.ts'

/** The origin of a call's audit events: surface, request, client and time. */
export const auditContext = ({ services, surface, program, requestId, client }: Call): AuditContext => ({
  surface: program ?? surface,
  requestId,
  client,
  now: services.now(),
  newId: services.newId,
})
