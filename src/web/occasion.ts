import type { Occasion } from '../auth/audit.ts'
import type { Visit } from './visit.ts'

/** What the audit log says about where an event of a page comes from. */
export const occasionOf = ({ services, requestId, request }: Visit): Occasion => ({
  surface: 'web',
  requestId,
  client: request.headers['user-agent']?.slice(0, 100),
  now: services.now(),
  newId: services.newId,
})
