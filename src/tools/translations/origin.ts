import { credentialName, isInteractive } from '../../auth/policy/principal.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Call } from '../pipeline/call.ts'

/** Who writes through this call: a session is a person, every other credential a program. It comes from the call, never from an argument. */
export const getOrigin = ({ principal, client }: Pick<Call, 'principal' | 'client'>): Origin => ({
  kind: isInteractive(principal) ? 'human' : 'agent',
  user_id: principal.user.id,
  credential: credentialName(principal.credential),
  ...(client !== undefined && { client }),
})

/** Whether two texts come from the same credential of the same user. */
export const isSameWriter = (one: Frozen<Origin>, other: Frozen<Origin>): boolean =>
  one.kind === other.kind && one.user_id === other.user_id && one.credential === other.credential
