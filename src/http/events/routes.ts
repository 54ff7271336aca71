import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { OpenLimit } from '../../tools/pipeline/open-limit.ts'
import { challengeEndedCredential } from '../bearer.ts'
import type { Exchange } from '../exchange.ts'
import { type CallerDeps, countCalls, requireCaller } from '../limits/caller.ts'
import { challengeMissingScopes } from '../missing-scopes.ts'
import { assertSameOrigin } from '../pages/same-origin.ts'
import { findSignedIn } from '../pages/visitor.ts'
import { answerOptions, setCorsHeaders } from '../responses/headers.ts'
import { sendProblem } from '../responses/problem.ts'
import { type RunName, sendRunStream } from './run-stream.ts'

export interface EventDeps extends CallerDeps {
  readonly streamLimit: OpenLimit
}

/** Streams of pages: `/live/` is for browsers with a session cookie. */
const LIVE = /^\/live\/p\/([^/]+)\/([^/]+)\/runs\/([^/]+)$/
const REST = /^\/api\/projects\/([^/]+)\/([^/]+)\/runs\/([^/]+)\/events$/

/** Serves the event streams of runs. Returns false for any other path. */
export async function serveEvents(exchange: Exchange, deps: EventDeps): Promise<boolean> {
  const { path } = exchange
  const isPage = path.startsWith('/live/')
  const name = parseName((isPage ? LIVE : REST).exec(path))
  if (name === undefined) return false
  exchange.route = 'events'
  const { request, response } = exchange
  if (!isPage) setCorsHeaders(response)
  if (!isPage && request.method === 'OPTIONS') {
    answerOptions(request, response, 'GET, OPTIONS')
    return true
  }
  try {
    assertGet(exchange)
    await (isPage ? servePage(exchange, name, deps) : serveApi(exchange, name, deps))
  } catch (error) {
    if (response.headersSent) response.destroy()
    else sendProblem(exchange, error)
  }
  return true
}

async function serveApi(exchange: Exchange, name: RunName, deps: EventDeps): Promise<void> {
  const principal = await requireCaller(exchange, deps)
  await countCalls(exchange, deps.limits, principal, ['read'])
  const { services, streamLimit } = deps
  const call = { services, principal, surface: 'rest', requestId: exchange.requestId } as const
  try {
    await sendRunStream(exchange, name, { call, streamLimit })
  } catch (error) {
    await challengeMissingScopes(exchange, error, call)
    challengeEndedCredential(exchange, services, error)
    throw error
  }
}

/** A page reads with the cookie of its user. Other sites cannot: neither Fetch Metadata nor Origin would match. */
async function servePage(exchange: Exchange, name: RunName, deps: EventDeps): Promise<void> {
  const { services, streamLimit } = deps
  assertSameOrigin(exchange.request, services.baseUrl, CROSS_SITE)
  const signedIn = await findSignedIn(exchange.request, services)
  if (signedIn === undefined) throw new AppError('invalid_token', 'You are signed out.', { fix: 'Sign in again.' })
  const principal = sessionPrincipal(signedIn)
  const call = { services, principal, surface: 'web', requestId: exchange.requestId } as const
  await sendRunStream(exchange, name, { call, streamLimit })
}

const CROSS_SITE = { message: 'Another site requested this stream.', fix: 'Use the event stream of the REST API.' }

function assertGet({ request, response }: Exchange): void {
  if (request.method === 'GET') return
  response.setHeader('allow', 'GET')
  throw new AppError('method_not_allowed', `This address does not accept ${request.method}.`, { fix: 'Use GET.' })
}

function parseName(found: RegExpExecArray | null): RunName | undefined {
  try {
    const [, account = '', slug = '', run = ''] = (found ?? []).map(decodeURIComponent)
    return found === null ? undefined : { project: `${account}/${slug}`, run }
  } catch {
    return undefined
  }
}
