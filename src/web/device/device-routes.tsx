import { answerConsent, type Consented } from '../../auth/oauth/authorize/answer-consent.ts'
import { applyFormToOffer, createOffer, type IncompleteReason } from '../../auth/oauth/authorize/consent.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { findClient } from '../../auth/oauth/clients/find.ts'
import { answerDevice, findAnsweredDevice, findDeviceRequest } from '../../auth/oauth/device/answer-device.ts'
import { findGrant } from '../../auth/oauth/grants/lifecycle.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, DeviceCodeRecord } from '../../store/records/authorization.ts'
import { listVisibleAccounts } from '../../tools/pipeline/resources.ts'
import { sendDenyTooLatePage } from '../consent/deny-too-late-page.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { auditContext } from '../requests/audit-context.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirectToReauthentication } from '../sessions/reauthentication.ts'
import { requireSession, withSession } from '../sessions/require.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from '../sessions/saved-choice.ts'
import { sendDeviceCodePage, sendDeviceConsentPage, sendDeviceResultPage } from './device-page.tsx'

/** The page where a user enters the code of a device (RFC 8628 3.3). A URL with the code only fills it in. */
export const deviceRoute: Route = {
  path: CAPABILITIES.paths.verification,
  postLimit: 'login',
  get: withSession(async request => {
    sendDeviceCodePage(request, {
      typed: request.query.get('user_code') ?? '',
      kept: request.query.get(SAVED_CHOICE_PARAM) ?? undefined,
    })
  }),
  post: submitDeviceForm,
}

interface Scene {
  readonly typed: string
  readonly device: Frozen<DeviceCodeRecord>
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
}

async function submitDeviceForm(request: PageRequest): Promise<void> {
  const scene = await loadScene(request)
  if (scene === undefined) return
  if (!request.form.has('answer')) {
    return sendScenePage(request, scene, {
      left: savedChoice(request, verificationPath(scene.typed), request.form.get(SAVED_CHOICE_PARAM)),
    })
  }
  const { client } = scene
  const outcome = await decide(request, scene)
  switch (outcome.kind) {
    case 'over':
      if (await resendResult(request, scene.typed, scene.signedIn)) return
      return sendDeviceCodePage(request, { typed: scene.typed, isUnknown: true })
    case 'stale_sign_in':
      return redirectToReauthentication(request, savedChoicePath(request, verificationPath(scene.typed)))
    case 'incomplete':
      return sendScenePage(request, scene, { left: request.form, problem: outcome.why })
    case 'denied':
    case 'allowed':
      return sendDeviceResultPage(request, { clientName: client.name, isAllowed: outcome.kind === 'allowed' })
  }
}

/** `over`: the request was already answered, or has expired. */
type Outcome = Consented | { readonly kind: 'over' }

function decide(request: PageRequest, { typed, client, signedIn }: Scene): Promise<Outcome> {
  return request.services.store.transaction(async (tx): Promise<Outcome> => {
    const principal = sessionPrincipal(signedIn)
    // Reads the clock once: otherwise the code could expire in between, and the grant would have no device.
    const context = auditContext(request)
    const { now } = context
    await assertCredentialActive(principal, tx, now)
    const device = await findDeviceRequest(typed, tx, now)
    if (device === undefined) return { kind: 'over' }
    const accounts = (await listVisibleAccounts({ principal, read: tx }, 'account:read')).map(({ id }) => id)
    const question = { client, wish: toRequestedScopes(device) }
    const consented = await answerConsent(tx, question, { signedIn, accounts }, request.form, context)
    const userId = signedIn.user.id
    if (consented.kind === 'allowed') {
      const { id: grantId, scopes } = consented.grant
      await answerDevice(tx, device, { allowed: true, userId, grantId, scopes }, now)
    } else if (consented.kind === 'denied') {
      await answerDevice(tx, device, { allowed: false, userId }, now)
    }
    return consented
  })
}

/** Finds the device by the typed code; undefined if the response was sent. */
async function loadScene(request: PageRequest): Promise<Scene | undefined> {
  const { services, form, deviceGuesses, address } = request
  if (!requireSession(request)) return undefined
  const { signedIn } = request
  const wait = await deviceGuesses.take(signedIn.user.id)
  if (wait !== undefined) {
    throw new PageError('rate_limited', t('device.too_many.message'), {
      fix: t('device.too_many.fix', { seconds: wait }),
      retryAfter: wait,
    })
  }
  const typed = form.get('user_code') ?? ''
  const device = await findDeviceRequest(typed, services.store.read, services.now())
  const lookup = device && (await findClient(device.client_id, { services, address }))
  if (device === undefined || lookup === undefined || 'fault' in lookup) {
    if (await resendResult(request, typed, signedIn)) await deviceGuesses.giveBack(signedIn.user.id)
    else sendDeviceCodePage(request, { typed, isUnknown: true })
    return undefined
  }
  await deviceGuesses.giveBack(signedIn.user.id)
  return { typed, device, client: lookup.client, signedIn }
}

/** Repeats the result for a device that this user answered; false if there is none. */
async function resendResult(request: PageRequest, typed: string, { user }: SignedIn): Promise<boolean> {
  const { services, address } = request
  const answered = await findAnsweredDevice(typed, user.id, services.store.read, services.now())
  const lookup = answered && (await findClient(answered.client_id, { services, address }))
  if (answered === undefined || lookup === undefined || 'fault' in lookup) return false
  const isAllowed = answered.status !== 'denied'
  if (isAllowed && request.form.get('answer') === 'deny')
    sendDenyTooLatePage(request, answered.grant_id ?? '', { isStep: false })
  else sendDeviceResultPage(request, { clientName: lookup.client.name, isAllowed })
  return true
}

/** Treats the scopes as explicitly requested, so that the device gets no other scopes of the grant. */
const toRequestedScopes = ({ scopes }: Frozen<DeviceCodeRecord>) => ({ scopes, scope_given: true })

interface ConsentState {
  /** The user's earlier selection. */
  readonly left: URLSearchParams | undefined
  readonly problem?: IncompleteReason
}

async function sendScenePage(request: PageRequest, scene: Scene, { left, problem }: ConsentState): Promise<void> {
  const { typed, device, client, signedIn } = scene
  const { store, now } = request.services
  const grant = await findGrant(store.read, signedIn.user.id, client.id)
  const principal = sessionPrincipal(signedIn)
  const offer = createOffer(toRequestedScopes(device), grant, now())
  sendDeviceConsentPage(request, {
    typed,
    back: verificationPath(typed),
    client,
    signedIn,
    grant,
    offer: left === undefined ? offer : applyFormToOffer(offer, left),
    accounts: await listVisibleAccounts({ principal, read: store.read }, 'account:read'),
    problem,
  })
}

const verificationPath = (typed: string): string =>
  `${CAPABILITIES.paths.verification}?${new URLSearchParams({ user_code: typed })}`
