import { claimInvitation, findSignUpInvitation } from '../../auth/organizations/invitations.ts'
import { parseCreationAnswer } from '../../auth/passkeys/browser-answer.ts'
import { getCreationOptions, type VerifiedCredential, verifyCreation } from '../../auth/passkeys/ceremonies.ts'
import type { PasskeyFault } from '../../auth/passkeys/passkey-fault.ts'
import { addPasskey } from '../../auth/passkeys/passkeys.ts'
import { isFreeHandle } from '../../auth/users/available-handle.ts'
import { isHandle } from '../../auth/users/handles.ts'
import { createUser } from '../../auth/users/users.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { InvitationRecord } from '../../store/records/identity.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { getSignInInvitation, INVITATION_PATH } from '../members/saved-invitation.ts'
import { recordOwnEvent } from '../requests/audit-context.ts'
import { type PageRequest, type Route, redirect } from '../requests/page-request.ts'
import { sendJson } from '../requests/send-json.ts'
import { beginSession, setSessionCookie } from '../sessions/begin.ts'
import type { BegunSession } from '../sign-in/provider-outcome.ts'
import {
  CREDENTIAL_FIELD,
  getStep,
  issueChallenge,
  MALFORMED_ANSWER,
  requireParty,
  sendPasskeyFault,
  takeChallenge,
} from './challenge.ts'
import { toPageError, toPasskeyName } from './create-routes.tsx'
import { SIGN_UP_PATH } from './paths.ts'

/**
 * Signs up a new user with an invitation link: a username, and a passkey. User, passkey and session are created in one transaction, so that nobody has a
 * user without a way to sign in. The user then answers the invitation.
 */
export const signUpRoute: Route = {
  path: SIGN_UP_PATH,
  postLimit: 'login',
  isStep: true,
  get: async request => redirect(request, INVITATION_PATH),
  post: async request => {
    const step = getStep(request)
    const isDone = request.signedIn !== undefined
    if (step === 'challenge') await (isDone ? sendJson(request, { location: INVITATION_PATH }) : sendChallenge(request))
    else if (step === 'neither' || isDone) redirect(request, INVITATION_PATH)
    else await signUp(request)
  },
}

async function sendChallenge(request: PageRequest): Promise<void> {
  const { form, services } = request
  const { read } = services.store
  const party = requireParty(request)
  await requireInvitation(request, read)
  const handle = (form.get('username') ?? '').trim().toLowerCase()
  await assertFreeHandle(request, read, handle)
  const user = { id: services.newId(), handle, name: handle }
  const challenge = await issueChallenge(request, { purpose: 'sign_up', userId: user.id, handle })
  sendJson(request, { create: await getCreationOptions(party, { challenge, user, existing: [] }) })
}

async function signUp(request: PageRequest): Promise<void> {
  const party = requireParty(request)
  const answer = parseCreationAnswer(request.form.get(CREDENTIAL_FIELD) ?? '')
  if (answer === undefined) return refuse(request, MALFORMED_ANSWER)
  const taken = await takeChallenge(request, answer, ['sign_up'])
  if ('fault' in taken) return refuse(request, taken.fault)
  const { user_id: id, handle } = taken.challenge
  if (id === undefined || handle === undefined) return refuse(request, { why: 'unknown_challenge' })
  const credential = await verifyCreation(party, answer)
  if ('fault' in credential) return refuse(request, credential.fault)
  const begun = await request.services.store.transaction(tx =>
    createInvitedUser(request, tx, { id, handle, credential }),
  )
  setSessionCookie(request, begun)
  redirect(request, INVITATION_PATH)
}

const refuse = (request: PageRequest, fault: PasskeyFault): void =>
  sendPasskeyFault(request, fault, { href: INVITATION_PATH, text: t('passkeys.sign_up.back') })

interface NewUser {
  readonly id: string
  readonly handle: string
  readonly credential: VerifiedCredential
}

async function createInvitedUser(
  request: PageRequest,
  tx: Transaction,
  { id, handle, credential }: NewUser,
): Promise<BegunSession> {
  const { now, newId } = request.services
  const invitation = await requireInvitation(request, tx)
  await assertFreeHandle(request, tx, handle)
  const user = await createUser(tx, handle, { now, newId }, { cameBy: 'invitation', id })
  const name = toPasskeyName(request)
  const passkey = await addPasskey(tx, user, { ...credential, name }, { now: now(), newId }).catch(toPageError)
  await claimInvitation(tx, invitation, user)
  const begun = await beginSession(request, tx, user, 'passkey', { new: true, invited: true, passkey: name })
  const actor = { user, session: begun.session }
  const created = { action: 'passkey_created', target: name, detail: { passkey: passkey.id } } as const
  await recordOwnEvent(request, tx, actor, created)
  const { id: target, role, account_id } = invitation
  const claimed = { action: 'invitation_claimed', account: { id: account_id }, target, detail: { role } } as const
  await recordOwnEvent(request, tx, actor, claimed)
  return begun
}

/**
 * Returns the invitation of this browser that admits a new user. `DRAGOMAN_ALLOWED` admits identities at providers only.
 * @throws PageError `forbidden`
 */
async function requireInvitation(
  request: PageRequest,
  read: Parameters<typeof findSignUpInvitation>[1],
): Promise<Frozen<InvitationRecord>> {
  const { auth, now } = request.services
  const secret = getSignInInvitation(request, INVITATION_PATH)
  const isOpen = secret !== undefined && auth.allowed.length === 0
  const invitation = isOpen ? await findSignUpInvitation(secret, read, now()) : undefined
  if (invitation !== undefined) return invitation
  throw new PageError('forbidden', t('passkeys.sign_up.not_invited.message'), {
    fix: t('passkeys.sign_up.not_invited.fix'),
  })
}

/** @throws PageError `invalid_input`, `conflict` */
async function assertFreeHandle(
  { services: { auth } }: PageRequest,
  read: Pick<Reader, 'users' | 'accounts'>,
  handle: string,
): Promise<void> {
  if (await isFreeHandle(read, handle, [auth.machineHandle])) return
  const [code, problem] = isHandle(handle) ? (['conflict', 'taken'] as const) : (['invalid_input', 'invalid'] as const)
  throw new PageError(code, t(`passkeys.sign_up.${problem}.message`, { username: echo(handle.slice(0, 60)) }), {
    field: 'username',
    fix: t(`passkeys.sign_up.${problem}.fix`),
  })
}
