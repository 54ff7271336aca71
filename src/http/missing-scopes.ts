import { noteRefusal, type StepUp } from '../auth/oauth/grants/step-up.ts'
import type { Call } from '../tools/pipeline/call.ts'

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
