import { getGrantId, type Principal } from '../../auth/policy/principal.ts'
import type { CollectionName, LogName } from '../../store/records/schema.ts'
import type { Change } from '../../store/store.ts'

type Name = CollectionName | LogName

/** Collections that affect the permissions of many callers. */
const SHARED: ReadonlySet<Name> = new Set([
  'users',
  'accounts',
  'memberships',
  'families',
  'access_tokens',
  'projects',
] as const)

/** Collections of credentials. A change, such as each use, concerns only callers with that credential. */
const CREDENTIALS: ReadonlySet<Name> = new Set(['tokens', 'sessions', 'grants'] as const)

/** Returns a function that says whose permissions the changes of a transaction may affect. */
export function findAffected(changes: readonly Change[]): (principal: Principal) => boolean {
  if (changes.some(({ collection }) => SHARED.has(collection))) return () => true
  const changed = new Set(changes.filter(({ collection }) => CREDENTIALS.has(collection)).map(({ id }) => id))
  return principal => {
    const { credential } = principal
    return ('id' in credential && changed.has(credential.id)) || changed.has(getGrantId(principal) ?? '')
  }
}
