import { refusal, type Target } from '../../auth/policy.ts'
import { isPerson } from '../../auth/principal.ts'
import { howToWiden } from '../../auth/widen.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../call.ts'

type Caller = Pick<Call, 'principal'> & { readonly read: Reader }

/** Whether the caller may do what takes an administrator of the project: by role, and by the scopes of the credential. */
async function administers({ principal, read }: Caller, target: Target): Promise<boolean> {
  return (
    principal.scopes.has('project:admin') && (await refusal(principal, 'project:admin', target, read)) === undefined
  )
}

/** Whether the caller may pass over what protects texts from programs: a person, or an administrator's program. */
export async function overrules(caller: Caller, target: Target): Promise<boolean> {
  return isPerson(caller.principal) || (await administers(caller, target))
}

/** @throws AppError `insufficient_scope`, or `forbidden` when the role does not allow it; `what` is the subject of the sentence. */
export async function requireAdministrator(
  caller: Caller & Pick<Call, 'services'>,
  target: Target,
  what: string,
): Promise<void> {
  if (await administers(caller, target)) return
  const { principal, services } = caller
  if (!principal.scopes.has('project:admin')) {
    throw new AppError(
      'insufficient_scope',
      `${what} needs the scope project:admin, which the credential does not carry.`,
      {
        fix: howToWiden(principal.credential, ['project:admin'], services.baseUrl),
        scopes: ['project:admin'],
      },
    )
  }
  throw new AppError('forbidden', `${what} needs an administrator of the account that owns the project.`, {
    fix: 'Ask an owner or administrator, or name a batch of your own: list_changes with person gives them.',
  })
}
