import { findRefusal, type Target } from '../../auth/policy/authorize.ts'
import { insufficientScopeFix } from '../../auth/policy/insufficient-scope-fix.ts'
import { AppError } from '../../errors.ts'
import type { Call, Caller } from '../pipeline/call.ts'

/** Whether the caller administers the project: by role, and by the scope `project:admin`. */
export async function isProjectAdministrator({ principal, read }: Caller, target: Target): Promise<boolean> {
  return (
    principal.scopes.has('project:admin') && (await findRefusal(principal, 'project:admin', target, read)) === undefined
  )
}

/** The options of a rejected caller. */
interface RefusalHints {
  /** An alternative without an administrator. */
  readonly first?: string
  /** The users to ask, for callers who are not administrators. */
  readonly ask: string
}

/**
 * Rejects callers who do not administer the project; `action` is the subject of the message. The role is checked first: no scope replaces it.
 * @throws AppError `forbidden` without the role, `insufficient_scope` without the scope.
 */
export async function assertProjectAdministrator(
  { principal, read, services }: Caller & Pick<Call, 'services'>,
  target: Target,
  action: string,
  { first, ask }: RefusalHints,
): Promise<void> {
  const joinFix = (way: string): string => (first === undefined ? way : `${first} Or: ${way}`)
  if ((await findRefusal(principal, 'project:admin', target, read)) !== undefined) {
    throw new AppError('forbidden', `${action} needs an administrator of the account that owns the project.`, {
      fix: joinFix(ask),
    })
  }
  if (principal.scopes.has('project:admin')) return
  throw new AppError('insufficient_scope', `${action} needs the scope project:admin.`, {
    fix: dragoman => joinFix(insufficientScopeFix(principal, ['project:admin'], services.baseUrl, dragoman)),
    scopes: ['project:admin'],
  })
}
