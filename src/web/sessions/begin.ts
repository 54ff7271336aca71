import type { Facts } from '../../auth/audit/events.ts'
import { SESSION_MS, type SignedIn, startSession } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { SessionRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import { clearSavedInvitation, getSignInInvitation } from '../members/saved-invitation.ts'
import { recordOwnEvent } from '../requests/audit-context.ts'
import { setCookie } from '../requests/cookies.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { BegunSession } from '../sign-in/provider-outcome.ts'

/**
 * Starts a session in the transaction that authenticated the user. Ends the browser's previous session and records an audit event. `detail` is stored in the
 * event, `isPromoted` means that the user became an operator, `next` is the path to open.
 */
export async function beginSession(
  request: PageRequest,
  tx: Transaction,
  user: Frozen<UserRecord>,
  method: SessionRecord['method'],
  { isPromoted, next, ...detail }: Facts & { readonly isPromoted?: boolean; readonly next?: string } = {},
): Promise<BegunSession> {
  const { services, incoming, address, signedIn } = request
  const { now, newId } = services
  if (signedIn !== undefined) await endReplacedSession(request, tx, signedIn, user)
  const signing = { user, method, address, userAgent: incoming.headers['user-agent'] }
  const { session, value } = await startSession(tx, signing, { now: now(), newId })
  await recordOwnEvent(
    request,
    tx,
    { user, session },
    {
      action: 'sign_in',
      target: user.handle,
      detail: { method, ...detail },
      changes: isPromoted === true ? { operator: { from: false, to: true } } : undefined,
    },
  )
  const isOther = signedIn !== undefined && signedIn.user.id !== user.id
  return { session, value, leavesInvitation: isOther && getSignInInvitation(request, next) === undefined }
}

/** Sets the session cookie. Call it after the commit: an earlier cookie would replace a valid session by one that may never exist. */
export function setSessionCookie(request: PageRequest, { value, leavesInvitation }: BegunSession): void {
  const { response, services } = request
  if (leavesInvitation) clearSavedInvitation(request)
  setCookie(response, 'session', value, { baseUrl: services.baseUrl, seconds: SESSION_MS / 1000 })
}

/** Ends the browser's previous session. Records a sign-out if it belonged to another user. */
async function endReplacedSession(
  request: PageRequest,
  tx: Transaction,
  replaced: SignedIn,
  after: Frozen<UserRecord>,
): Promise<void> {
  const { user, session } = replaced
  await tx.sessions.remove(session.id)
  if (user.id === after.id) return
  await recordOwnEvent(request, tx, replaced, { action: 'sign_out', target: session.id })
}
