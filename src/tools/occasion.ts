import type { Occasion } from '../auth/audit.ts'
import type { Call } from './call.ts'

/** Where the events of a call come from. */
export const occasionOf = ({ services, surface, requestId, client }: Call): Occasion => ({
  surface,
  requestId,
  client,
  now: services.now(),
  newId: services.newId,
})
