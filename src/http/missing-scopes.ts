import { noteRefusal, type StepUp } from '../auth/oauth/grants/step-up.ts'
import type { Call } from '../tools/pipeline/call.ts'

/**
 * Notes what a grant was refused for, so that its owner can add it. That it could not be noted changes nothing of the refusal; and a client that
 * is not remembered must not be challenged, or it would be again and again.
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
