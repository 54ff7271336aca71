import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { OperatorAction } from '../../operator/action.ts'
import type { Visit } from '../requests/visit.ts'

/**
 * Does or shows what the machine's own command does, for the operator in this browser.
 * @throws AppError as the deed does; `forbidden` for whoever is no operator.
 */
export const runOperatorAction = <O>(
  { services, requestId, request }: Visit,
  signedIn: SignedIn,
  deed: OperatorAction<O>,
  input: unknown,
): Promise<O> => {
  const client = request.headers['user-agent']?.slice(0, 100)
  return deed.run(input, { services, requestId, by: sessionPrincipal(signedIn), client })
}
