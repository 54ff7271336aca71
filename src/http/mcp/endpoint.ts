import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server'
import type { Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Call, Services } from '../../tools/pipeline/call.ts'
import { CallCpu } from '../../tools/pipeline/cpu-budget.ts'
import type { OpenLimit } from '../../tools/pipeline/open-limit.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import { findEffectiveTool } from '../../tools/registry.ts'
import { requireActiveCredential } from '../bearer.ts'
import { challenge403 } from '../challenge.ts'
import { endWithClient } from '../connections/client-leaves.ts'
import type { Exchange } from '../exchange.ts'
import { assertHost, assertOrigin, type HostOptions } from '../host-and-origin.ts'
import type { BodyBudget } from '../limits/body-budget.ts'
import { type CallerDeps, countCalls, getCallLimit, requireCaller } from '../limits/caller.ts'
import type { CallLimit } from '../limits/rate-limits.ts'
import { readJson } from '../requests/body.ts'
import { answerOptions, setCorsHeaders } from '../responses/headers.ts'
import { createFastPath, MODERN_REVISION } from './fast-path.ts'
import { asksForProgress, serveLegacy } from './legacy.ts'
import { createLocalBackend } from './local-backend.ts'
import { findProgram, findTraceContext } from './message-meta.ts'
import { assertMessageSize } from './message-size.ts'
import {
  assertBatch,
  assertParams,
  assertSafeNames,
  type InvalidMessage,
  parseMessage,
  type RpcRequest,
} from './request-shape.ts'
import { type RpcStage, sendRpcError } from './rpc-error.ts'
import { assertGrantedScopes } from './step-up.ts'
import { createSubscriptions, isListenRequest, type Subscriptions } from './subscriptions.ts'
import type { ToolBackend } from './tool-backend.ts'
import { createToolServer } from './tool-server.ts'
import { parseToolsets } from './toolsets.ts'
import { WaitingCalls } from './waiting-calls.ts'

interface McpEndpoint {
  handle(exchange: Exchange): Promise<void>
  /** Ends all open streams. Calls in progress continue. */
  endStreams(): Promise<void>
}

interface McpDeps extends CallerDeps {
  readonly site: HostOptions
  readonly budget: BodyBudget
  readonly streamLimit: OpenLimit
}

/** A request that passed every check and is ready for the SDK. */
interface AdmittedRequest {
  readonly exchange: Exchange
  readonly principal: Principal
  readonly toolsets: readonly Toolset[]
  readonly body: unknown
  /** Of a call that waits. */
  readonly signal?: AbortSignal | undefined
}

const METHODS = 'POST, OPTIONS'

/** Serves /mcp in every revision that the SDK supports. Stateless: keeps nothing between two requests. */
export function createMcpEndpoint(deps: McpDeps): McpEndpoint {
  const { services } = deps
  const jobs = new WeakMap<IncomingMessage | Request, AdmittedRequest>()
  const serveFast = createFastPath(services.version)
  const waiting = new WaitingCalls()
  const createModern = () =>
    createMcpHandler(({ requestInfo }) => createRequestServer(getAdmittedRequest(jobs, requestInfo), services, true), {
      legacy: 'reject',
      onerror: error => services.log.debug({ err: error }, 'mcp'),
    })
  const modern = createModern()
  // Closing a handler aborts its calls. Streams use their own handler, so that they can end before the calls in
  // progress.
  const streams = createModern()
  const subscriptions = createSubscriptions(services, deps.streamLimit, uri => streams.notify.resourceUpdated(uri))

  const serve = async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const job = getAdmittedRequest(jobs, incoming)
    const { exchange, body } = job
    // A request that names the modern revision is served or rejected by the modern handler. Others are classified,
    // which costs as much as serving them.
    const modernHeader = incoming.headers['mcp-protocol-version'] === MODERN_REVISION
    if (!modernHeader && (await isLegacyRequest(request, body))) {
      return serveLegacy(createRequestServer(job, services), request, body, exchange)
    }
    jobs.set(request, job)
    return (isListenRequest(body) ? streams : modern).fetch(request, { parsedBody: body })
  }
  const listener = getRequestListener(async (request, { incoming }) => {
    const answer = await serve(request, incoming as IncomingMessage)
    if (answer.status >= 400)
      await addRpcErrorToLog(answer, getAdmittedRequest(jobs, incoming as IncomingMessage).exchange)
    // The SDK sends keep-alive for streams, even on a connection that is about to close.
    answer.headers.delete('connection')
    return answer
  })

  return {
    handle: async exchange => {
      const admitted = await admit(exchange, deps)
      if (admitted === undefined) return
      waiting.cancel(admitted)
      const job = { ...admitted, signal: waiting.begin(admitted) }
      if (await serveFast(exchange, job.body, job.toolsets, () => createBackend(job, services))) return
      if (isListenRequest(job.body)) exchange.route = 'mcp_stream'
      if (isListenRequest(job.body) || asksForProgress(job.body)) endWithClient(exchange.response)
      if (!(await admitListener(job, subscriptions, services))) return
      jobs.set(exchange.request, job)
      await listener(exchange.request, exchange.response)
    },
    endStreams: () => {
      subscriptions.close()
      return streams.close()
    },
  }
}

/** Runs every check that precedes the SDK. Returns undefined when the request was rejected or answered here. */
async function admit(exchange: Exchange, deps: McpDeps): Promise<AdmittedRequest | undefined> {
  const { services, site, limits, budget } = deps
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
    // Clients also look for the challenge with GET and HEAD, before they send a message.
    const principal = await requireCaller(exchange, deps)
    assertPost(exchange)
    const toolsets = parseToolsets(query.get('toolsets'))
    const meter = new CallCpu(services.cpuBudget, principal)
    // Checked before the body is parsed, and also for messages that call no tool.
    meter.check()
    stage = 'body'
    const given = await readJson(request, budget.lease(principal.user.id, request), { meter })
    stage = 'request'
    await requireActiveCredential(exchange, services, principal)
    const { body, message, fault, ...parsed } = parseBody(given, request)
    ;({ id } = parsed)
    await countCalls(exchange, limits, principal, getCallLimits(given))
    assertMessageSize(given)
    if (fault !== undefined) {
      ;({ stage } = fault)
      throw fault.error
    }
    assertSafeNames(body)
    stage = 'call'
    if (message !== undefined) assertParams(message, request.headers['mcp-protocol-version'] !== MODERN_REVISION)
    await assertScopes(exchange, services, body, principal)
    return { exchange, principal, toolsets, body }
  } catch (error) {
    sendRpcError(exchange, error, stage, id)
    return undefined
  }
}

/** A stateless server has no stream to open with GET and no session to end with DELETE. */
function assertPost({ request, response }: Exchange): void {
  if (request.method === 'POST') return
  response.setHeader('allow', METHODS)
  throw new AppError('method_not_allowed', `/mcp does not accept ${request.method}: it is stateless.`, {
    fix: 'Send each message with POST.',
  })
}

interface ParsedBody {
  /** What the SDK gets. */
  readonly body: unknown
  /** The request, unless the body is a batch. */
  readonly message?: RpcRequest
  readonly id?: unknown
  readonly fault?: Pick<InvalidMessage, 'error' | 'stage'>
}

/** Parses a message or a batch. @throws AppError `invalid_input` for a batch where the revision has none. */
function parseBody(given: unknown, { headers }: IncomingMessage): ParsedBody {
  if (!Array.isArray(given)) {
    const parsed = parseMessage(given)
    const { message } = parsed
    if (parsed.kind === 'invalid') return { body: given, id: parsed.id, fault: parsed }
    return parsed.kind === 'request'
      ? { body: message, message: parsed.message, id: parsed.message.id }
      : { body: message }
  }
  assertBatch(given, headers['mcp-protocol-version']?.toString())
  const all = given.map(parseMessage)
  const wrong = all.find(one => one.kind === 'invalid')
  return { body: all.map(({ message }) => message), ...(wrong && { fault: { error: wrong.error, stage: 'request' } }) }
}

async function assertScopes(exchange: Exchange, services: Services, body: unknown, principal: Principal) {
  try {
    await assertGrantedScopes(body, { services, principal })
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_scope') {
      const { scopes = [], message: description } = error
      const challenge = challenge403(exchange, 'mcp', scopes, { description, principal })
      exchange.response.setHeader('www-authenticate', challenge)
    }
    throw error
  }
}

/** Returns whether the SDK should receive the message. */
async function admitListener(job: AdmittedRequest, subscriptions: Subscriptions, services: Services): Promise<boolean> {
  const { exchange, body, principal } = job
  try {
    const { response } = exchange
    await subscriptions.admit({
      body,
      principal,
      backend: createBackend(job, services),
      response,
    })
    return !response.destroyed
  } catch (error) {
    sendRpcError(exchange, error, 'call', (body as { readonly id?: unknown }).id)
    return false
  }
}

/** Logs the error of a response in which the SDK rejected a request: the response is its only source. */
async function addRpcErrorToLog(answer: Response, { facts }: Exchange): Promise<void> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } }
  if (typeof error?.code === 'number') facts.rpc_code = error.code
}

function createBackend(
  { exchange, principal, toolsets, body, signal }: AdmittedRequest,
  services: Services,
): ToolBackend {
  const call: Call = {
    services,
    principal,
    surface: 'mcp',
    program: findProgram(body),
    requestId: exchange.requestId,
    client: exchange.request.headers['user-agent']?.slice(0, 100),
    signal,
    trace: services.telemetry.tracer.isRecording ? findTraceContext(body) : undefined,
  }
  return createLocalBackend(call, toolsets, code => {
    exchange.facts.error_code = code
  })
}

function createRequestServer(job: AdmittedRequest, services: Services, subscribe = false): Server {
  return createToolServer(createBackend(job, services), {
    version: services.version,
    subscribe,
    onError: error => job.exchange.log.error({ err: error }, 'mcp request failed'),
  })
}

function getAdmittedRequest(
  jobs: WeakMap<IncomingMessage | Request, AdmittedRequest>,
  key: IncomingMessage | Request | undefined,
): AdmittedRequest {
  const job = key && jobs.get(key)
  if (job === undefined) throw new Error('an MCP request reached the SDK without passing the checks')
  return job
}

/** The rate limit that each message of a body counts against. Messages that call no tool count as reads. */
function getCallLimits(body: unknown): readonly CallLimit[] {
  return (Array.isArray(body) ? body : [body]).map((message: unknown) => {
    const { method, params } = (message ?? {}) as {
      method?: unknown
      params?: { name?: unknown; arguments?: unknown } | null
    }
    const name = method === 'tools/call' ? params?.name : undefined
    const tool = typeof name === 'string' ? findEffectiveTool(name, params?.arguments) : undefined
    return tool === undefined ? 'read' : getCallLimit(tool)
  })
}
