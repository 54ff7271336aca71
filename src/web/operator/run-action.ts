import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { OperatorAction } from '../../operator/action.ts'
import type { PageRequest } from '../requests/page-request.ts'

/**
 * Runs an operator action for the operator in this browser.
 * @throws AppError with the codes of the action; `forbidden` for other users.
 */
export const runOperatorAction = <O>(
  { services, requestId, incoming }: PageRequest,
  signedIn: SignedIn,
  action: OperatorAction<O>,
  input: unknown,
): Promise<O> => {
  const client = incoming.headers['user-agent']?.slice(0, 100)
  return action.run(input, { services, requestId, by: sessionPrincipal(signedIn), client })
}
