import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers of every response: JSON must not be sniffed, framed or cached. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const ALLOWED_HEADERS = [
  'Content-Type',
  'Authorization',
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Idempotency-Key',
  'If-None-Match',
  'DPoP',
]
const EXPOSED_HEADERS = [
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'DPoP-Nonce',
  'X-Request-Id',
  'ETag',
  'Content-Disposition',
  'Dragoman-Conflicts',
].join(', ')

export function setSecurityHeaders(response: ServerResponse): void {
  for (const name in SECURITY_HEADERS) response.setHeader(name, SECURITY_HEADERS[name] ?? '')
}

/** Allows calls with a bearer token from pages of any origin, without cookies. Set before authentication, so that browsers can read errors. */
export function setCorsHeaders(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', EXPOSED_HEADERS)
}

/** RFC 9110 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * Responds to a preflight or a plain OPTIONS, without a credential. After `setCorsHeaders`, allows every header that a page asks for, such as `traceparent`:
 * nothing in it is a credential that the browser adds by itself.
 */
export function answerOptions(request: IncomingMessage, response: ServerResponse, allow: string): void {
  response.setHeader('allow', allow)
  if (response.hasHeader('access-control-allow-origin')) {
    const requested = (request.headers['access-control-request-headers'] ?? '').split(',').map(name => name.trim())
    const allowed = new Set([...ALLOWED_HEADERS, ...requested.filter(name => HEADER_NAME.test(name))])
    response.setHeader('access-control-allow-methods', METHODS)
    response.setHeader('access-control-allow-headers', [...allowed].join(', '))
    response.setHeader('access-control-max-age', '86400')
  }
  response.writeHead(204).end()
}
