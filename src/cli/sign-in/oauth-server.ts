import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi'
import * as oauth from 'oauth4webapi'
import { isLoopback } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { type Patience, readRetryAfter } from '../backends/patience.ts'
import { fetchBounded } from '../files/bounded-fetch.ts'
import type { Credentials } from './credentials.ts'

/** What one way of signing in needs. */
export interface FlowRequest extends RequestContext {
  readonly found: AuthorizationServer
  readonly clientId: string
  /** Default: the scopes that the server proposes. */
  readonly scope: string | undefined
  readonly signal: AbortSignal
  /** Waits between two polls. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** What the user has to open, and the code that the page asks for. */
export interface SignInPrompt {
  readonly url: string
  readonly code?: string
}

/** A sign-in that waits for its user. */
export interface SignInFlow {
  readonly prompt: SignInPrompt
  readonly tokens: Promise<TokenEndpointResponse>
}

/** Metadata and tokens are short. */
const BOUNDS = { bytes: 256 * 1024, milliseconds: 30_000 }

/** How the requests of a sign-in run. */
export interface RequestContext {
  readonly signal?: AbortSignal | undefined
  readonly now: () => Date
  /** Waits while the server is busy. Without it, the request fails, and its error has `retryAfter`. */
  readonly patience?: Patience | undefined
}

/** Options of every request of a sign-in. Plain http is for this machine only. */
export function requestOptions(server: string, { signal, now, patience }: RequestContext) {
  return {
    [oauth.customFetch]: async (
      address: string,
      { method, headers, body = null }: oauth.CustomFetchOptions<string, unknown>,
    ) => {
      const init = { method, headers, body: body as BodyInit | null, ...(signal !== undefined && { signal }) }
      const send = async (): Promise<Response> => {
        const { response, body: bytes } = await fetchBounded(address, init, BOUNDS)
        assertNotBusy(response, server, now())
        return new Response(response.status === 204 ? null : new Uint8Array(bytes), response)
      }
      return patience === undefined ? send() : patience.run(send, signal)
    },
    [oauth.allowInsecureRequests]: isLoopback(new URL(server).hostname),
  }
}

/** @throws AppError with `retryAfter` when the server refused a request for a while. */
function assertNotBusy({ status, headers }: Response, server: string, now: Date): void {
  const retryAfter = status === 429 || status === 503 ? readRetryAfter(headers, now) : undefined
  if (retryAfter === undefined) return
  const code = status === 429 ? 'rate_limited' : 'unavailable'
  const what = status === 429 ? 'has too many sign-in requests from your address' : 'is not available'
  throw new AppError(code, `${server} ${what} at the moment.`, {
    fix: `Try again in ${pluralize(retryAfter, 'second')}.`,
    retryAfter,
  })
}

/** The resource that the command line asks for (RFC 8707). */
export const toResource = (server: string): string => `${server}/mcp`

/** @throws AppError `invalid_input` for a server that is reached by plain http over a network. */
function assertEncrypted(server: string): void {
  const { protocol, hostname } = new URL(server)
  if (protocol === 'https:' || isLoopback(hostname)) return
  throw new AppError('invalid_input', `${server} is not encrypted, so your sign-in could be read on the way.`, {
    fix: 'Use the https address of the server. Plain http works only on the machine of the server, with localhost.',
  })
}

/** Each server of this version has all of them. */
const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'device_authorization_endpoint',
] as const

/**
 * Reads the metadata of a server (RFC 8414), which must be its own authorization server.
 * @throws AppError `invalid_input`, `unavailable`.
 */
export async function discoverServer(server: string, context: RequestContext): Promise<oauth.AuthorizationServer> {
  assertEncrypted(server)
  return explainErrors(server, async () => {
    const options = { algorithm: 'oauth2' as const, ...requestOptions(server, context) }
    const response = await oauth.discoveryRequest(new URL(server), options)
    const issuer = await readIssuer(response.clone())
    if (issuer !== undefined && issuer !== server) throw otherIssuerError(server, issuer)
    const found = await oauth.processDiscoveryResponse(new URL(server), response)
    // A page or an endpoint elsewhere could collect the user's consent for another server, or get tokens.
    for (const name of ENDPOINTS) {
      const endpoint = found[name]
      if (endpoint === undefined || new URL(endpoint).origin !== server) throw notDragomanError(server)
    }
    return found
  })
}

async function readIssuer(response: Response): Promise<string | undefined> {
  const { issuer } = (await response.json().catch(() => undefined)) ?? ({} as { readonly issuer?: unknown })
  return typeof issuer === 'string' && URL.canParse(issuer) ? new URL(issuer).origin : undefined
}

const otherIssuerError = (server: string, issuer: string): AppError =>
  new AppError('invalid_input', `The base URL of the server at ${server} is ${issuer}.`, {
    fix: dragoman => `Run ${dragoman(`login ${issuer}`)}.`,
  })

const notDragomanError = (server: string): AppError =>
  new AppError('unavailable', `${server} is not a Dragoman server that you can sign in to.`, {
    fix: 'Check the URL. It has no path, such as https://l10n.example.org.',
  })

/** The registration of the command line at every server. Users see the name at /account/apps. */
const CLIENT_METADATA = {
  client_name: 'Dragoman command line',
  software_id: 'dragoman-cli',
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** Registers the command line as a public client (RFC 7591). @throws AppError. */
export async function registerClient(found: oauth.AuthorizationServer, context: RequestContext): Promise<string> {
  const { issuer } = found
  return explainErrors(issuer, async () => {
    const response = await oauth.dynamicClientRegistrationRequest(
      found,
      CLIENT_METADATA,
      requestOptions(issuer, context),
    )
    return (await oauth.processDynamicClientRegistrationResponse(response)).client_id
  })
}

/** Whether the server still knows a client: revoking a token that never existed succeeds for each known one (RFC 7009 2.2). */
export async function isKnownClient(
  found: oauth.AuthorizationServer,
  clientId: string,
  context: RequestContext,
): Promise<boolean> {
  try {
    await explainErrors(found.issuer, () => revokeToken(found, clientId, 'none', context))
    return true
  } catch (error) {
    if (isOAuthError(error, 'invalid_client')) return false
    throw error
  }
}

/** Revokes a token at the server (RFC 7009). */
async function revokeToken(
  found: oauth.AuthorizationServer,
  clientId: string,
  token: string,
  context: RequestContext,
): Promise<void> {
  const client = { client_id: clientId }
  const options = requestOptions(found.issuer, context)
  await oauth.processRevocationResponse(await oauth.revocationRequest(found, client, oauth.None(), token, options))
}

/** Whether the server rejected a request with an error code of OAuth. */
export const isOAuthError = (error: unknown, code: string): boolean => isAnswer(error) && error.error === code

/** Runs requests to a server, and converts their errors. @throws AppError, or the OAuth error of the server. */
export async function explainErrors<T>(server: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError || isAnswer(error)) throw error
    if (error instanceof Error && error.name === 'AbortError') throw error
    if (isNetworkError(error)) throw unreachableError(server, error)
    throw new AppError('unavailable', `${server} did not answer as a Dragoman server does.`, {
      fix: 'Check the URL, and that the server is not older than this program.',
      cause: error,
    })
  }
}

/** Whether an error is an OAuth error that the server answered. */
export const isAnswer = (error: unknown): error is oauth.ResponseBodyError | oauth.AuthorizationResponseError =>
  error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError

const isNetworkError = (error: unknown): error is TypeError => error instanceof TypeError && error.cause !== undefined

function unreachableError(server: string, error: TypeError): AppError {
  const reason = error.cause instanceof Error ? error.cause.message : error.message
  return new AppError('unavailable', `No response from ${server}: ${reason}.`, {
    fix: 'Check the URL, and that the server runs.',
    cause: error,
  })
}

/**
 * Revokes the tokens of a stored sign-in at its server: the refresh token with its family (RFC 7009). Returns whether the server did so; the tokens stay
 * valid until they expire when it cannot be reached.
 */
export async function revokeSignIn(
  server: string,
  { client_id, sign_in }: Credentials['servers'][string] = {},
  context: RequestContext,
): Promise<boolean> {
  if (client_id === undefined || sign_in === undefined) return false
  try {
    const found = await discoverServer(server, context)
    await explainErrors(server, () => revokeToken(found, client_id, sign_in.refresh_token, context))
    return true
  } catch (error) {
    // The server removed the client with its tokens.
    if (isOAuthError(error, 'invalid_client')) return true
    // Another answer, such as a rate limit, must not keep the caller from the other servers.
    if (error instanceof AppError || isAnswer(error)) return false
    throw error
  }
}
