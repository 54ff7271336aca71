import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, InteractionRecord } from '../../../store/records/authorization.ts'
import type { Scope } from '../../policy/scopes.ts'
import { CAPABILITIES } from '../capabilities.ts'
import { clientFailure } from '../clients/find.ts'
import type { ClientFault, ClientLookup } from '../clients/lookup.ts'
import { assertGrantTypeAllowed } from '../clients/negotiate.ts'
import { matchesRedirect } from '../clients/redirect-uris.ts'
import { invalidRequest, OAuthFailure } from '../failure.ts'
import { readScopes } from '../requested-scopes.ts'
import { parseResources } from '../resources.ts'

type Client = Frozen<ClientRecord>

/** A valid authorization request, before it is stored as an interaction. */
export type AuthorizationRequest = Frozen<
  Omit<InteractionRecord, 'id' | 'browser' | 'network' | 'user_id' | 'created_at' | 'expires_at' | 'answered'>
>

/** The requested scopes. */
export type ScopeRequest = Pick<AuthorizationRequest, 'scopes' | 'scope_given'>

/** The reason why this server shows the error instead of sending it to the client: client or redirect URI are not proven (RFC 6749 4.1.2.1). */
export type LocalFault =
  | { readonly why: 'repeated'; readonly parameter: string }
  | { readonly why: 'no_client' }
  | { readonly why: 'unknown_client'; readonly clientId: string; readonly fault: ClientFault }
  | { readonly why: 'no_redirect'; readonly client: Client }
  | { readonly why: 'unknown_redirect'; readonly client: Client; readonly redirectUri: string }

export type ParsedRequest =
  | { readonly kind: 'local'; readonly fault: LocalFault }
  /** The error goes to the redirect URI of the client. */
  | {
      readonly kind: 'refused'
      readonly client: Client
      readonly redirectUri: string
      readonly state: string | undefined
      readonly failure: OAuthFailure
    }
  | { readonly kind: 'asked'; readonly client: Client; readonly requested: AuthorizationRequest }

interface RequestSettings {
  readonly baseUrl: string
  /** The scopes of a request without `scope`. */
  readonly challengeScopes: readonly Scope[]
}

/** Reads `client_id`, before any other parameter is trusted. */
export function parseClientId(query: URLSearchParams): { readonly clientId: string } | { readonly fault: LocalFault } {
  const repeated = ['client_id', 'redirect_uri'].find(name => query.getAll(name).length > 1)
  if (repeated !== undefined) return { fault: { why: 'repeated', parameter: repeated } }
  const clientId = getParameter(query, 'client_id')
  return clientId === undefined ? { fault: { why: 'no_client' } } : { clientId }
}

/** Reads an authorization request of a known client (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2). */
export function parseAuthorizationRequest(
  query: URLSearchParams,
  lookup: ClientLookup,
  settings: RequestSettings,
): ParsedRequest {
  const named = parseClientId(query)
  if ('fault' in named) return { kind: 'local', fault: named.fault }
  if ('fault' in lookup) {
    return { kind: 'local', fault: { why: 'unknown_client', clientId: named.clientId, fault: lookup.fault } }
  }
  const { client } = lookup
  const given = getParameter(query, 'redirect_uri')
  const redirectUri = given ?? (client.redirect_uris.length === 1 ? client.redirect_uris[0] : undefined)
  if (redirectUri === undefined) return { kind: 'local', fault: { why: 'no_redirect', client } }
  if (!client.redirect_uris.some(registered => matchesRedirect(registered, redirectUri))) {
    return { kind: 'local', fault: { why: 'unknown_redirect', client, redirectUri } }
  }
  const state = query.getAll('state').length === 1 ? getParameter(query, 'state') : undefined
  try {
    const requested = {
      client_id: client.id,
      redirect_uri: redirectUri,
      redirect_uri_given: given !== undefined,
      ...(state !== undefined && { state }),
      ...parseParameters(query, client, settings),
    }
    return { kind: 'asked', client, requested }
  } catch (error) {
    if (error instanceof OAuthFailure) return { kind: 'refused', client, redirectUri, state, failure: error }
    throw error
  }
}

/** RFC 6749 3.1: no parameter more than once. Unknown ones are ignored; `resource` may be repeated (RFC 8707 2). */
const SINGLE_PARAMETERS = [
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'request',
  'request_uri',
]

/** Limited, because requests are stored until a user answers, which may never happen. */
const MAX_STATE_LENGTH = 4096

function parseParameters(query: URLSearchParams, client: Client, { baseUrl, challengeScopes }: RequestSettings) {
  const repeated = SINGLE_PARAMETERS.find(name => query.getAll(name).length > 1)
  if (repeated !== undefined) throw invalidRequest(`${repeated} is repeated. Send it once.`)
  assertGrantTypeAllowed(client, 'authorization_code')
  if ((query.get('state')?.length ?? 0) > MAX_STATE_LENGTH) {
    throw invalidRequest(`state is longer than ${MAX_STATE_LENGTH} characters. Send a shorter one.`)
  }
  assertPlainCodeRequest(query)
  const code_challenge = parseCodeChallenge(query)
  const resources = parseResources(query.getAll('resource').filter(Boolean), baseUrl)
  const prompt = parsePrompt(query)
  return {
    code_challenge,
    resources,
    ...readScopes(getParameter(query, 'scope') ?? '', challengeScopes),
    ...(prompt !== undefined && { prompt }),
  }
}

function assertPlainCodeRequest(query: URLSearchParams): void {
  for (const name of ['request', 'request_uri']) {
    if (query.has(name)) {
      throw invalidRequest(`${name} is not supported. Send the parameters in the query.`)
    }
  }
  const mode = getParameter(query, 'response_mode')
  if (mode !== undefined && !includes(CAPABILITIES.responseModes, mode)) {
    throw invalidRequest(
      `response_mode is not ${CAPABILITIES.responseModes.join(' ')}, the only supported value. Omit it.`,
    )
  }
  const type = getParameter(query, 'response_type')
  if (type === undefined)
    throw invalidRequest(`response_type is missing. Send response_type=${CAPABILITIES.responseTypes.join(' ')}.`)
  if (!includes(CAPABILITIES.responseTypes, type)) {
    throw new OAuthFailure(
      'unsupported_response_type',
      `response_type is not ${CAPABILITIES.responseTypes.join(' ')}, the only supported value.`,
    )
  }
}

/** RFC 7636 4.2: SHA-256 in base64url without padding is 43 characters; 4.3: no method would mean plain. */
function parseCodeChallenge(query: URLSearchParams): string {
  const challenge = getParameter(query, 'code_challenge')
  if (challenge === undefined) {
    throw invalidRequest(
      `code_challenge is missing. Use PKCE with ${CAPABILITIES.codeChallengeMethods.join(' ')}; every client must.`,
    )
  }
  if (!includes(CAPABILITIES.codeChallengeMethods, getParameter(query, 'code_challenge_method') ?? 'plain')) {
    throw invalidRequest(
      `code_challenge_method is not ${CAPABILITIES.codeChallengeMethods.join(' ')}, the only supported value.`,
    )
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw invalidRequest('code_challenge is not a SHA-256 hash in base64url without padding (43 characters).')
  }
  return challenge
}

/** OpenID Connect Core 3.1.2.1. Every value except `none` shows the page; of several, the strictest counts. */
function parsePrompt(query: URLSearchParams): AuthorizationRequest['prompt'] {
  const given = (getParameter(query, 'prompt') ?? '').split(' ').filter(Boolean)
  const unknown = given.some(one => !includes(CAPABILITIES.prompts, one))
  if (unknown || (given.includes('none') && given.length > 1)) {
    throw invalidRequest(
      `prompt is not valid. Send none, or one or more of ${CAPABILITIES.prompts.filter(one => one !== 'none').join(', ')}.`,
    )
  }
  return (['none', 'login', 'select_account', 'consent'] as const).find(one => given.includes(one))
}

/** RFC 6749 3.1: a parameter without a value counts as omitted. */
const getParameter = (query: URLSearchParams, name: string): string | undefined => query.get(name) || undefined

const includes = (known: readonly string[], text: string): boolean => known.includes(text)

/** Converts a fault that is shown to the user instead of the client (RFC 6749 4.1.2.1). */
export function localFailure(fault: LocalFault): OAuthFailure {
  switch (fault.why) {
    case 'repeated':
      return invalidRequest(`${fault.parameter} is repeated. Send it once.`)
    case 'no_client':
      return invalidRequest('client_id is missing. Send the client_id of the registration.')
    case 'unknown_client':
      return new OAuthFailure('invalid_client', clientFailure(fault.fault).message)
    case 'no_redirect':
      return invalidRequest('redirect_uri is missing. Send one of the redirect URIs that the client registered.')
    case 'unknown_redirect':
      return invalidRequest(`redirect_uri ${fault.redirectUri.slice(0, 200)} is not registered for this client.`)
  }
}
