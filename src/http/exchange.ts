import type { IncomingMessage, ServerResponse } from 'node:http'
import { findBaseUrl } from '../auth/oauth/base-urls.ts'
import type { Principal } from '../auth/policy/principal.ts'
import type { Log } from '../log.ts'
import type { TraceFields } from '../telemetry/telemetry.ts'
import { echo } from '../text/escape.ts'
import { tryDecodePart } from '../text/percent-encoding.ts'
import type { Services } from '../tools/pipeline/call.ts'

/** Log fields of a request: values of closed lists and names from the store, so that strangers can't write to the log. */
interface RequestFacts extends TraceFields {
  /** The error code, for OAuth endpoints that of the RFCs. */
  error_code?: string
  /** The JSON-RPC error number. */
  rpc_code?: number
  /** The OAuth client of the request or of its access token. */
  client_id?: string
  user_id?: string
  handle?: string
}

/**
 * One HTTP request with its request ID. The server always creates the ID, because an ID from a client could merge two requests in the log. A class,
 * because V8 keeps object literals with accessors, and so the request, until it collects the old generation.
 */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Filled while serving the request. */
  readonly facts: RequestFacts = {}
  /** The class of the request for metrics, if its path does not tell. */
  route: 'mcp_stream' | 'events' | undefined
  /** The path without the query, which may contain secrets. */
  readonly path: string
  readonly query: URLSearchParams
  readonly #services: Services

  constructor(services: Services, request: IncomingMessage, response: ServerResponse) {
    const url = normalizeTarget(request.url ?? '/')
    request.url = url
    const mark = url.indexOf('?')
    this.#services = services
    this.request = request
    this.response = response
    this.requestId = services.newId()
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  }

  /** The base URL by which the client reached the server. Pages are always at the configured one. */
  get baseUrl(): string {
    return findBaseUrl(this.request.headers.host, this.#services.baseUrl)
  }

  /** Created on first use: most requests log nothing. */
  get log(): Log {
    return this.#services.log.child({ request_id: this.requestId })
  }
}

/** Starts an exchange: creates the request ID, and logs the request when it ends. */
export function beginExchange(services: Services, request: IncomingMessage, response: ServerResponse): Exchange {
  const exchange = new Exchange(services, request, response)
  const { requestId, path, facts } = exchange
  const started = services.now().getTime()
  response.setHeader('x-request-id', requestId)
  response.once('close', () => {
    const { statusCode: status } = response
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    if (!services.log.isLevelEnabled(level)) return
    const ms = services.now().getTime() - started
    const { method } = request
    services.log[level]({ request_id: requestId, method, path: toLoggedPath(path), status, ms, ...facts }, 'request')
  })
  return exchange
}

/** Adds the user to the log of a request. */
export function addUserToLog({ facts }: Exchange, { id, handle }: Principal['user']): void {
  facts.user_id = id
  facts.handle = handle
}

/** Adds the OAuth client to the log of a request. The ID of a client with a metadata document is its URL. */
export function addClientToLog({ facts }: Exchange, id: string): void {
  facts.client_id = echo(id)
}

/** The decoded path, so that encoded tokens are redacted, too; at most as long as an echoed value. */
const toLoggedPath = (path: string): string => echo(tryDecodePart(path) ?? path.replaceAll('%', ''))

/** Most paths need no further check. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/

/** RFC 9112 3.2.2: servers must accept the absolute form. Invalid URLs, for which Express would send a page, become a path that does not exist. */
function normalizeTarget(url: string): string {
  if (PLAIN_PATH.test(url)) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  return URL.canParse(path, 'http://localhost') && path.startsWith('/') ? path : '/nothing'
}
