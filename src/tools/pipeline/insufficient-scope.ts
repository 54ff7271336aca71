import { insufficientScopeFix } from '../../auth/policy/insufficient-scope-fix.ts'
import { getScopeRule, type Scope } from '../../auth/policy/scopes.ts'
import { AppError } from '../../errors.ts'
import type { Call } from './call.ts'

/** Creates the error for missing scopes (spec 5.4): each scope with its meaning, and the fix for this kind of credential. */
export function insufficientScopeError(
  scopes: readonly Scope[],
  { principal: { credential }, services }: Pick<Call, 'principal' | 'services'>,
): AppError {
  const names = scopes.map(scope => `${scope} (${getScopeRule(scope).summary.toLowerCase()})`).join(' and ')
  const pronoun = scopes.length === 1 ? 'it' : 'them'
  const who =
    credential.kind === 'grant'
      ? `You did not allow ${credential.clientName} to use ${pronoun}`
      : `The credential lacks ${pronoun}`
  return new AppError(
    'insufficient_scope',
    `This call needs ${scopes.length === 1 ? 'the scope' : 'the scopes'} ${names}. ${who}.`,
    {
      fix: insufficientScopeFix(credential, scopes, services.baseUrl),
      scopes,
    },
  )
}
