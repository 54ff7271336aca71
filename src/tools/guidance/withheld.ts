import { refusal, type Target } from '../../auth/policy.ts'
import type { Scope } from '../../auth/scopes.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../call.ts'

/** Why a caller does not get a part that has a scope of its own, judged as a call of the tool for that part would be; undefined when it does. */
export async function withheldBecause(
  scope: Scope,
  target: Target,
  { principal, read }: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<string | undefined> {
  if (!principal.scopes.has(scope)) return `it needs the scope ${scope}`
  const why = await refusal(principal, scope, target, read)
  return why === undefined ? undefined : `your role does not allow ${scope}`
}
