import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server'
import type { Principal } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { Call, Services } from '../../tools/call.ts'
import { CallCpu } from '../../tools/cpu-budget.ts'
import type { Toolset } from '../../tools/tool.ts'
import { requireAlive } from '../bearer.ts'
import { readJson } from '../body.ts'
import type { BodyBudget } from '../body-budget.ts'
import { challenge403 } from '../challenge.ts'
import type { Exchange } from '../exchange.ts'
import { answerOptions, setCorsHeaders } from '../headers.ts'
import { type CallerHouse, countCalls, requireCaller } from '../limits/caller.ts'
import { assertHost, assertOrigin, type SiteOptions } from '../site.ts'
import { callLimits } from './call-limits.ts'
import { serveLegacy } from './legacy-leg.ts'
import { createLocalBackend } from './local-backend.ts'
import { assertFewValues } from './message-size.ts'
import { createPlainLane, REVISION } from './plain-lane.ts'
import { assertNames, checkParams, readableRequest } from './request-shape.ts'
import { type RpcStage, sendRpcError } from './rpc-error.ts'
import { stepUp } from './step-up.ts'
import { asksToListen, createSubscriptions, type Subscriptions } from './subscriptions.ts'
import type { ToolBackend } from './tool-backend.ts'
import { createToolServer } from './tool-server.ts'
import { parseToolsets } from './toolsets.ts'

interface McpEndpoint {
  handle(exchange: Exchange): Promise<void>
  /** Ends the streams of those who listen; calls under way go on. */
  endStreams(): Promise<void>
}

interface McpHouse extends CallerHouse {
  readonly site: SiteOptions
  readonly budget: BodyBudget
}

/** A request that passed every check and waits for the SDK. */
interface Job {
  readonly exchange: Exchange
  readonly principal: Principal
  readonly toolsets: readonly Toolset[]
  readonly body: unknown
}

const METHODS = 'POST, OPTIONS'

/** Serves /mcp in every revision that the SDK knows, each request by itself: nothing is kept between two of them. */
export function createMcpEndpoint(house: McpHouse): McpEndpoint {
  const { services } = house
  const jobs = new WeakMap<IncomingMessage | Request, Job>()
  const plainLane = createPlainLane(services.version)
  const createModern = () =>
    createMcpHandler(({ requestInfo }) => toolServer(jobOf(jobs, requestInfo), services, true), {
      legacy: 'reject',
      onerror: error => services.log.debug({ err: error }, 'mcp'),
    })
  const modern = createModern()
  // Closing a handler aborts its calls. Streams have their own, so that they end before the calls under way.
  const streams = createModern()
  const subscriptions = createSubscriptions(services, uri => streams.notify.resourceUpdated(uri))

  const serve = async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const job = jobOf(jobs, incoming)
    const { exchange, body } = job
    // What names the modern revision is the modern handler's to serve or to refuse; the rest is classified, which costs as much as serving it.
    const modernHeader = incoming.headers['mcp-protocol-version'] === REVISION
    if (!modernHeader && (await isLegacyRequest(request, body))) {
      return serveLegacy(toolServer(job, services), request, body, exchange)
    }
    jobs.set(request, job)
    return (asksToListen(body) ? streams : modern).fetch(request, { parsedBody: body })
  }
  const listener = getRequestListener(async (request, { incoming }) => {
    const answer = await serve(request, incoming as IncomingMessage)
    if (answer.status >= 400) await noteRpcError(answer, jobOf(jobs, incoming as IncomingMessage).exchange)
    // The SDK says keep-alive on streams, also on a connection that is about to end.
    answer.headers.delete('connection')
    return answer
  })

  return {
    handle: async exchange => {
      const job = await admit(exchange, house)
      if (job === undefined) return
      if (await plainLane(exchange, job.body, job.toolsets, () => backendOf(job, services))) return
      if (!(await listens(job, subscriptions, services))) return
      jobs.set(exchange.request, job)
      await listener(exchange.request, exchange.response)
    },
    endStreams: () => {
      subscriptions.close()
      return streams.close()
    },
  }
}

/** Everything that is checked before the SDK sees a message; what is refused or answered here gives no job. */
async function admit(exchange: Exchange, house: McpHouse): Promise<Job | undefined> {
  const { services, site, limits, budget } = house
  const { request, response, query } = exchange
  let stage: RpcStage = 'request'
  let id: unknown
  try {
    assertHost(request.headers.host, services.baseUrl, site)
    assertOrigin(request.headers.origin, services.baseUrl)
    setCorsHeaders(response)
    if (request.method === 'OPTIONS') {
      answerOptions(request, response, METHODS)
      return undefined
    }
    // Clients look for the challenge by GET and HEAD, too, before they send a message.
    const principal = await requireCaller(exchange, house)
    assertPost(exchange)
    const toolsets = parseToolsets(query.get('toolsets'))
    const meter = new CallCpu(services.cpuBudget, principal)
    // Before the body is parsed, and also for what calls no tool.
    meter.check()
    stage = 'body'
    const body = await readJson(request, budget.lease(principal.user.id, request), { meter })
    stage = 'request'
    await requireAlive(exchange, services, principal)
    assertNoBatch(request, body)
    const message = readableRequest(body)
    id = message?.id
    assertNames(body)
    countCalls(exchange, limits, principal, callLimits(body))
    assertFewValues(body)
    stage = 'call'
    if (message !== undefined) checkParams(message, request.headers['mcp-protocol-version'] !== REVISION)
    await assertScopes(exchange, services, body, principal)
    return { exchange, principal, toolsets, body }
  } catch (error) {
    sendRpcError(exchange, error, stage, id)
    return undefined
  }
}

/** A stateless server has no stream to open by GET and no session to end by DELETE. */
function assertPost({ request, response }: Exchange): void {
  if (request.method === 'POST') return
  response.setHeader('allow', METHODS)
  throw new AppError('method_not_allowed', `${request.method} is not used on /mcp, which keeps no session.`, {
    fix: 'Send each message by POST.',
  })
}

/** Batches ended with revision 2025-06-18; without the header a client speaks 2025-03-26, which has them. */
function assertNoBatch({ headers }: IncomingMessage, body: unknown): void {
  const revision = headers['mcp-protocol-version']
  if (!Array.isArray(body) || revision === undefined || String(revision) < '2025-06-18') return
  throw new AppError('invalid_input', `Revision ${String(revision).slice(0, 20)} has no JSON-RPC batches.`, {
    fix: 'Send one message in each request.',
  })
}

async function assertScopes({ response }: Exchange, services: Services, body: unknown, principal: Principal) {
  try {
    await stepUp(body, { services, principal })
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_scope') {
      const { scopes = [], message: description } = error
      response.setHeader('www-authenticate', challenge403(services, 'mcp', scopes, { description, principal }))
    }
    throw error
  }
}

/** Whether the message goes on to the SDK. */
async function listens(job: Job, subscriptions: Subscriptions, services: Services): Promise<boolean> {
  const { exchange, body, principal } = job
  try {
    const { response } = exchange
    await subscriptions.admit({
      body,
      principal,
      backend: backendOf(job, services),
      response,
    })
    return !response.destroyed
  } catch (error) {
    sendRpcError(exchange, error, 'call', readableRequest(body)?.id)
    return false
  }
}

/** Has the log tell what the SDK refused: its answer is the only place that says it. */
async function noteRpcError(answer: Response, { facts }: Exchange): Promise<void> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } }
  if (typeof error?.code === 'number') facts.rpc_code = error.code
}

function backendOf({ exchange, principal, toolsets }: Job, services: Services): ToolBackend {
  const call: Call = {
    services,
    principal,
    surface: 'mcp',
    requestId: exchange.requestId,
    client: exchange.request.headers['user-agent']?.slice(0, 100),
  }
  return createLocalBackend(call, toolsets, code => {
    exchange.facts.error_code = code
  })
}

function toolServer(job: Job, services: Services, subscribe = false): Server {
  return createToolServer(backendOf(job, services), {
    version: services.version,
    subscribe,
    onError: error => job.exchange.log.error({ err: error }, 'mcp request failed'),
  })
}

function jobOf(jobs: WeakMap<IncomingMessage | Request, Job>, key: IncomingMessage | Request | undefined): Job {
  const job = key && jobs.get(key)
  if (job === undefined) throw new Error('an MCP request reached the SDK without passing the checks')
  return job
}
