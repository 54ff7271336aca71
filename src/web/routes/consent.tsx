import { assertAlive } from '../../auth/alive.ts'
import { answerConsent, type Consented } from '../../auth/oauth/answer-consent.ts'
import { findClient } from '../../auth/oauth/clients.ts'
import { offerOf } from '../../auth/oauth/consent.ts'
import { findGrant } from '../../auth/oauth/grants.ts'
import { findInteraction, type Interaction } from '../../auth/oauth/interactions.ts'
import { issueCode } from '../../auth/oauth/issue-code.ts'
import { matchesRedirect, redirectPlace } from '../../auth/oauth/redirect-uris.ts'
import type { SecretValue } from '../../auth/secrets.ts'
import { type SignedIn, sessionPrincipal } from '../../auth/sessions.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Frozen } from '../../store/store.ts'
import { visibleAccounts } from '../../tools/resources.ts'
import { occasionOf } from '../occasion.ts'
import { sendConsentPage } from '../pages/consent.tsx'
import { sendErrorPage } from '../pages/error.tsx'
import { sendRecovery } from '../pages/recovery.tsx'
import { codeFromMemory } from '../remembered-consent.ts'
import { requireSession } from '../require-session.ts'
import { sendAnswer, sendThroughPage, type Waiting } from '../send-answer.tsx'
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
  const code = await codeFromMemory(visit, client, interaction)
  if (code !== undefined) return sendThroughPage(visit, waitingIn(scene), { code })
  await sendPageOf(visit, scene)
}

async function answer(visit: Visit): Promise<void> {
  const scene = await enter(visit)
  if (scene === undefined) return
  const outcome = await decide(visit, scene)
  switch (outcome.kind) {
    case 'over':
      return sendOver(visit)
    case 'stale_sign_in':
      return signInAgain(visit, visit.request.url)
    case 'incomplete':
      return sendPageOf(visit, scene, outcome.why)
    case 'denied':
      return sendAnswer(visit, waitingIn(scene), {
        error: 'access_denied',
        description: 'The person said no.',
      })
    case 'allowed':
      return sendAnswer(visit, waitingIn(scene), { code: outcome.code })
  }
}

type Outcome =
  | Exclude<Consented, { kind: 'allowed' }>
  | { readonly kind: 'allowed'; readonly code: SecretValue }
  /** Another tab was quicker. */
  | { readonly kind: 'over' }

function decide(visit: Visit, { interaction, client, signedIn }: Scene): Promise<Outcome> {
  const { store, now, newId, auth } = visit.services
  return store.transaction(async (tx): Promise<Outcome> => {
    const principal = sessionPrincipal(signedIn)
    await assertAlive(principal, tx, now())
    if ((await tx.interactions.get(interaction.id)) === undefined) return { kind: 'over' }
    const accounts = (await visibleAccounts({ principal, read: tx }, 'account:read')).map(({ id }) => id)
    const question = { client, scopes: interaction.scopes, redirect: redirectPlace(interaction.redirect_uri) }
    const consented = await answerConsent(tx, question, { signedIn, accounts }, visit.form, occasionOf(visit))
    if (consented.kind === 'incomplete' || consented.kind === 'stale_sign_in') return consented
    await tx.interactions.remove(interaction.id)
    if (consented.kind === 'denied') return consented
    const issued = { asked: interaction, grant: consented.grant }
    return { kind: 'allowed', code: await issueCode(tx, issued, { now: now(), newId, lifetimes: auth.lifetimes }) }
  })
}

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

async function sendPageOf(
  visit: Visit,
  scene: Scene,
  problem?: 'no_answer' | 'no_scope' | 'no_account',
): Promise<void> {
  const { interaction, client, signedIn } = scene
  const { store, now } = visit.services
  const grant = await findGrant(store.read, signedIn.user.id, client.id)
  sendConsentPage(visit, {
    path: `/oauth/consent/${interaction.id}`,
    client,
    redirectUri: interaction.redirect_uri,
    signedIn,
    grant,
    offer: offerOf(interaction.scopes, grant, now()),
    accounts: await visibleAccounts({ principal: sessionPrincipal(signedIn), read: store.read }, 'account:read'),
    problem,
  })
}

const waitingIn = ({ client, interaction }: Scene): Waiting => ({
  clientName: client.name,
  redirectUri: interaction.redirect_uri,
  state: interaction.state,
})

/** Chromium stays on the page when the program's own answer leads elsewhere than the page's policy names: the person may press again. */
const sendOver = (visit: Visit): void =>
  sendErrorPage(visit, {
    status: 400,
    message:
      'There is nothing to answer here: it was answered, it is older than ten minutes, or another browser began it.',
    fix: 'If you pressed Allow or Deny just now, the app has its answer, and you can close this tab. Else go back to the app and connect again.',
    isStep: true,
  })
