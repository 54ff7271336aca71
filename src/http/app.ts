import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type Request } from 'express'
import { AppError } from '../errors.ts'
import { echo } from '../text/escape.ts'
import { tryDecodePart } from '../text/percent-encoding.ts'
import { findClosestName } from '../tools/closest-name.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { createProjectFileSchema, SCHEMA_PATH } from '../tools/schemas/project-file.ts'
import { wantsPage } from '../web/requests/accept.ts'
import { enforceLimit } from './limits/enforce.ts'
import { mountPages, type PageDeps, sendMissingPage, sendPageFault } from './pages/serve-pages.ts'
import { methodNotAllowedError } from './requests/fault.ts'
import { clientAddress, forwardedHops } from './requests/headers.ts'
import { answerOptions, setCorsHeaders } from './responses/headers.ts'
import { createDocument, sendDocument } from './responses/json-document.ts'
import { sendJson } from './responses/problem.ts'
import { openApiDocument } from './rest/openapi.ts'

const STOPPING = { writable: false, reason: 'The server is stopping.' } as const
/** Seconds after which it is worth asking again; as for writes that the store refuses. */
const NOT_READY_RETRY_AFTER = 10
const READ_METHODS = 'GET, HEAD, OPTIONS'

/**
 * Serves everything that needs no credential: health, the OpenAPI document, the index and the pages. Anything else is 404: a page for browsers, JSON for
 * programs.
 */
export function createApp(deps: PageDeps, isStopping: () => boolean): Express {
  const { services, limits, trustProxy, createExchange } = deps
  const app = express()
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing')
  app.set('query parser', 'simple')

  // Express fails on invalid escapes (`%zz`, `%ff`).
  app.use((request, _response, next) =>
    next(tryDecodePart(request.path) === undefined ? notFoundError(request) : undefined),
  )

  const openApi = createDocument(() => openApiDocument(services))
  const projectFileSchema = createDocument(createProjectFileSchema)
  const health = (request: IncomingMessage, response: ServerResponse): void =>
    sendJson(response, 200, { status: 'ok', ...describeProxies(request, trustProxy) })
  const answers: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => void | Promise<void>>
  > = {
    '/': (_request, response) => sendJson(response, 200, createServiceIndex(services)),
    '/up': health,
    '/healthz': health,
    '/ready': (_request, response) => sendReadiness(response, services, isStopping()),
    '/api/openapi.json': async (request, response) => {
      await enforceLimit(response, limits, 'openapi', clientAddress(request, trustProxy))
      sendDocument(request, response, openApi(services.baseUrl))
    },
    [SCHEMA_PATH]: async (request, response) => {
      await enforceLimit(response, limits, 'openapi', clientAddress(request, trustProxy))
      sendDocument(request, response, projectFileSchema(services.baseUrl))
    },
  }
  for (const [path, answer] of Object.entries(answers)) {
    app.all(path, (request, response, next) => {
      if (path === '/' && wantsPage(request)) return next()
      if (path.startsWith('/api/')) setCorsHeaders(response)
      if (request.method === 'OPTIONS') return answerOptions(request, response, READ_METHODS)
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw methodNotAllowedError({ request, response }, path, READ_METHODS)
      if (path === '/') response.setHeader('vary', 'accept')
      return answer(request, response)
    })
  }

  mountPages(app, deps)
  app.use((request, response) => {
    if (wantsPage(request)) return sendMissingPage(createExchange(request, response), deps)
    throw notFoundError(request)
  })
  const failed: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    return sendPageFault(createExchange(request, response), error, deps)
  }
  return app.use(failed)
}

function notFoundError(request: Request): AppError {
  const { path } = request
  const close = findClosestName(path, ['/mcp', '/api/openapi.json', '/ready'])
  return new AppError('not_found', `${echo(path)} does not exist.`, {
    fix: close === undefined ? 'GET / lists the endpoints.' : `Did you mean ${close}?`,
  })
}

/** Compares the number of forwarding proxies with the trusted ones. Not secret: every client can find out. */
function describeProxies(request: IncomingMessage, trusted: number): { proxies?: 'untrusted' | 'missing' } {
  const hops = forwardedHops(request)
  if (hops === trusted) return {}
  return { proxies: hops > trusted ? 'untrusted' : 'missing' }
}

function createServiceIndex({ baseUrl, version }: Services) {
  return {
    name: 'Dragoman',
    version,
    mcp: `${baseUrl}/mcp`,
    api: `${baseUrl}/api`,
    openapi: `${baseUrl}/api/openapi.json`,
  }
}

async function sendReadiness(response: ServerResponse, { store }: Services, isStopping: boolean): Promise<void> {
  const { writable, reason } = isStopping ? STOPPING : await store.status()
  if (writable) return sendJson(response, 200, { status: 'ready' })
  response.setHeader('retry-after', String(NOT_READY_RETRY_AFTER))
  sendJson(response, 503, { status: 'not_ready', ...(reason !== undefined && { reason }) })
}
