import { type Asked, clientIdOf, parseAuthorizationRequest } from '../../auth/oauth/authorization-request.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { customerOf } from '../../auth/oauth/client-cap.ts'
import { findClient } from '../../auth/oauth/clients.ts'
import { keepInteraction } from '../../auth/oauth/interactions.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Frozen } from '../../store/store.ts'
import { redirect } from '../page.tsx'
import { sendRecovery } from '../pages/recovery.tsx'
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
    case 'refused': {
      const { client, redirectUri, state, failure } = parsed
      const { error, message: description } = failure
      return sendAnswer(visit, { clientName: client.name, redirectUri, state }, { error, description })
    }
    case 'asked':
      return ask(visit, parsed.client, parsed.asked)
  }
}

async function ask(visit: Visit, client: Frozen<ClientRecord>, asked: Asked): Promise<void> {
  const { services, signedIn } = visit
  const { store, now, newId } = services
  const waiting = { clientName: client.name, redirectUri: asked.redirect_uri, state: asked.state }
  const code = await codeFromMemory(visit, client, asked)
  if (code !== undefined) return sendAnswer(visit, waiting, { code })
  if (asked.prompt === 'none') {
    // OpenID Connect Core 3.1.2.6
    return signedIn === undefined
      ? sendAnswer(visit, waiting, { error: 'login_required', description: 'Nobody is signed in in this browser.' })
      : sendAnswer(visit, waiting, { error: 'consent_required', description: 'The person has to be asked first.' })
  }
  const network = signedIn === undefined ? customerOf(visit.address) : undefined
  const interaction = await store.transaction(tx =>
    keepInteraction(tx, asked, visit.browser, { now: now(), newId, network }),
  )
  redirect(visit, `/oauth/consent/${interaction.id}`)
}
