import type { AuditContext } from '../../auth/audit/events.ts'
import type { PageRequest } from './page-request.ts'

/** Returns the origin of a page's audit event. */
export const auditContext = ({ services, requestId, incoming }: PageRequest): AuditContext => ({
  surface: 'web',
  requestId,
  client: incoming.headers['user-agent']?.slice(0, 100),
  now: services.now(),
  newId: services.newId,
})
