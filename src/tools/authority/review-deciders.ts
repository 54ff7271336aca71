import { isInteractive } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Settings } from '../../store/records/localization.ts'
import type { Call } from '../pipeline/call.ts'

/**
 * Rejects agents that decide about a review, unless the project lets them approve.
 * @param page of the review, where a user decides
 * @throws AppError `forbidden`
 */
export function assertMayDecide(
  { principal }: Pick<Call, 'principal'>,
  { approve }: Pick<Frozen<Settings>, 'approve'>,
  page: string,
): void {
  if (isInteractive(principal) || approve === 'anyone') return
  throw new AppError('forbidden', 'In this project, only users on the pages can decide about a review.', {
    fix: `Send a user to ${page}. Administrators allow agents with update_project_policy, approve: anyone.`,
    pageFix: 'Sign in to decide.',
  })
}
