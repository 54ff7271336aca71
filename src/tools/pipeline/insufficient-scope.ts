import { insufficientScopeFix } from '../../auth/policy/insufficient-scope.ts'
import { getScopeRule, type Scope } from '../../auth/policy/scopes.ts'
import { AppError } from '../../errors.ts'
import type { Call } from './call.ts'

/** The refusal of the first layer (spec 5.4), in words that a model can act on: the scopes, what they are for, and the fix that fits the credential. */
export function insufficientScopeError(
  scopes: readonly Scope[],
  { principal: { credential }, services }: Pick<Call, 'principal' | 'services'>,
): AppError {
  const names = scopes.map(scope => `${scope} (${getScopeRule(scope).summary.toLowerCase()})`).join(' and ')
  const who = credential.kind === 'grant' ? `${credential.clientName} was not allowed` : 'the credential does not carry'
  return new AppError('insufficient_scope', `This needs the scope ${names}, which ${who}.`, {
    fix: insufficientScopeFix(credential, scopes, services.baseUrl),
    scopes,
  })
}
