import { hasConsentFor } from '../../auth/oauth/authorize/consent.ts'
import { createInteraction } from '../../auth/oauth/authorize/interactions.ts'
import {
  type AuthorizationRequest,
  parseAuthorizationRequest,
  parseClientId,
} from '../../auth/oauth/authorize/request.ts'
import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { findClient } from '../../auth/oauth/clients/find.ts'
import { toCustomerNetwork } from '../../auth/oauth/clients/limit.ts'
import { OAuthFailure } from '../../auth/oauth/failure.ts'
import { findGrant } from '../../auth/oauth/grants/lifecycle.ts'
import { findIssuer, resourceId } from '../../auth/oauth/resources.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import { getUsedBaseUrl, redirectToBaseUrl } from '../requests/base-url.ts'
import { type PageRequest, type Route, redirect } from '../requests/page-request.ts'
import { sendAuthorizationResponse, type WaitingClient } from './authorization-response.tsx'
import { sendInvalidRequestPage, sendRefusedRequestPage } from './failed-request-pages.tsx'
import { issueRememberedCode } from './remembered.ts'

/** The authorization endpoint (RFC 6749 4.1.1). GET can issue a code, so HEAD is not served by it. */
export const authorizeRoute: Route = {
  path: CAPABILITIES.paths.authorize,
  limit: 'authorize',
  hasSideEffects: true,
  isStep: true,
  get: authorize,
}

async function authorize(request: PageRequest): Promise<void> {
  const { services, query, address } = request
  if (redirectToBaseUrl(request, withResource(request))) return
  const named = parseClientId(query)
  if ('fault' in named) return sendInvalidRequestPage(request, named.fault)
  const lookup = await findClient(named.clientId, { services, address })
  const parsed = parseAuthorizationRequest(query, lookup, {
    baseUrl: services.baseUrl,
    challengeScopes: services.auth.challengeScopes,
  })
  switch (parsed.kind) {
    case 'local':
      return sendInvalidRequestPage(request, parsed.fault)
    case 'refused':
      return refuseRequest(request, parsed)
    case 'asked':
      return requestConsent(request, parsed.client, parsed.requested)
  }
}

/** The query with the resource that it leaves to the base URL of the request. The issuer of the response follows from it. */
function withResource(request: PageRequest): URLSearchParams {
  const query = new URLSearchParams(request.query)
  if (!query.getAll('resource').some(Boolean)) query.append('resource', resourceId(getUsedBaseUrl(request), 'mcp'))
  return query
}

async function requestConsent(
  request: PageRequest,
  client: Frozen<ClientRecord>,
  requested: AuthorizationRequest,
): Promise<void> {
  const { services, signedIn } = request
  const { store, now, newId } = services
  const { redirect_uri: redirectUri, state } = requested
  const code = await issueRememberedCode(request, client, requested)
  if (code !== undefined)
    return sendAuthorizationResponse(request, toWaitingClient(request, { client, redirectUri, state }), { code })
  if (requested.prompt === 'none') {
    // OpenID Connect Core 3.1.2.6
    const failure =
      signedIn === undefined
        ? new OAuthFailure('login_required', 'No user is signed in to this browser.')
        : new OAuthFailure('consent_required', 'The user must consent first.')
    return refuseRequest(request, { client, redirectUri, state, failure })
  }
  const from = signedIn === undefined ? { network: toCustomerNetwork(request.address) } : { user_id: signedIn.user.id }
  const interaction = await store.transaction(tx =>
    createInteraction(tx, requested, request.browser, { now: now(), newId, from }),
  )
  redirect(request, `/oauth/consent/${interaction.id}`)
}

interface ReadRequest {
  readonly client: Frozen<ClientRecord>
  readonly redirectUri: string
  readonly state: string | undefined
}

const toWaitingClient = (
  { query, services }: PageRequest,
  { client, redirectUri, state }: ReadRequest,
): WaitingClient => ({
  clientName: client.name,
  redirectUri,
  state,
  issuer: findIssuer(query.getAll('resource').filter(Boolean), services.baseUrl),
})

interface RefusedRequest extends ReadRequest {
  readonly failure: OAuthFailure
}

/**
 * Sends an error to the client's redirect URI. Shows a page first, unless the user of this browser has consented to
 * that redirect before.
 */
async function refuseRequest(request: PageRequest, refused: RefusedRequest): Promise<void> {
  const { services, signedIn } = request
  const { client, redirectUri, failure } = refused
  const waiting = toWaitingClient(request, refused)
  const grant = signedIn && (await findGrant(services.store.read, signedIn.user.id, client.id))
  if (grant === undefined || !hasConsentFor(redirectUri, grant)) {
    return sendRefusedRequestPage(request, { client, waiting, failure })
  }
  const { error, message: description } = failure
  sendAuthorizationResponse(request, waiting, { error, description })
}
