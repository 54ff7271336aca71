import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { assertOperator, type OperatorAction } from '../../operator/action.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'

/**
 * Runs an operator action for the operator in this browser.
 * @throws AppError with the codes of the action; `forbidden` for other users.
 */
export const runOperatorAction = <O>(
  { services, requestId, incoming, signedIn }: SignedInRequest,
  action: OperatorAction<O>,
  input: unknown,
): Promise<O> => {
  const client = incoming.headers['user-agent']?.slice(0, 100)
  return action.run(input, { services, requestId, by: sessionPrincipal(signedIn), client })
}

/**
 * Rejects other users before they are asked to sign in again in vain. Allows signed-out visitors.
 * @throws AppError `forbidden`
 */
export async function assertVisitorOperates({ services, signedIn }: PageRequest): Promise<void> {
  if (signedIn !== undefined) await assertOperator(services.store.read, { services, by: sessionPrincipal(signedIn) })
}
