import { assertAlive } from '../../auth/alive.ts'
import type { Facts } from '../../auth/audit.ts'
import { recordEnded } from '../../auth/ended-tokens.ts'
import { answerConsent, type Consented } from '../../auth/oauth/answer-consent.ts'
import { answerAgain, type Kept, keepAnswer, ownAnswer } from '../../auth/oauth/answered.ts'
import { findClient } from '../../auth/oauth/clients.ts'
import { type Missing, offerAsLeft, offerOf } from '../../auth/oauth/consent.ts'
import { findGrant } from '../../auth/oauth/grants.ts'
import { findInteraction, type Interaction } from '../../auth/oauth/interactions.ts'
import { issueCode } from '../../auth/oauth/issue-code.ts'
import { matchesRedirect, redirectPlace } from '../../auth/oauth/redirect-uris.ts'
import { gainOf, takeBack } from '../../auth/oauth/take-back.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { type SignedIn, sessionCredential, sessionPrincipal } from '../../auth/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Transaction } from '../../store/store.ts'
import { visibleAccounts } from '../../tools/resources.ts'
import { KEPT, keepChoice, keptChoice } from '../kept-choice.ts'
import { occasionOf } from '../occasion.ts'
import { sendPage } from '../page.tsx'
import { sendConsentPage } from '../pages/consent.tsx'
import { sendErrorPage } from '../pages/error.tsx'
import { Arrived } from '../pages/interstitial.tsx'
import { sendRecovery } from '../pages/recovery.tsx'
import { redirect } from '../redirect.ts'
import { answerFromMemory } from '../remembered-consent.ts'
import { requireSession } from '../require-session.ts'
import { sendAnswerPage, type Waiting } from '../send-answer.tsx'
import { sendTooLate } from '../send-too-late.ts'
import { signInAgain } from '../sign-in-again.ts'
import type { Route, Visit } from '../visit.ts'

/** Where a person says yes or no to a client. GET may hand out a code, so that HEAD is not the same as it. */
export const consentRoute: Route = {
  path: '/oauth/consent/:interaction',
  isDeed: true,
  isStep: true,
  get: show,
  post: answer,
}

interface Scene {
  readonly interaction: Interaction
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
}

async function show(visit: Visit): Promise<void> {
  const scene = await enter(visit)
  if (scene === undefined) return
  const { interaction, client } = scene
  if (interaction.answered !== undefined) return sendAgain(visit, scene)
  const current = await answerFromMemory(visit, client, interaction)
  if (current === undefined) return sendOver(visit)
  if (current.answered !== undefined) return sendAgain(visit, { ...scene, interaction: current })
  await sendPageOf(visit, scene, { left: keptChoice(visit, pathOf(scene), visit.query.get(KEPT)) })
}

async function answer(visit: Visit): Promise<void> {
  const scene = await enter(visit)
  if (scene === undefined) return
  const outcome = await decide(visit, scene)
  switch (outcome.kind) {
    case 'over':
      return sendOver(visit)
    case 'connected':
      return sendTooLate(visit, outcome.grantId, { isStep: true })
    case 'stale_sign_in':
      return signInAgain(visit, keepChoice(visit, pathOf(scene)))
    case 'incomplete':
      return sendPageOf(visit, scene, { left: visit.form, problem: outcome.why })
    case 'answered':
      // The same address without the form: it leads on to the client, in this browser alone.
      return redirect(visit, pathOf(scene))
  }
}

type Outcome =
  | Exclude<Consented, { kind: 'allowed' | 'denied' }>
  /** By this click, or by one before it or in another tab. */
  | { readonly kind: 'answered' }
  /** No, when the client has used the yes before. */
  | { readonly kind: 'connected'; readonly grantId: string }
  | { readonly kind: 'over' }

function decide(visit: Visit, { interaction, client, signedIn }: Scene): Promise<Outcome> {
  const { store, now, newId, auth } = visit.services
  return store.transaction(async (tx): Promise<Outcome> => {
    const principal = sessionPrincipal(signedIn)
    await assertAlive(principal, tx, now())
    const current = await tx.interactions.get(interaction.id)
    if (current === undefined) return { kind: 'over' }
    const turn = await takeTurn(visit, tx, current, signedIn)
    if (turn.kind !== 'open') return turn
    const accounts = (await visibleAccounts({ principal, read: tx }, 'account:read')).map(({ id }) => id)
    const known = await findGrant(tx, signedIn.user.id, client.id)
    const place = redirectPlace(interaction.redirect_uri)
    const question = { client, wish: interaction, redirect: place, facts: turn.facts }
    const consented = await answerConsent(tx, question, { signedIn, accounts }, visit.form, occasionOf(visit))
    if (consented.kind === 'incomplete' || consented.kind === 'stale_sign_in') return consented
    const clock = { now: now(), newId, lifetimes: auth.lifetimes }
    const told: Kept =
      consented.kind === 'denied'
        ? { error: 'access_denied', description: 'The person said no.' }
        : {
            code: await issueCode(tx, { asked: interaction, grant: consented.grant }, clock),
            gain: gainOf(known, consented.grant),
          }
    await keepAnswer(tx, current, told, answererIn(visit, signedIn), clock.now)
    return { kind: 'answered' }
  })
}

type Turn = { readonly kind: 'open'; readonly facts?: Facts } | Extract<Outcome, { kind: 'answered' | 'connected' }>

/** Whether an answer still counts: the first one does, and a no after a yes that the client has not heard of. */
async function takeTurn(visit: Visit, tx: Transaction, current: Interaction, signedIn: SignedIn): Promise<Turn> {
  if (current.answered === undefined) return { kind: 'open' }
  const told = visit.form.get('answer') === 'deny' ? ownAnswer(current, answererIn(visit, signedIn)) : undefined
  if (told === undefined || 'error' in told) return { kind: 'answered' }
  const taken = await takeBack(tx, { ...told, at: current.answered.at }, visit.services.now())
  if (taken.kind === 'connected') return taken
  const { ended } = taken
  const by = { user: signedIn.user, credential: sessionCredential(signedIn.session) }
  await recordEnded(tx, { ...by, ended, why: 'app_narrowed' }, occasionOf(visit))
  return { kind: 'open', facts: { taken_back: true, revoked_tokens: ended.length } }
}

const answererIn = ({ browser }: Visit, { user }: SignedIn) => ({ browser, userId: user.id })

/** Everything that a person needs to be asked; undefined = the browser has been told what is missing, or was sent to sign in. */
async function enter(visit: Visit): Promise<Scene | undefined> {
  const { services, params, browser, address } = visit
  const interaction = await findInteraction(services.store.read, params.interaction ?? '', browser, services.now())
  if (interaction === undefined) {
    sendOver(visit)
    return undefined
  }
  const signedIn = requireSession(visit)
  if (signedIn === undefined) return undefined
  // OpenID Connect Core 3.1.2.1: prompt=login wants the person to prove who they are, whoever is signed in.
  if (interaction.prompt === 'login' && signedIn.session.authenticated_at < interaction.created_at) {
    signInAgain(visit, visit.request.url)
    return undefined
  }
  const { client_id, redirect_uri } = interaction
  const lookup = await findClient(client_id, { services, address })
  if ('fault' in lookup) {
    sendRecovery(visit, { why: 'unknown_client', clientId: client_id, fault: lookup.fault })
    return undefined
  }
  const { client } = lookup
  if (!client.redirect_uris.some(registered => matchesRedirect(registered, redirect_uri))) {
    sendRecovery(visit, { why: 'unknown_redirect', client, redirectUri: redirect_uri })
    return undefined
  }
  return { interaction, client, signedIn }
}

interface Return {
  /** What the person had chosen before. */
  readonly left: URLSearchParams | undefined
  readonly problem?: Missing
}

async function sendPageOf(visit: Visit, scene: Scene, { left, problem }: Return): Promise<void> {
  const { interaction, client, signedIn } = scene
  const { store, now } = visit.services
  const grant = await findGrant(store.read, signedIn.user.id, client.id)
  const offer = offerOf(interaction, grant, now())
  sendConsentPage(visit, {
    path: pathOf(scene),
    client,
    redirectUri: interaction.redirect_uri,
    signedIn,
    grant,
    offer: left === undefined ? offer : offerAsLeft(offer, left),
    accounts: await visibleAccounts({ principal: sessionPrincipal(signedIn), read: store.read }, 'account:read'),
    problem,
  })
}

const pathOf = ({ interaction }: Scene): string => `/oauth/consent/${interaction.id}`

/**
 * What the client was told a moment ago, to the browser that did not get there: the same code, never a second one. A code that the client has used
 * is not sent again: it would be taken for stolen, and end what it gave.
 */
async function sendAgain(visit: Visit, scene: Scene): Promise<void> {
  const { interaction, signedIn, client } = scene
  const { store, now } = visit.services
  const told = answerAgain(interaction, answererIn(visit, signedIn), now())
  if (told !== undefined) {
    const code = 'code' in told ? await store.read.codes.by('hash', hashSecret(told.code)) : undefined
    return code?.used_at == null ? sendAnswerPage(visit, waitingIn(scene), told) : sendArrived(visit, client.name)
  }
  sendErrorPage(visit, {
    status: 400,
    message: 'You have answered this already, and each answer counts once.',
    fix: 'Go back to the app. If it is not connected, connect it there again.',
    isStep: true,
  })
}

const sendArrived = (visit: Visit, clientName: string): void =>
  sendPage(visit, { title: `Back to ${clientName}`, body: <Arrived clientName={clientName} />, isStep: true })

const waitingIn = ({ client, interaction }: Scene): Waiting => ({
  clientName: client.name,
  redirectUri: interaction.redirect_uri,
  state: interaction.state,
})

const sendOver = (visit: Visit): void =>
  sendErrorPage(visit, {
    status: 400,
    message:
      'There is nothing to answer here: it was answered, it is older than ten minutes, or another browser began it.',
    fix: 'Go back to the app. If it is not connected, connect it there again.',
    isStep: true,
  })
