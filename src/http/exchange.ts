import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '../auth/policy/principal.ts'
import type { Log } from '../log.ts'
import { echo } from '../text/escape.ts'
import type { Services } from '../tools/pipeline/call.ts'

/** What the log tells of a request beside its status: words of closed lists and names of the store, so that no stranger writes here. */
interface RequestFacts {
  /** Ours, or that of the RFCs at the authorization server. */
  error_code?: string
  /** The number of the JSON-RPC error. */
  rpc_code?: number
  /** The client that called the authorization server, or that has the access token. */
  client_id?: string
  user_id?: string
  handle?: string
}

/**
 * One HTTP request under its id. The id is always ours: one that a client sends could make two requests look like one in the log. A class: of
 * literals with an accessor V8 keeps something of each one, and the request with it, until it collects the old part of the heap.
 */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Filled while the request is served. */
  readonly facts: RequestFacts = {}
  /** The path without the query, which may hold what must not be logged. */
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

  /** Made when something is to be said: most requests have nothing to say. */
  get log(): Log {
    return this.#services.log.child({ request_id: this.requestId })
  }
}

/** Gives the request its id and sees to it that its end is logged. */
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

/** Has the log of a request tell who sent it. */
export function addUserToLog({ facts }: Exchange, { id, handle }: Principal['user']): void {
  facts.user_id = id
  facts.handle = handle
}

/** Has the log of a request tell which OAuth client sent it. The id of a client that has a metadata document is its address. */
export function addClientToLog({ facts }: Exchange, id: string): void {
  facts.client_id = echo(id)
}

/** Decoded, so that a token that is written in another way is known as one and left out of the log; and no longer than what a message repeats. */
function toLoggedPath(path: string): string {
  try {
    return echo(decodeURIComponent(path))
  } catch {
    return echo(path.replaceAll('%', ''))
  }
}

/** Most paths need no look at what a URL can hold. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/

/** RFC 9112 3.2.2: a server takes the absolute form too. What no URL can hold, and Express would answer with a page, stands for nothing that is here. */
function normalizeTarget(url: string): string {
  if (PLAIN_PATH.test(url)) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  return URL.canParse(path, 'http://localhost') && path.startsWith('/') ? path : '/nothing'
}
