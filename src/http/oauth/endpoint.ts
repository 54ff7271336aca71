import { OAuthFailure } from '../../auth/oauth/failure.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import type { Exchange } from '../exchange.ts'
import { assertHost, type HostOptions } from '../host-and-origin.ts'
import { enforceLimit } from '../limits/enforce.ts'
import type { AddressLimit, RateLimiter } from '../limits/rate-limits.ts'
import { RequestFault } from '../requests/fault.ts'
import { clientAddress } from '../requests/headers.ts'
import { answerOptions, setCorsHeaders } from '../responses/headers.ts'
import { sendJson } from '../responses/problem.ts'

/** Dependencies of the authorization server's endpoints. */
export interface OAuthDeps {
  readonly services: Services
  readonly limits: RateLimiter
  readonly trustProxy: number
  readonly site: HostOptions
}

/** A request to an endpoint that clients call directly. */
export interface OAuthCall extends OAuthDeps {
  readonly exchange: Exchange
  /** The client's address. */
  readonly address: string
}

export interface OAuthEndpoint {
  readonly limit: AddressLimit
  /**
   * Returns the status and the JSON body; undefined means an empty body.
   * @throws OAuthFailure
   */
  readonly answer: (call: OAuthCall) => Promise<{ readonly status: number; readonly body: unknown }>
}

const METHODS = 'POST, OPTIONS'

/** Serves one endpoint: CORS, Host, method, rate limit. Every error follows RFC 6749 5.2. */
export async function serveOAuth(endpoint: OAuthEndpoint, exchange: Exchange, deps: OAuthDeps): Promise<void> {
  const { request, response } = exchange
  setCorsHeaders(response)
  response.setHeader('pragma', 'no-cache')
  try {
    if (request.method === 'OPTIONS') return answerOptions(request, response, METHODS)
    assertHost(request.headers.host, deps.services.baseUrl, deps.site)
    if (request.method !== 'POST') {
      response.setHeader('allow', METHODS)
      throw new OAuthFailure('invalid_request', 'Use POST.', { status: 405 })
    }
    const address = clientAddress(request, deps.trustProxy)
    await enforceLimit(response, deps.limits, endpoint.limit, address)
    const { status, body } = await endpoint.answer({ ...deps, exchange, address })
    if (body === undefined) response.writeHead(status, { 'content-length': 0 }).end()
    else sendJson(response, status, body)
  } catch (error) {
    sendOAuthFailure(exchange, error)
  }
}

/** Sends an error as RFC 6749 5.2 defines it. */
export function sendOAuthFailure(exchange: Exchange, error: unknown): void {
  const { response, requestId } = exchange
  const failure = toOAuthFailure(error, requestId)
  if (!(error instanceof OAuthFailure) && !(error instanceof AppError)) {
    exchange.log.error({ err: error }, 'oauth request failed')
  }
  exchange.facts.error_code = failure.error
  if (failure.basic) response.setHeader('www-authenticate', 'Basic realm="dragoman", charset="UTF-8"')
  if (failure.retryAfter !== undefined) response.setHeader('retry-after', String(failure.retryAfter))
  if (failure.status === 413 || error instanceof RequestFault) response.setHeader('connection', 'close')
  sendJson(response, failure.status, { error: failure.error, error_description: failure.message })
}

/** Converts an AppError to an OAuthFailure. */
function toOAuthFailure(error: unknown, requestId: string): OAuthFailure {
  if (error instanceof OAuthFailure) return error
  if (!(error instanceof AppError)) {
    return new OAuthFailure(
      'server_error',
      `Something went wrong on the server. The server log has the cause under request ${requestId}.`,
      {
        status: 500,
      },
    )
  }
  const { code, fix, retryAfter } = error
  const text = fix === undefined ? error.message : `${error.message} ${fix}`
  if (error instanceof RequestFault) return new OAuthFailure('invalid_request', text, { status: error.status })
  if (code === 'rate_limited') {
    return new OAuthFailure('too_many_requests', text, { status: 429, ...(retryAfter !== undefined && { retryAfter }) })
  }
  if (code === 'store_unavailable' || code === 'unavailable') {
    return new OAuthFailure('temporarily_unavailable', text, { status: 503, retryAfter: retryAfter ?? 10 })
  }
  // RFC 6749 5.2 uses 400 for invalid requests; only the size has its own status.
  return new OAuthFailure('invalid_request', text, { status: code === 'too_large' ? 413 : 400 })
}
