import { secondsSince, type Telemetry } from '../telemetry/telemetry.ts'
import { TRANSFER_PATH } from '../tools/files/transfer/links.ts'
import type { Exchange } from './exchange.ts'
import { OAUTH_ENDPOINTS } from './oauth/endpoints.ts'
import { isMetadataPath } from './oauth/metadata.ts'

/** Measures a request until its response has ended, and serves it in the span of its caller's trace. */
export function observeExchange(
  exchange: Exchange,
  { meters, tracer }: Telemetry,
  serve: () => Promise<void>,
): Promise<void> {
  const { request, response, requestId } = exchange
  const began = performance.now()
  const route = (): string => exchange.route ?? classifyPath(exchange.path)
  const status = (): string => (response.headersSent ? String(response.statusCode) : 'aborted')
  meters.requestBegan()
  response.once('close', () => meters.requestEnded({ route: route(), status: status(), seconds: secondsSince(began) }))
  if (!tracer.isRecording) return serve()
  const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : '_OTHER'
  const { traceparent, tracestate } = request.headers
  const start = {
    name: `${method} ${route()}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'dragoman.request_id': requestId },
    parent: typeof traceparent === 'string' ? { traceparent, tracestate: tracestate?.toString() } : undefined,
  } as const
  return tracer.span(start, async span => {
    // The log line of the request is written outside of its span.
    Object.assign(exchange.facts, tracer.fields())
    const closed = new Promise<void>(resolve => void response.once('close', resolve))
    await serve()
    await closed
    span.set({ 'http.route': route(), 'http.response.status_code': response.headersSent ? response.statusCode : 0 })
    if (response.statusCode >= 500) span.fail(String(response.statusCode))
  })
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const EXACT: Readonly<Record<string, string>> = {
  '/mcp': 'mcp',
  '/metrics': 'metrics',
  '/up': 'health',
  '/healthz': 'health',
  '/ready': 'health',
}

const PREFIXES: readonly (readonly [string, string])[] = [
  ['/api/', 'rest'],
  [TRANSFER_PATH, 'transfer'],
  ['/live/', 'events'],
  ['/assets/', 'asset'],
]

/** The class of a path: a few names, however many paths strangers try. */
function classifyPath(path: string): string {
  if (Object.hasOwn(EXACT, path)) return EXACT[path] ?? ''
  if (Object.hasOwn(OAUTH_ENDPOINTS, path)) return 'oauth'
  if (isMetadataPath(path)) return 'metadata'
  return PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'page'
}
