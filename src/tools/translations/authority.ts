import { findRefusal, type Target } from '../../auth/policy/authorize.ts'
import { insufficientScopeFix } from '../../auth/policy/insufficient-scope.ts'
import { isInteractive } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../pipeline/call.ts'

type Caller = Pick<Call, 'principal'> & { readonly read: Reader }

/** Whether the caller may do what takes an administrator of the project: by role, and by the scopes of the credential. */
export async function isProjectAdministrator({ principal, read }: Caller, target: Target): Promise<boolean> {
  return (
    principal.scopes.has('project:admin') && (await findRefusal(principal, 'project:admin', target, read)) === undefined
  )
}

/** Whether the caller may pass over what protects texts from programs: a person, or an administrator's program. */
export async function mayOverrideProtection(caller: Caller, target: Target): Promise<boolean> {
  return isInteractive(caller.principal) || (await isProjectAdministrator(caller, target))
}

/** What a refused caller can do. */
interface RefusalHints {
  /** What needs no administrator. */
  readonly first?: string
  /** Whom to ask, for a caller who is no administrator. */
  readonly ask: string
}

/**
 * The role comes first: a scope that the role does not allow helps nobody.
 * @throws AppError `forbidden` when the role does not allow it, or `insufficient_scope`; `what` is the subject of the sentence.
 */
export async function requireAdministrator(
  { principal, read, services }: Caller & Pick<Call, 'services'>,
  target: Target,
  what: string,
  { first, ask }: RefusalHints,
): Promise<void> {
  const fixOf = (way: string): string => (first === undefined ? way : `${first} Or: ${way}`)
  if ((await findRefusal(principal, 'project:admin', target, read)) !== undefined) {
    throw new AppError('forbidden', `${what} needs an administrator of the account that owns the project.`, {
      fix: fixOf(ask),
    })
  }
  if (principal.scopes.has('project:admin')) return
  throw new AppError(
    'insufficient_scope',
    `${what} needs the scope project:admin, which the credential does not carry.`,
    {
      fix: fixOf(insufficientScopeFix(principal.credential, ['project:admin'], services.baseUrl)),
      scopes: ['project:admin'],
    },
  )
}
