import type { Target } from '../../auth/policy/authorize.ts'
import { isInteractive } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../pipeline/call.ts'
import { isProjectAdministrator } from './administrators.ts'

/** Whether the caller may change translations that are protected from agents: a user on a page, or an agent with `project:admin`. */
export async function mayOverrideProtection(caller: Caller, target: Target): Promise<boolean> {
  return isInteractive(caller.principal) || (await isProjectAdministrator(caller, target))
}

/**
 * Rejects `actions`, such as `Unlocking a translation`, by agents, whatever their scopes. `page`: where a user can do it.
 * @throws AppError `forbidden`.
 */
export function assertUser({ principal }: Pick<Caller, 'principal'>, actions: readonly string[], page: string): void {
  if (actions.length === 0 || isInteractive(principal)) return
  throw new AppError('forbidden', `${actions.join(' and ')} needs a user on a page. No token or app can do it.`, {
    fix: leaveToUser(page),
  })
}

const leaveToUser = (page: string): string => `Leave it to a user, who can do it on ${page}, or say why in comment.`

/**
 * Rejects `actions`, such as `Dismissing the staleness of a protected translation`, by agents without `project:admin`.
 * @throws AppError `forbidden`.
 */
export async function assertMayOverrideProtection(
  caller: Caller,
  target: Target,
  actions: readonly string[],
  page: string,
): Promise<void> {
  if (actions.length === 0 || (await mayOverrideProtection(caller, target))) return
  throw new AppError('forbidden', `${actions.join(' and ')} needs a user on a page, or an agent with project:admin.`, {
    fix: leaveToUser(page),
  })
}
