import { type Asked, clientIdOf, parseAuthorizationRequest } from '../../auth/oauth/authorization-request.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { customerOf } from '../../auth/oauth/client-cap.ts'
import { findClient } from '../../auth/oauth/clients.ts'
import { wasAllowedAt } from '../../auth/oauth/consent.ts'
import { OAuthFailure } from '../../auth/oauth/failure.ts'
import { findGrant } from '../../auth/oauth/grants.ts'
import { keepInteraction } from '../../auth/oauth/interactions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import { sendRecovery } from '../pages/recovery.tsx'
import { sendRefusedRequest } from '../pages/refused-request.tsx'
import { redirect } from '../redirect.ts'
import { codeFromMemory } from '../remembered-consent.ts'
import { sendAnswer } from '../send-answer.tsx'
import type { Route, Visit } from '../visit.ts'

/** Where a client sends a person (RFC 6749 4.1.1). GET may hand out a code, so that HEAD is not the same as it. */
export const authorizeRoute: Route = {
  path: CAPABILITIES.paths.authorize,
  limit: 'authorize',
  isDeed: true,
  isStep: true,
  get: authorize,
}

async function authorize(visit: Visit): Promise<void> {
  const { services, query, address } = visit
  const named = clientIdOf(query)
  if ('fault' in named) return sendRecovery(visit, named.fault)
  const lookup = await findClient(named.clientId, { services, address })
  const parsed = parseAuthorizationRequest(query, lookup, {
    baseUrl: services.baseUrl,
    challengeScopes: services.auth.challengeScopes,
  })
  switch (parsed.kind) {
    case 'local':
      return sendRecovery(visit, parsed.fault)
    case 'refused':
      return refuse(visit, parsed)
    case 'asked':
      return ask(visit, parsed.client, parsed.asked)
  }
}

async function ask(visit: Visit, client: Frozen<ClientRecord>, asked: Asked): Promise<void> {
  const { services, signedIn } = visit
  const { store, now, newId } = services
  const { redirect_uri: redirectUri, state } = asked
  const code = await codeFromMemory(visit, client, asked)
  if (code !== undefined) return sendAnswer(visit, { clientName: client.name, redirectUri, state }, { code })
  if (asked.prompt === 'none') {
    // OpenID Connect Core 3.1.2.6
    const failure =
      signedIn === undefined
        ? new OAuthFailure('login_required', 'Nobody is signed in in this browser.')
        : new OAuthFailure('consent_required', 'The person has to be asked first.')
    return refuse(visit, { client, redirectUri, state, failure })
  }
  const from = signedIn === undefined ? { network: customerOf(visit.address) } : { user_id: signedIn.user.id }
  const interaction = await store.transaction(tx =>
    keepInteraction(tx, asked, visit.browser, { now: now(), newId, from }),
  )
  redirect(visit, `/oauth/consent/${interaction.id}`)
}

interface Refused {
  readonly client: Frozen<ClientRecord>
  readonly redirectUri: string
  readonly state: string | undefined
  readonly failure: OAuthFailure
}

/** Tells a client at its redirect URI that its request is refused: without a page only where the person of this browser has let answers go before. */
async function refuse(visit: Visit, { client, redirectUri, state, failure }: Refused): Promise<void> {
  const { services, signedIn } = visit
  const waiting = { clientName: client.name, redirectUri, state }
  const grant = signedIn && (await findGrant(services.store.read, signedIn.user.id, client.id))
  if (grant === undefined || !wasAllowedAt(redirectUri, grant)) {
    return sendRefusedRequest(visit, { client, waiting, failure })
  }
  const { error, message: description } = failure
  sendAnswer(visit, waiting, { error, description })
}
