import type { Facts } from '../../auth/audit/events.ts'
import { recordTokenRevocations } from '../../auth/audit/token-revocations.ts'
import { answerConsent, type Consented } from '../../auth/oauth/authorize/answer-consent.ts'
import { applyFormToOffer, createOffer, type IncompleteReason } from '../../auth/oauth/authorize/consent.ts'
import { findInteraction, type Interaction } from '../../auth/oauth/authorize/interactions.ts'
import { issueCode } from '../../auth/oauth/authorize/issue-code.ts'
import {
  findOwnResponse,
  reissueResponse,
  type SavedResponse,
  saveResponse,
} from '../../auth/oauth/authorize/saved-response.ts'
import { diffGrant, undoConsent } from '../../auth/oauth/authorize/undo-consent.ts'
import { findClient } from '../../auth/oauth/clients/find.ts'
import { matchesRedirect, toRedirectOrigin } from '../../auth/oauth/clients/redirect-uris.ts'
import { findGrant } from '../../auth/oauth/grants/lifecycle.ts'
import { findIssuer } from '../../auth/oauth/resources.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { type SignedIn, sessionCredential, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Transaction } from '../../store/store.ts'
import { listVisibleAccounts } from '../../tools/pipeline/resources.ts'
import { t } from '../i18n/t.ts'
import { sendErrorPage } from '../layout/error-page.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { auditContext } from '../requests/audit-context.ts'
import { type PageRequest, type Route, redirect } from '../requests/page-request.ts'
import { redirectToReauthentication } from '../sessions/reauthentication.ts'
import { requireSession } from '../sessions/require.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from '../sessions/saved-choice.ts'
import { ConnectedPage, sendInterstitialPage, type WaitingClient } from './authorization-response.tsx'
import { sendConsentPage } from './consent-page.tsx'
import { sendDenyTooLatePage } from './deny-too-late-page.ts'
import { sendInvalidRequestPage } from './failed-request-pages.tsx'
import { answerFromRememberedConsent } from './remembered.ts'

/** The page where a user allows or denies a client's request. GET can issue a code, so HEAD is not served by it. */
export const consentRoute: Route = {
  path: '/oauth/consent/:interaction',
  hasSideEffects: true,
  isStep: true,
  get: showConsent,
  post: submitConsent,
}

interface Scene {
  readonly interaction: Interaction
  readonly client: Frozen<ClientRecord>
  readonly signedIn: SignedIn
}

async function showConsent(request: PageRequest): Promise<void> {
  const scene = await loadScene(request)
  if (scene === undefined) return
  const { interaction, client } = scene
  if (interaction.answered !== undefined) return resendAnswer(request, scene)
  const current = await answerFromRememberedConsent(request, client, interaction)
  if (current === undefined) return sendNothingToAnswerPage(request)
  if (current.answered !== undefined) return resendAnswer(request, { ...scene, interaction: current })
  await sendScenePage(request, scene, {
    left: savedChoice(request, consentPath(scene), request.query.get(SAVED_CHOICE_PARAM)),
  })
}

async function submitConsent(request: PageRequest): Promise<void> {
  const scene = await loadScene(request)
  if (scene === undefined) return
  const outcome = await decide(request, scene)
  switch (outcome.kind) {
    case 'over':
      return sendNothingToAnswerPage(request)
    case 'connected':
      return sendDenyTooLatePage(request, outcome.grantId, { isStep: true })
    case 'stale_sign_in':
      return redirectToReauthentication(request, savedChoicePath(request, consentPath(scene)))
    case 'incomplete':
      return sendScenePage(request, scene, { left: request.form, problem: outcome.why })
    case 'answered':
      // The same URL without the form leads to the client, in this browser only.
      return redirect(request, consentPath(scene))
  }
}

type Outcome =
  | Exclude<Consented, { kind: 'allowed' | 'denied' }>
  /** Answered by this click, by an earlier one, or in another tab. */
  | { readonly kind: 'answered' }
  /** `connected`: a denial after the client has used the approval. */
  | { readonly kind: 'connected'; readonly grantId: string }
  | { readonly kind: 'over' }

function decide(request: PageRequest, { interaction, client, signedIn }: Scene): Promise<Outcome> {
  const { store, now, newId, auth } = request.services
  return store.transaction(async (tx): Promise<Outcome> => {
    const principal = sessionPrincipal(signedIn)
    await assertCredentialActive(principal, tx, now())
    const current = await tx.interactions.get(interaction.id)
    if (current === undefined) return { kind: 'over' }
    const turn = await claimAnswer(request, tx, current, signedIn)
    if (turn.kind !== 'open') return turn
    const accounts = (await listVisibleAccounts({ principal, read: tx }, 'account:read')).map(({ id }) => id)
    const known = await findGrant(tx, signedIn.user.id, client.id)
    const place = toRedirectOrigin(interaction.redirect_uri)
    const question = { client, wish: interaction, redirect: place, facts: turn.facts }
    const consented = await answerConsent(tx, question, { signedIn, accounts }, request.form, auditContext(request))
    if (consented.kind === 'incomplete' || consented.kind === 'stale_sign_in') return consented
    const clock = { now: now(), newId, lifetimes: auth.lifetimes }
    const savedResponse: SavedResponse =
      consented.kind === 'denied'
        ? { error: 'access_denied', description: 'The user denied access.' }
        : {
            code: await issueCode(tx, { requested: interaction, grant: consented.grant }, clock),
            gain: diffGrant(known, consented.grant),
          }
    await saveResponse(tx, current, savedResponse, toAnswerer(request, signedIn), clock.now)
    return { kind: 'answered' }
  })
}

type AnswerClaim =
  | { readonly kind: 'open'; readonly facts?: Facts }
  | Extract<Outcome, { kind: 'answered' | 'connected' }>

/** Checks whether an answer is accepted: the first one, or a denial after an approval that the client has not received. */
async function claimAnswer(
  request: PageRequest,
  tx: Transaction,
  current: Interaction,
  signedIn: SignedIn,
): Promise<AnswerClaim> {
  if (current.answered === undefined) return { kind: 'open' }
  const savedResponse =
    request.form.get('answer') === 'deny' ? findOwnResponse(current, toAnswerer(request, signedIn)) : undefined
  if (savedResponse === undefined || 'error' in savedResponse) return { kind: 'answered' }
  const taken = await undoConsent(tx, { ...savedResponse, at: current.answered.at }, request.services.now())
  if (taken.kind === 'connected') return taken
  const { ended } = taken
  const by = { user: signedIn.user, credential: sessionCredential(signedIn.session) }
  await recordTokenRevocations(tx, { ...by, ended, why: 'app_narrowed' }, auditContext(request))
  return { kind: 'open', facts: { taken_back: true, revoked_tokens: ended.length } }
}

const toAnswerer = ({ browser }: PageRequest, { user }: SignedIn) => ({ browser, userId: user.id })

/** Loads the data of the consent page; undefined if an error or the sign-in page was sent. */
async function loadScene(request: PageRequest): Promise<Scene | undefined> {
  const { services, params, browser, address } = request
  const interaction = await findInteraction(services.store.read, params.interaction ?? '', browser, services.now())
  if (interaction === undefined) {
    sendNothingToAnswerPage(request)
    return undefined
  }
  if (!requireSession(request)) return undefined
  const { signedIn } = request
  // OpenID Connect Core 3.1.2.1: prompt=login requires a new sign-in, even for a signed-in user.
  if (interaction.prompt === 'login' && signedIn.session.authenticated_at < interaction.created_at) {
    redirectToReauthentication(request, request.incoming.url)
    return undefined
  }
  const { client_id, redirect_uri } = interaction
  const lookup = await findClient(client_id, { services, address })
  if ('fault' in lookup) {
    sendInvalidRequestPage(request, { why: 'unknown_client', clientId: client_id, fault: lookup.fault })
    return undefined
  }
  const { client } = lookup
  if (!client.redirect_uris.some(registered => matchesRedirect(registered, redirect_uri))) {
    sendInvalidRequestPage(request, { why: 'unknown_redirect', client, redirectUri: redirect_uri })
    return undefined
  }
  return { interaction, client, signedIn }
}

interface ConsentState {
  /** The user's earlier selection. */
  readonly left: URLSearchParams | undefined
  readonly problem?: IncompleteReason
}

async function sendScenePage(request: PageRequest, scene: Scene, { left, problem }: ConsentState): Promise<void> {
  const { interaction, client, signedIn } = scene
  const { store, now } = request.services
  const grant = await findGrant(store.read, signedIn.user.id, client.id)
  const offer = createOffer(interaction, grant, now())
  sendConsentPage(request, {
    path: consentPath(scene),
    client,
    redirectUri: interaction.redirect_uri,
    signedIn,
    grant,
    offer: left === undefined ? offer : applyFormToOffer(offer, left),
    accounts: await listVisibleAccounts({ principal: sessionPrincipal(signedIn), read: store.read }, 'account:read'),
    problem,
  })
}

const consentPath = ({ interaction }: Scene): string => `/oauth/consent/${interaction.id}`

/**
 * Sends the client's last response to a browser that did not receive it: the same code, never a second one. A code that was already exchanged is not sent
 * again: the client would seem to reuse it, and its tokens would be revoked.
 */
async function resendAnswer(request: PageRequest, scene: Scene): Promise<void> {
  const { interaction, signedIn, client } = scene
  const { store, now } = request.services
  const savedResponse = reissueResponse(interaction, toAnswerer(request, signedIn), now())
  if (savedResponse !== undefined) {
    const code = 'code' in savedResponse ? await store.read.codes.by('hash', hashSecret(savedResponse.code)) : undefined
    return code?.used_at == null
      ? sendInterstitialPage(request, toWaitingClient(request, scene), savedResponse)
      : sendConnectedPage(request, client.name)
  }
  sendErrorPage(request, {
    status: 400,
    code: 'conflict',
    title: t('consent.answered.title'),
    message: t('consent.answered.message'),
    fix: t('consent.answered.fix'),
    isStep: true,
  })
}

const sendConnectedPage = (request: PageRequest, clientName: string): void =>
  sendPage(request, {
    title: t('consent.back', { app: clientName }),
    body: <ConnectedPage clientName={clientName} />,
    isStep: true,
  })

const toWaitingClient = ({ services }: PageRequest, { client, interaction }: Scene): WaitingClient => ({
  clientName: client.name,
  redirectUri: interaction.redirect_uri,
  state: interaction.state,
  issuer: findIssuer(interaction.resources, services.baseUrl),
})

const sendNothingToAnswerPage = (request: PageRequest): void =>
  sendErrorPage(request, {
    status: 400,
    code: 'not_found',
    title: t('consent.not_found.title'),
    message: t('consent.not_found.message'),
    fix: t('consent.answered.fix'),
    isStep: true,
  })
