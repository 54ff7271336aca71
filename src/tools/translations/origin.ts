import { credentialName, isInteractive } from '../../auth/policy/principal.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Call } from '../pipeline/call.ts'

/** Returns the writer of a call: a user for a session, an agent for every other credential. Derived from the call, never from an argument. */
export const getOrigin = ({ principal, client }: Pick<Call, 'principal' | 'client'>): Origin => ({
  kind: isInteractive(principal) ? 'human' : 'agent',
  user_id: principal.user.id,
  credential: credentialName(principal.credential),
  ...(client !== undefined && { client }),
})
