import { insufficientScopeFix } from '../../auth/policy/insufficient-scope-fix.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import { ALL_SCOPES, getScopeRule, type Scope } from '../../auth/policy/scopes.ts'
import { AppError } from '../../errors.ts'
import type { Call } from './call.ts'

/** The scopes of a tool that a caller lacks: `all` of them, of which `parts` only add to the answer. Empty if the tool may run. */
export function listMissingScopes(
  { scope, alsoReads = [] }: { readonly scope: Scope | null; readonly alsoReads?: readonly Scope[] | undefined },
  { scopes: granted }: Pick<Principal, 'scopes'>,
): { readonly all: readonly Scope[]; readonly parts: readonly Scope[] } {
  if (scope === null || granted.has(scope)) return { all: [], parts: [] }
  const parts = alsoReads.filter(one => !granted.has(one))
  return { all: [scope, ...parts], parts }
}

/** Creates the error for missing scopes (`5.4.scope-check`): the tool, each scope with its meaning, the fix for this kind of credential, and what works without it. */
export function insufficientScopeError(
  scopes: readonly Scope[],
  { principal, services }: Pick<Call, 'principal' | 'services'>,
  { tool = 'This call', parts = [] }: { readonly tool?: string; readonly parts?: readonly Scope[] } = {},
): AppError {
  const { credential } = principal
  const needed = scopes.filter(scope => !parts.includes(scope))
  const also = parts.length === 0 ? '' : `, and for its whole answer ${nameScopes(parts)}`
  const pronoun = scopes.length === 1 ? 'it' : 'them'
  const who =
    credential.kind === 'grant'
      ? `You did not allow ${credential.clientName} to use ${pronoun}`
      : `The credential lacks ${pronoun}`
  const rest = listUsableTools(scopes, principal)
  return new AppError(
    'insufficient_scope',
    `${tool} needs ${needed.length === 1 ? 'the scope' : 'the scopes'} ${nameScopes(needed)}${also}. ${who}.`,
    {
      fix: dragoman =>
        `${insufficientScopeFix(principal, scopes, services.baseUrl, dragoman)}${rest.length === 0 ? '' : ` Without ${pronoun}, these tools work: ${rest.join(', ')}.`}`,
      scopes,
    },
  )
}

const nameScopes = (scopes: readonly Scope[]): string =>
  scopes.map(scope => `${scope} (${getScopeRule(scope).summary.toLowerCase()})`).join(' and ')

/** The tools that a caller without a scope may want instead, by the scope that they need. */
export const TOOLS_INSTEAD: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  'user:read': ['get_user'],
  'account:read': ['list_accounts'],
  'organization:read': ['get_organization'],
  'members:read': ['list_members'],
  'project:read': ['get_status', 'get_work', 'check_text'],
  'project:write': ['submit_translations'],
  'voice:read': ['get_voice'],
  'voice:write': ['save_voice'],
  'glossary:read': ['get_glossary'],
  'glossary:write': ['save_glossary'],
}

/** The tools on the same kinds of objects that the caller may use. */
function listUsableTools(missing: readonly Scope[], { scopes: granted }: Principal): readonly string[] {
  const kinds = new Set(missing.map(toObjectKind))
  return ALL_SCOPES.filter(scope => granted.has(scope) && kinds.has(toObjectKind(scope))).flatMap(
    scope => TOOLS_INSTEAD[scope] ?? [],
  )
}

const toObjectKind = (scope: Scope): string => scope.slice(0, scope.indexOf(':'))
