import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Services } from '../tools/call.ts'

/** One HTTP request under its id. The id is always ours: one that a client sends could make two requests look like one in the log. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly log: Log
  /** The path without the query, which may hold what must not be logged. */
  readonly path: string
  readonly query: URLSearchParams
}

/** Gives the request its id and sees to it that its end is logged. */
export function beginExchange(services: Services, request: IncomingMessage, response: ServerResponse): Exchange {
  const requestId = services.newId()
  const url = targetOf(request.url ?? '/')
  request.url = url
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const started = services.now().getTime()
  response.setHeader('x-request-id', requestId)
  response.once('close', () => {
    const { statusCode: status } = response
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
    const ms = services.now().getTime() - started
    services.log[level]({ request_id: requestId, method: request.method, path: readable(path), status, ms }, 'request')
  })
  return {
    request,
    response,
    requestId,
    path,
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    // Made when something is to be said: most requests have nothing to say.
    get log() {
      return services.log.child({ request_id: requestId })
    },
  }
}

/** Decoded, so that a token that is written in another way is known as one and left out of the log. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path.replaceAll('%', '')
  }
}

/** RFC 9112 3.2.2: a server takes the absolute form too. What no URL can hold, and Express would answer with a page, stands for nothing that is here. */
function targetOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  return URL.canParse(path, 'http://localhost') && path.startsWith('/') ? path : '/nothing'
}
