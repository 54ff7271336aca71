import type { Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'

/**
 * Rejects credentials that are limited to some accounts: an answer may add an account.
 * @throws AppError `forbidden`.
 */
export function assertMayAnswerInvitations({ reach }: Pick<Principal, 'reach'>): void {
  if (reach === 'all') return
  throw new AppError('forbidden', 'This credential is limited to some accounts and cannot answer invitations.', {
    fix: 'Answer on the page of the invitation, or use a credential that reaches all your accounts.',
  })
}
