import { recordEvent } from '../../auth/audit/events.ts'
import { parseRequestAnswer } from '../../auth/passkeys/browser-answer.ts'
import { getRequestOptions, verifyRequest } from '../../auth/passkeys/ceremonies.ts'
import type { PasskeyFault } from '../../auth/passkeys/passkey-fault.ts'
import { mayStartSession, recordUse } from '../../auth/passkeys/passkeys.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { PasskeyChallengeRecord, PasskeyRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import { t } from '../i18n/t.ts'
import { signedOutError } from '../layout/page-error.ts'
import { auditContext } from '../requests/audit-context.ts'
import { localPath } from '../requests/local-path.ts'
import { type PageRequest, type Route, redirect } from '../requests/page-request.ts'
import { sendJson } from '../requests/send-json.ts'
import { beginSession, setSessionCookie } from '../sessions/begin.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import type { BegunSession } from '../sign-in/provider-outcome.ts'
import { loginPath, resolveSignInDestination } from '../sign-in/return-path.ts'
import {
  CREDENTIAL_FIELD,
  getStep,
  issueChallenge,
  MALFORMED_ANSWER,
  requireParty,
  sendPasskeyFault,
  takeChallenge,
} from './challenge.ts'
import { CONFIRM_FIELD, PASSKEY_SIGN_IN_PATH } from './paths.ts'

/** Signs in with a passkey, or confirms the signed-in user. The script of the page first asks for a challenge, then submits the form with the answer. */
export const passkeySignInRoute: Route = {
  path: PASSKEY_SIGN_IN_PATH,
  postLimit: 'login',
  isStep: true,
  get: async request => redirect(request, loginPath(localPath(request.query.get('next')))),
  post: async request => {
    const step = getStep(request)
    if (step === 'neither') return redirect(request, loginPath(localPath(request.form.get('next'))))
    await (step === 'answer' ? finish : sendChallenge)(request)
  },
}

/** A confirmation is only by the user's own passkeys. A sign-in names none, so that it tells nothing about users. */
async function sendChallenge(request: PageRequest): Promise<void> {
  const { form, signedIn, services } = request
  const party = requireParty(request)
  if (!form.has(CONFIRM_FIELD)) {
    const challenge = await issueChallenge(request, { purpose: 'sign_in' })
    return sendJson(request, { get: await getRequestOptions(party, { challenge, allowed: [] }) })
  }
  if (signedIn === undefined) throw signedOutError()
  const allowed = await services.store.read.passkeys.list('user', signedIn.user.id)
  const challenge = await issueChallenge(request, { purpose: 'confirm', userId: signedIn.user.id })
  sendJson(request, { get: await getRequestOptions(party, { challenge, allowed }) })
}

async function finish(request: PageRequest): Promise<void> {
  const { form } = request
  const outcome = await verifyAnswer(request)
  const next = localPath(form.get('next'))
  if ('fault' in outcome) {
    const href = form.has(CONFIRM_FIELD) ? reauthenticationPath(next ?? '/') : loginPath(next)
    return sendPasskeyFault(request, outcome.fault, { href, text: t('common.sign_in') })
  }
  setSessionCookie(request, outcome)
  redirect(request, resolveSignInDestination(request, next))
}

async function verifyAnswer(request: PageRequest): Promise<BegunSession | { readonly fault: PasskeyFault }> {
  const { store } = request.services
  const party = requireParty(request)
  const answer = parseRequestAnswer(request.form.get(CREDENTIAL_FIELD) ?? '')
  if (answer === undefined) return { fault: MALFORMED_ANSWER }
  const taken = await takeChallenge(request, answer, ['sign_in', 'confirm'])
  if ('fault' in taken) return taken
  const passkey = await store.read.passkeys.by('credential', answer.credential.id)
  if (passkey === undefined) return { fault: { why: 'unknown_passkey' } }
  // A discoverable passkey names its user (WebAuthn 7.2, step 6).
  const { userHandle } = answer.credential.response
  const named = userHandle == null ? undefined : Buffer.from(userHandle, 'base64url').toString()
  const isNamed = named === passkey.user_id || (named === undefined && taken.challenge.purpose === 'confirm')
  if (!isNamed) return { fault: { why: 'unknown_passkey' } }
  const verified = await verifyRequest(party, answer, passkey)
  const use = { challenge: taken.challenge, passkey }
  return store.transaction(async tx => {
    const outcome = 'fault' in verified ? verified : await applyUse(request, tx, { ...use, counter: verified.counter })
    if ('fault' in outcome) await recordRefusal(request, tx, passkey, outcome.fault)
    return outcome
  })
}

interface VerifiedUse {
  readonly challenge: Frozen<PasskeyChallengeRecord>
  readonly passkey: Frozen<PasskeyRecord>
  readonly counter: number
}

/** Starts a session, in the transaction that records the use. A confirmation replaces the session of the browser by a new one of the same user. */
async function applyUse(
  request: PageRequest,
  tx: Transaction,
  { challenge, passkey, counter }: VerifiedUse,
): Promise<BegunSession | { readonly fault: PasskeyFault }> {
  const { services, signedIn } = request
  if (signedIn !== undefined) await assertCredentialActive(sessionPrincipal(signedIn), tx, services.now())
  const user = await getUser(tx, passkey)
  if (user.suspended_at !== undefined) return { fault: { why: 'suspended' } }
  const isConfirmed = challenge.purpose === 'confirm'
  if (isConfirmed && user.id !== challenge.user_id) return { fault: { why: 'other_user' } }
  if (!isConfirmed && !(await mayStartSession(user, tx, services.auth))) return { fault: { why: 'not_allowed' } }
  const used = await recordUse(tx, passkey.id, counter, services.now())
  if ('fault' in used) return used
  const next = localPath(request.form.get('next'))
  return beginSession(request, tx, user, 'passkey', {
    passkey: used.passkey.name,
    ...(isConfirmed && { confirmed: true }),
    ...(next !== undefined && { next }),
  })
}

/** Records the refusal in the audit log of the passkey's user. Unknown passkeys are not recorded: anyone could fill the log. */
async function recordRefusal(
  request: PageRequest,
  tx: Transaction,
  passkey: Frozen<PasskeyRecord>,
  { why }: PasskeyFault,
): Promise<void> {
  const user = await getUser(tx, passkey)
  const event = {
    action: 'sign_in_refused',
    user: request.signedIn?.user,
    account: { id: user.account_id },
    target: user.handle,
    detail: { method: 'passkey', passkey: passkey.name, why },
  } as const
  await recordEvent(tx, event, auditContext(request))
}

async function getUser(tx: Transaction, { id, user_id }: Frozen<PasskeyRecord>): Promise<Frozen<UserRecord>> {
  const user = await tx.users.get(user_id)
  if (user === undefined) throw new Error(`the user of passkey ${id} does not exist`)
  return user
}
