import { recordEvent } from '../auth/audit.ts'
import { SESSION_MS, sessionCredential, startSession } from '../auth/sessions.ts'
import type { UserRecord } from '../store/records/identity.ts'
import type { SessionRecord } from '../store/records/sign-in.ts'
import type { Frozen, Transaction } from '../store/store.ts'
import { setCookie } from './cookies.ts'
import { occasionOf } from './occasion.ts'
import type { Visit } from './visit.ts'

/**
 * Signs the browser in, in the transaction that proved who the person is: a new session, whatever session the browser had before is over, and the audit
 * log knows. `detail` says more about how, for the log.
 */
export async function beginSession(
  visit: Visit,
  tx: Transaction,
  user: Frozen<UserRecord>,
  method: SessionRecord['method'],
  detail: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Frozen<SessionRecord>> {
  const { services, request, response, address, signedIn } = visit
  const { baseUrl, now, newId } = services
  if (signedIn !== undefined) await tx.sessions.remove(signedIn.session.id)
  const signing = { user, method, address, userAgent: request.headers['user-agent'] }
  const { session, value } = await startSession(tx, signing, { now: now(), newId })
  const credential = sessionCredential(session)
  await recordEvent(
    tx,
    { action: 'sign_in', user, credential, target: user.handle, detail: { method, ...detail } },
    occasionOf(visit),
  )
  setCookie(response, 'session', value, { baseUrl, seconds: SESSION_MS / 1000 })
  return session
}
