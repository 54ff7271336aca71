import { recordEvent } from '../auth/audit.ts'
import { endSessions, type SignedIn, sessionCredential } from '../auth/sessions.ts'
import { AppError } from '../errors.ts'
import { setCookie } from './cookies.ts'
import { occasionOf } from './occasion.ts'
import type { Visit } from './visit.ts'

/**
 * Signs a person out of one browser: this one, or another of theirs.
 * @throws AppError `not_found` when the person has no such session.
 */
export async function endSession(visit: Visit, { session: own, user }: SignedIn, id: string): Promise<void> {
  await visit.services.store.transaction(async tx => {
    const session = await tx.sessions.get(id)
    if (session === undefined || session.user_id !== user.id) {
      throw new AppError('not_found', 'This browser is signed out already.', { fix: 'Load the page again.' })
    }
    await tx.sessions.remove(id)
    const credential = sessionCredential(own)
    await recordEvent(tx, { action: 'sign_out', user, credential, target: id }, occasionOf(visit))
  })
  if (id === own.id) forget(visit)
}

/** Signs a person out of every browser. Programs that they connected stay connected. */
export async function endEverySession(visit: Visit, { session, user }: SignedIn): Promise<void> {
  await visit.services.store.transaction(async tx => {
    const sessions = await endSessions(tx, user.id)
    const credential = sessionCredential(session)
    await recordEvent(
      tx,
      { action: 'sign_out_everywhere', user, credential, target: user.handle, detail: { sessions } },
      occasionOf(visit),
    )
  })
  forget(visit)
}

/** The next person at this browser goes on with nothing that this one began. */
function forget({ response, services: { baseUrl } }: Visit): void {
  for (const cookie of ['session', 'browser', 'next'] as const) setCookie(response, cookie, '', { baseUrl, seconds: 0 })
}
