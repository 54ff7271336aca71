import type { IncomingMessage, ServerResponse } from 'node:http'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { tryDecodePart } from '../../text/percent-encoding.ts'
import type { Call } from '../../tools/pipeline/call.ts'
import type { OpenLimit } from '../../tools/pipeline/open-limit.ts'
import { RunView } from '../../tools/runs/view.ts'
import { type RunEvent, readRunEvents } from '../../tools/runs/watch/run-events.ts'
import { waitForDrain } from '../../web/requests/send-stream.ts'
import { challengeEndedCredential } from '../bearer.ts'
import { endWithClient } from '../connections/client-leaves.ts'
import type { Exchange } from '../exchange.ts'
import { type CallerDeps, countCalls, requireCaller } from '../limits/caller.ts'
import { challengeMissingScopes } from '../missing-scopes.ts'
import { assertSameOrigin } from '../pages/same-origin.ts'
import { findSignedIn } from '../pages/visitor.ts'
import { methodNotAllowedError } from '../requests/fault.ts'
import { answerOptions, setCorsHeaders } from '../responses/headers.ts'
import { sendProblem } from '../responses/problem.ts'

/** Names of a run in the path of its stream. */
interface RunName {
  /** `acme/app`. */
  readonly project: string
  readonly run: string
}

interface StreamDeps {
  readonly call: Call
  readonly streamLimit: OpenLimit
}

/** Time after which a client connects again, in milliseconds. */
const RETRY_MS = 2_000

/**
 * Sends the events of a run as `text/event-stream` (HTML 9.2): what the client does not have yet by `Last-Event-ID`, then live. A client that has
 * everything of an ended run gets 204, which ends its attempts.
 * @throws AppError before the first byte, as `get_runs`; `rate_limited` for too many streams.
 */
async function sendRunStream(exchange: Exchange, name: RunName, deps: StreamDeps): Promise<void> {
  const { request, response, query, log } = exchange
  const after = readLastEventId(request, query.get('last_event_id'))
  const release = deps.streamLimit.take(deps.call.principal)
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  endWithClient(response)
  try {
    const events = readRunEvents({ ...name, after, signal: leaving.signal }, deps.call)
    // The first event is read before the headers, so that a refusal is an ordinary error.
    const first = await events.next()
    if (first.done === true) {
      response.writeHead(503, { 'retry-after': '2' }).end()
      return
    }
    if (hasEverything(first.value, after)) {
      response.writeHead(204).end()
      return
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies such as nginx would hold events back.
      'x-accel-buffering': 'no',
    })
    await write(response, `retry: ${RETRY_MS}\n\n`)
    if (first.value !== undefined) await write(response, format(first.value))
    for await (const event of events) await write(response, event === undefined ? ': still here\n\n' : format(event))
    response.end()
  } catch (error) {
    if (!response.headersSent) throw error
    if (!(error instanceof AppError)) log.error({ err: error }, 'run stream failed')
    response.destroy()
  } finally {
    release()
  }
}

/** Whether a client has the last event of a run that has ended. */
function hasEverything(first: RunEvent | undefined, after: number): boolean {
  const run = first?.name === 'run' ? RunView.parse(first.data) : undefined
  return run?.ended_at !== undefined && after >= run.event
}

/** @throws AppError `invalid_input` */
function readLastEventId({ headers }: IncomingMessage, named: string | null): number {
  const text = headers['last-event-id'] ?? named ?? '0'
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError(
    'invalid_input',
    `Last-Event-ID is ${JSON.stringify(String(text).slice(0, 40))}, not the ID of an event.`,
    { fix: 'Send the last id of this stream, or leave it out.' },
  )
}

const format = ({ name, id, data }: RunEvent): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** Waits for a slow reader. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (!response.destroyed && !response.write(text)) await waitForDrain(response)
}

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
  const name = parseName(path, isPage ? LIVE : REST)
  if (name === undefined) return false
  exchange.route = 'events'
  const { request, response } = exchange
  if (!isPage) setCorsHeaders(response)
  if (!isPage && request.method === 'OPTIONS') {
    answerOptions(request, response, 'GET, OPTIONS')
    return true
  }
  try {
    if (request.method !== 'GET') throw methodNotAllowedError(exchange, 'This address', 'GET')
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

function parseName(path: string, pattern: RegExp): RunName | undefined {
  const found = pattern.exec(path)
  if (found === null || tryDecodePart(path) === undefined) return undefined
  const [, account = '', slug = '', run = ''] = found.map(decodeURIComponent)
  return { project: `${account}/${slug}`, run }
}
