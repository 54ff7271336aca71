import { authenticate } from '../auth/policy/authenticate.ts'
import { constantTimeEqual } from '../auth/secrets.ts'
import { AppError } from '../errors.ts'
import type { Exposition } from '../telemetry/telemetry.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { parseBearerToken } from './bearer.ts'
import type { Exchange } from './exchange.ts'
import { enforceLimit } from './limits/enforce.ts'
import type { RateLimiter } from './limits/rate-limits.ts'
import { methodNotAllowedError } from './requests/fault.ts'
import { authorizationHeaders, clientAddress } from './requests/headers.ts'
import { sendProblem } from './responses/problem.ts'

export const METRICS_PATH = '/metrics'

/** What `GET /metrics` sends, and to whom. */
export interface MetricsAccess {
  readonly exposition: Exposition
  /** Whether it needs no token: only users of this machine can reach the server. */
  readonly isOpen: boolean
  /** `DRAGOMAN_METRICS_TOKEN` */
  readonly token: string | undefined
}

interface MetricsDeps {
  readonly services: Services
  readonly limits: RateLimiter
  readonly trustProxy: number
  readonly metrics: MetricsAccess
}

/** Serves the metrics of this process in the text format of Prometheus. */
export async function serveMetrics(exchange: Exchange, deps: MetricsDeps): Promise<void> {
  const { request, response } = exchange
  const { exposition, isOpen } = deps.metrics
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw methodNotAllowedError(exchange, METRICS_PATH, 'GET, HEAD', 'Use GET.')
    if (!isOpen) await assertReader(exchange, deps)
    const text = await exposition.read()
    const headers = { 'content-type': exposition.contentType, 'content-length': Buffer.byteLength(text) }
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : text)
  } catch (error) {
    sendProblem(exchange, error)
  }
}

/**
 * Admits the token of the configuration, and account tokens of operators. Tokens of apps are not admitted: a user who consents to scopes does not expect it.
 * @throws AppError `invalid_token`, `forbidden`, `rate_limited`.
 */
async function assertReader({ request, response }: Exchange, deps: MetricsDeps): Promise<void> {
  const { services, limits, trustProxy, metrics } = deps
  const [header = '', ...others] = authorizationHeaders(request)
  const value = others.length === 0 ? parseBearerToken(header) : undefined
  if (value !== undefined && metrics.token !== undefined && constantTimeEqual(value, metrics.token)) return
  const found = value === undefined ? undefined : await authenticate(value, [], services.store.read, services.now())
  if (found !== undefined && 'principal' in found) {
    const { user, credential } = found.principal
    if (user.operator && credential.kind === 'token') return
    throw new AppError('forbidden', 'Only operators of this server can read its metrics.', {
      fix: 'Send DRAGOMAN_METRICS_TOKEN, or an account token of an operator.',
    })
  }
  await enforceLimit(response, limits, 'unauthenticated', clientAddress(request, trustProxy))
  response.setHeader('www-authenticate', 'Bearer realm="dragoman metrics"')
  throw new AppError('invalid_token', 'The metrics need a bearer token of this server.', {
    fix: 'Set DRAGOMAN_METRICS_TOKEN on the server and send it, or send an account token of an operator.',
  })
}
