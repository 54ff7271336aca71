import type { AuditContext } from '../../auth/audit/events.ts'
import type { Visit } from './visit.ts'

/** Returns the origin of a page's audit event. */
export const auditContext = ({ services, requestId, request }: Visit): AuditContext => ({
  surface: 'web',
  requestId,
  client: request.headers['user-agent']?.slice(0, 100),
  now: services.now(),
  newId: services.newId,
})
