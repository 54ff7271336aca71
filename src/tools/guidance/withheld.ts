import { findRefusal, type Target } from '../../auth/policy/authorize.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import type { Caller } from '../pipeline/call.ts'

/** Returns why the caller may not read a part that needs `scope`, by the same rules as the tool for that part; undefined if it may. */
export async function findWithheldReason(
  scope: Scope,
  target: Target,
  { principal, read }: Caller,
): Promise<string | undefined> {
  if (!principal.scopes.has(scope)) return `it needs the scope ${scope}`
  const why = await findRefusal(principal, scope, target, read)
  if (why === undefined) return undefined
  return why === 'no_access' ? 'an account involved has no access' : `your role does not allow ${scope}`
}

/** Returns the next step of an answer if it writes, or why the caller may not write. */
export const formatWriteStep = (step: string, withheld: string | undefined): string =>
  withheld === undefined ? step : `You cannot write here: ${withheld}.`
