import { findRefusal, type Target } from '../../auth/policy/authorize.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../pipeline/call.ts'

/** Why a caller does not get a part that has a scope of its own, judged as a call of the tool for that part would be; undefined when it does. */
export async function findWithheldReason(
  scope: Scope,
  target: Target,
  { principal, read }: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<string | undefined> {
  if (!principal.scopes.has(scope)) return `it needs the scope ${scope}`
  const why = await findRefusal(principal, scope, target, read)
  if (why === undefined) return undefined
  return why === 'no_access' ? 'an account involved has no access to this service' : `your role does not allow ${scope}`
}

/** The next step of an answer where it is one that writes; whoever it is withheld from is not sent to a refusal. */
export const formatWriteStep = (step: string, withheld: string | undefined): string =>
  withheld === undefined ? step : `Writing here is not open to you: ${withheld}.`
