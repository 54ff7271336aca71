import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { assertOperator } from '../../operator/action.ts'
import type { PageRequest } from '../requests/page-request.ts'

/**
 * Rejects other users before they are asked to sign in again in vain. Allows signed-out visitors.
 * @throws AppError `forbidden`
 */
export async function assertVisitorOperates({ services, signedIn }: PageRequest): Promise<void> {
  if (signedIn !== undefined) await assertOperator(services.store.read, { services, by: sessionPrincipal(signedIn) })
}
