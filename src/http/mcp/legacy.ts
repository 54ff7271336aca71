import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Exchange } from '../exchange.ts'

/**
 * Serves one request of a 2025 revision without a session, as one JSON response. A call that asks for progress gets a
 * stream. Replaces the SDK's fallback, which answers every call with a stream of one event.
 */
export async function serveLegacy(
  server: Server,
  request: Request,
  body: unknown,
  { response }: Exchange,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !asksForProgress(body) })
  await server.connect(transport)
  response.once('close', () => void server.close())
  return transport.handleRequest(withAcceptHeader(request), { parsedBody: body })
}

/** Whether a message, or one of a batch, has a token for notifications of progress. */
export function asksForProgress(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
  return messages.some(message => {
    const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } | null } | null }
    const { _meta: meta } = params ?? {}
    return meta?.progressToken !== undefined
  })
}

const ACCEPT_BOTH = 'application/json, text/event-stream'

/** The transport requires both types in Accept. curl and simple clients accept only JSON and must work, too. */
function withAcceptHeader(request: Request): Request {
  const accept = request.headers.get('accept') ?? ''
  if (accept.includes('application/json') && accept.includes('text/event-stream')) return request
  const headers = new Headers(request.headers)
  headers.set('accept', ACCEPT_BOTH)
  return new Request(request.url, { method: 'POST', headers })
}
