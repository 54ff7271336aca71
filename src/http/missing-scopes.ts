import { noteRefusal, type StepUp } from '../auth/oauth/grants/step-up.ts'
import { AppError } from '../errors.ts'
import type { Call } from '../tools/pipeline/call.ts'
import { challenge403 } from './challenge.ts'
import type { Exchange } from './exchange.ts'

/**
 * For missing scopes, records them and sets the challenge: programs read the error, clients that can step up read the
 * challenge. Account tokens get no challenge, because it cannot extend them. Ignores other errors.
 */
export async function challengeMissingScopes(exchange: Exchange, error: unknown, call: Call): Promise<void> {
  const { principal } = call
  if (principal.credential.kind !== 'grant') return
  if (!(error instanceof AppError) || error.code !== 'insufficient_scope') return
  const { scopes = [], message: description } = error
  await recordMissingScopes(call, scopes)
  exchange.response.setHeader('www-authenticate', challenge403(exchange, 'api', scopes, { description, principal }))
}

/**
 * Records the scopes that a grant lacked, so that its owner can add them. If that fails, the call still fails with the
 * same error, but the client must not be challenged: without the record, it would be challenged again and again.
 */
export async function recordMissingScopes(
  { services, principal: { credential } }: Pick<Call, 'services' | 'principal'>,
  scopes: readonly string[],
): Promise<StepUp> {
  if (credential.kind !== 'grant' || scopes.length === 0) return 'text'
  return noteRefusal(services.store, credential.id, scopes, services.now()).catch((error: unknown) => {
    services.log.warn({ err: error }, 'cannot record a missing scope')
    return 'text'
  })
}
