import { assertAlive } from '../../auth/alive.ts'
import { answerConsent, type Consented } from '../../auth/oauth/answer-consent.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { findClient } from '../../auth/oauth/clients.ts'
import { type Missing, offerAsLeft, offerOf } from '../../auth/oauth/consent.ts'
import { answerDevice, findAnsweredDevice, findDeviceRequest } from '../../auth/oauth/device-request.ts'
import { findGrant } from '../../auth/oauth/grants.ts'
import { type SignedIn, sessionPrincipal } from '../../auth/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, DeviceCodeRecord } from '../../store/records/authorization.ts'
import { visibleAccounts } from '../../tools/resources.ts'
import { KEPT, keepChoice, keptChoice } from '../kept-choice.ts'
import { occasionOf } from '../occasion.ts'
import { sendDeviceConsent, sendDeviceForm, sendDeviceResult } from '../pages/device.tsx'
import { forSignedIn, requireSession } from '../require-session.ts'
import { sendTooLate } from '../send-too-late.ts'
import { signInAgain } from '../sign-in-again.ts'
import type { Route, Visit } from '../visit.ts'

/** Where a person types the code that a device shows (RFC 8628 3.3). An address that has the code fills it in and does no more. */
export const deviceRoute: Route = {
  path: CAPABILITIES.paths.verification,
  postLimit: 'login',
  get: forSignedIn(async visit => {
    sendDeviceForm(visit, { typed: visit.query.get('user_code') ?? '', kept: visit.query.get(KEPT) ?? undefined })
  }),
  post: answer,
}

interface Scene {
  readonly typed: string
  readonly device: Frozen<DeviceCodeRecord>
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
}

async function answer(visit: Visit): Promise<void> {
  const scene = await enter(visit)
  if (scene === undefined) return
  if (!visit.form.has('answer')) {
    return sendConsent(visit, scene, { left: keptChoice(visit, pathWith(scene.typed), visit.form.get(KEPT)) })
  }
  const { client } = scene
  const outcome = await decide(visit, scene)
  switch (outcome.kind) {
    case 'over':
      if (await tellAgain(visit, scene.typed, scene.signedIn)) return
      return sendDeviceForm(visit, { typed: scene.typed, isUnknown: true })
    case 'stale_sign_in':
      return signInAgain(visit, keepChoice(visit, pathWith(scene.typed)))
    case 'incomplete':
      return sendConsent(visit, scene, { left: visit.form, problem: outcome.why })
    case 'denied':
    case 'allowed':
      return sendDeviceResult(visit, { clientName: client.name, isAllowed: outcome.kind === 'allowed' })
  }
}

/** `over`: somebody else was quicker, or it is too late. */
type Outcome = Consented | { readonly kind: 'over' }

function decide(visit: Visit, { typed, client, signedIn }: Scene): Promise<Outcome> {
  return visit.services.store.transaction(async (tx): Promise<Outcome> => {
    const principal = sessionPrincipal(signedIn)
    // Read once: between two looks at the clock the code could expire, and the grant would be made for no device.
    const occasion = occasionOf(visit)
    const { now } = occasion
    await assertAlive(principal, tx, now)
    const device = await findDeviceRequest(typed, tx, now)
    if (device === undefined) return { kind: 'over' }
    const accounts = (await visibleAccounts({ principal, read: tx }, 'account:read')).map(({ id }) => id)
    const question = { client, wish: wishOf(device) }
    const consented = await answerConsent(tx, question, { signedIn, accounts }, visit.form, occasion)
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

/** The device behind the code that was typed; undefined = the browser has been told that there is none. */
async function enter(visit: Visit): Promise<Scene | undefined> {
  const { services, form, deviceGuesses, address } = visit
  const signedIn = requireSession(visit)
  if (signedIn === undefined) return undefined
  const wait = deviceGuesses.wait(signedIn.user.id)
  if (wait !== undefined) {
    throw new AppError('rate_limited', 'Too many codes that are not right were typed.', {
      fix: `Wait ${wait} seconds.`,
      retryAfter: wait,
    })
  }
  const typed = form.get('user_code') ?? ''
  const device = await findDeviceRequest(typed, services.store.read, services.now())
  const lookup = device && (await findClient(device.client_id, { services, address }))
  if (device === undefined || lookup === undefined || 'fault' in lookup) {
    if (await tellAgain(visit, typed, signedIn)) return undefined
    deviceGuesses.wrong(signedIn.user.id)
    sendDeviceForm(visit, { typed, isUnknown: true })
    return undefined
  }
  return { typed, device, client: lookup.client, signedIn }
}

/** Says again what became of a device that this person answered; false = there is none. */
async function tellAgain(visit: Visit, typed: string, { user }: SignedIn): Promise<boolean> {
  const { services, address } = visit
  const answered = await findAnsweredDevice(typed, user.id, services.store.read, services.now())
  const lookup = answered && (await findClient(answered.client_id, { services, address }))
  if (answered === undefined || lookup === undefined || 'fault' in lookup) return false
  const isAllowed = answered.status !== 'denied'
  if (isAllowed && visit.form.get('answer') === 'deny') sendTooLate(visit, answered.grant_id ?? '', { isStep: false })
  else sendDeviceResult(visit, { clientName: lookup.client.name, isAllowed })
  return true
}

/** Named or not, a device gets of these scopes what it is allowed, and no other of its grant. */
const wishOf = ({ scopes }: Frozen<DeviceCodeRecord>) => ({ scopes, scope_given: true })

interface Return {
  /** What the person had chosen before. */
  readonly left: URLSearchParams | undefined
  readonly problem?: Missing
}

async function sendConsent(visit: Visit, scene: Scene, { left, problem }: Return): Promise<void> {
  const { typed, device, client, signedIn } = scene
  const { store, now } = visit.services
  const grant = await findGrant(store.read, signedIn.user.id, client.id)
  const principal = sessionPrincipal(signedIn)
  const offer = offerOf(wishOf(device), grant, now())
  sendDeviceConsent(visit, {
    typed,
    back: pathWith(typed),
    client,
    signedIn,
    grant,
    offer: left === undefined ? offer : offerAsLeft(offer, left),
    accounts: await visibleAccounts({ principal, read: store.read }, 'account:read'),
    problem,
  })
}

const pathWith = (typed: string): string =>
  `${CAPABILITIES.paths.verification}?${new URLSearchParams({ user_code: typed })}`
