import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { toNetwork } from '../auth/network.ts'
import { createDeviceGuesses } from '../auth/oauth/device/guess-limit.ts'
import { createClickResults } from '../auth/sign-in/repeated-clicks.ts'
import { createUseRecorder } from '../auth/tokens/last-used.ts'
import { Pacer } from '../scheduling/pacer.ts'
import { TRANSFER_PATH } from '../tools/files/transfer/links.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { OpenLimit } from '../tools/pipeline/open-limit.ts'
import { SCHEMA_PATH } from '../tools/schemas/project-file.ts'
import type { ProviderOutcome } from '../web/sign-in/provider-outcome.ts'
import { createApp } from './app.ts'
import type { RecordUse } from './bearer.ts'
import { createClientErrorHandler, createConnectHandler } from './connections/malformed-requests.ts'
import { DEFAULT_TIMEOUTS, enforceBodyTimeout, setConnectionTimeouts, type Timeouts } from './connections/timeouts.ts'
import { ConnectionTracker, type DrainOptions } from './connections/tracker.ts'
import { serveEvents } from './events/routes.ts'
import { beginExchange, type Exchange } from './exchange.ts'
import { assertHost, type HostOptions } from './host-and-origin.ts'
import { createBodyBudget } from './limits/body-budget.ts'
import type { RateLimiter } from './limits/rate-limits.ts'
import { createResponseBudget } from './limits/response-budget.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import { sendRpcError } from './mcp/rpc-error.ts'
import { METRICS_PATH, type MetricsAccess, serveMetrics } from './metrics.ts'
import { isMissingClientPath, serveMissingPath } from './missing-path.ts'
import { sendOAuthFailure, serveOAuth } from './oauth/endpoint.ts'
import { OAUTH_ENDPOINTS } from './oauth/endpoints.ts'
import { isMetadataPath, serveMetadata } from './oauth/metadata.ts'
import { observeExchange } from './observe-exchange.ts'
import { findRequestFault } from './requests/fault.ts'
import { clientAddress } from './requests/headers.ts'
import { setSecurityHeaders } from './responses/headers.ts'
import { InterceptedResponse, interceptExpressResponses } from './responses/interceptor.ts'
import { sendProblem } from './responses/problem.ts'
import { serveRest } from './rest/endpoint.ts'
import { serveTransfer } from './transfer.ts'

export interface HttpOptions extends HostOptions {
  /** Number of reverse proxies that are trusted to report the client's address. */
  readonly trustProxy: number
  readonly limits: RateLimiter
  /** Absent where nothing is measured. */
  readonly metrics?: MetricsAccess
  /** Default: `DEFAULT_TIMEOUTS`. */
  readonly patience?: Timeouts
}

export interface HttpServer {
  readonly server: Server
  /** Makes `/ready` return 503, so that load balancers send no more requests. */
  readonly announceStop: () => void
  /** Finishes the current requests, ends streams and connections, and resolves when none are left. */
  readonly drain: (options: DrainOptions) => Promise<void>
}

/** Probes use the IP address instead of the host name. Their responses contain nothing secret. */
const PROBE_PATHS = new Set(['/up', '/healthz', '/ready'])

/**
 * Creates the HTTP server. Dispatches /mcp and /api itself, because they are called most; Express serves the rest.
 * Reads `services.baseUrl` on each request, so the server can be created before its port is known.
 */
export function createHttpServer(services: Services, options: HttpOptions): HttpServer {
  const { trustProxy, limits, patience = DEFAULT_TIMEOUTS } = options
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const recordUse = createUseRecorder({
    store: services.store,
    now: services.now,
    onError: error => services.log.warn({ err: error }, 'last use not recorded'),
  })
  const noteUse: RecordUse = (used, request) =>
    recordUse(used, () => ({
      address: clientAddress(request, trustProxy),
      userAgent: request.headers['user-agent'],
    }))
  const budget = createBodyBudget()
  const answers = createResponseBudget(
    request => budget.findUserId(request) ?? toNetwork(clientAddress(request, trustProxy), 64),
    sendRefusal,
  )
  const streamLimit = new OpenLimit({
    what: 'open streams',
    fix: 'Close one of them, or subscribe to several resources on one stream.',
  })
  const deps = { services, site: options, noteUse, budget, limits, trustProxy, streamLimit }
  const mcp = createMcpEndpoint(deps)
  const createExchange = (request: IncomingMessage, response: ServerResponse): Exchange =>
    exchanges.get(request) ?? beginExchange(services, request, response)
  const deviceGuesses = createDeviceGuesses(services.store.shared, services.now)
  const providerClicks = createClickResults<ProviderOutcome>({ shared: services.store.shared, now: services.now })
  let isStopping = false
  const app = createApp({ ...deps, deviceGuesses, providerClicks, createExchange }, () => isStopping)
  interceptExpressResponses(app)

  const serve = async (exchange: Exchange): Promise<void> => {
    const { request, response, path } = exchange
    setSecurityHeaders(response)
    const fault = findRequestFault(request)
    if (fault !== undefined) return sendRefusal(exchange, fault)
    // Endpoints for clients check the Host themselves and report errors in their protocol's format.
    const endpoint = OAUTH_ENDPOINTS[path]
    // Runs without waiting for its turn: it is short for any input, and limited by client address.
    if (endpoint !== undefined) return serveOAuth(endpoint, exchange, deps)
    if (!PROBE_PATHS.has(path)) await new Pacer(undefined, getSchedulingKey(request)).begin()
    if (path === '/mcp') return mcp.handle(exchange)
    if (isMetadataPath(path)) return serveMetadata(exchange, deps)
    if (!PROBE_PATHS.has(path)) assertHost(request.headers.host, services.baseUrl, options)
    if (isMissingClientPath(path)) return serveMissingPath(exchange)
    if (await serveEvents(exchange, deps)) return
    if ((path === '/api' || path.startsWith('/api/')) && path !== '/api/openapi.json' && path !== SCHEMA_PATH)
      return serveRest(exchange, deps)
    if (path === METRICS_PATH && options.metrics !== undefined)
      return serveMetrics(exchange, { ...deps, metrics: options.metrics })
    if (path.startsWith(TRANSFER_PATH)) return serveTransfer(exchange, services, budget)
    exchanges.set(request, exchange)
    app(request, response)
  }

  // The Host header is checked together with everything else that can make a request invalid.
  const server = createServer(
    { requireHostHeader: false, ServerResponse: InterceptedResponse },
    (request, response) => {
      connections.admit(request, response, () => begin(request, response))
    },
  )
  const begin = (request: IncomingMessage, response: InterceptedResponse): void => {
    const exchange = beginExchange(services, request, response)
    enforceBodyTimeout(request, response, patience)
    response.interceptWith(answers, exchange)
    void observeExchange(exchange, services.telemetry, () =>
      serve(exchange)
        .catch((error: unknown) => {
          if (response.headersSent) response.destroy()
          else sendProblem(exchange, error)
        })
        .finally(() => budget.release(request)),
    )
  }
  const connections = new ConnectionTracker(server)
  setConnectionTimeouts(server, patience)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', createClientErrorHandler(services))
  server.on('connect', createConnectHandler(services))
  return {
    server,
    announceStop: () => {
      isStopping = true
    },
    drain: async drainOptions => {
      isStopping = true
      services.runWatch.close()
      await Promise.all([connections.drain(drainOptions), mcp.endStreams()])
    },
  }
}

/**
 * Returns the scheduling key of a request before its caller is authenticated. Requests with the same key wait for each other. A caller with many keys waits
 * for as many turns.
 */
const getSchedulingKey = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? ''

/** Rejects a request that no route serves, in the error format of the path's protocol. */
function sendRefusal(exchange: Exchange, error: unknown): void {
  if (exchange.path === '/mcp') sendRpcError(exchange, error, 'request')
  else if (Object.hasOwn(OAUTH_ENDPOINTS, exchange.path)) sendOAuthFailure(exchange, error)
  else sendProblem(exchange, error)
}
