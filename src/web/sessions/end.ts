import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { endSessions, sessionPrincipal } from '../../auth/users/sessions.ts'
import { recordOwnEvent } from '../requests/audit-context.ts'
import { setCookie } from '../requests/cookies.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'

/** Runs before queued transactions. */
const URGENT = { urgent: true }

/**
 * Ends one session of a user. Sessions of others and ended sessions stay unchanged.
 * @throws AppError `invalid_token` when the session of this browser ended meanwhile.
 */
export async function endSession(request: SignedInRequest, id: string): Promise<void> {
  const { store, now } = request.services
  await store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(request.signedIn), tx, now())
    const session = await tx.sessions.get(id)
    if (session === undefined || session.user_id !== request.signedIn.user.id) return
    await tx.sessions.remove(id)
    await recordOwnEvent(request, tx, request.signedIn, { action: 'sign_out', target: id })
  }, URGENT)
  if (id === request.signedIn.session.id) clearCookies(request)
}

/**
 * Ends all sessions of a user. Connected apps stay connected.
 * @throws AppError `invalid_token` when the session of this browser ended meanwhile.
 */
export async function endEverySession(request: SignedInRequest): Promise<void> {
  const { user } = request.signedIn
  const { store, now } = request.services
  await store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(request.signedIn), tx, now())
    const sessions = await endSessions(tx, user.id)
    await recordOwnEvent(request, tx, request.signedIn, {
      action: 'sign_out_everywhere',
      target: user.handle,
      detail: { sessions },
    })
  }, URGENT)
  clearCookies(request)
}

/** Removes the cookies of unfinished actions, too, so that the next user of this browser starts without them. */
function clearCookies({ response, services: { baseUrl } }: PageRequest): void {
  for (const cookie of ['session', 'browser', 'next', 'invitation'] as const) {
    setCookie(response, cookie, '', { baseUrl, seconds: 0 })
  }
}
