import { AppError } from '../../errors.ts'
import { type Meter, Pacer } from '../../scheduling/pacer.ts'
import { echo } from '../../text/escape.ts'
import { announcedExcess, fileTooLarge, MAX_FILE_BYTES } from '../../tools/files/transfer/file-size.ts'
import { decodeFile } from '../../tools/files/transfer/file-text.ts'
import type { Call } from '../../tools/pipeline/call.ts'
import { CallCpu } from '../../tools/pipeline/cpu-budget.ts'
import { addBearerToLog, challengeEndedCredential } from '../bearer.ts'
import { findClientSignal } from '../connections/client-leaves.ts'
import type { Exchange } from '../exchange.ts'
import type { BodyBudget, Lease } from '../limits/body-budget.ts'
import { type CallerDeps, countCalls, getCallLimit, requireCaller } from '../limits/caller.ts'
import { challengeMissingScopes } from '../missing-scopes.ts'
import { hasBody, readBytes, readJson } from '../requests/body.ts'
import { methodNotAllowedError } from '../requests/fault.ts'
import { sendFile, toArchive, toSingleFile } from '../responses/file.ts'
import { answerOptions, setCorsHeaders } from '../responses/headers.ts'
import { sendJson, sendProblem } from '../responses/problem.ts'
import { gatherInput } from './input.ts'
import { negotiateJsonLines, sendJsonLines } from './json-lines.ts'
import { matchRoute, type RestEndpoint } from './routes.ts'

interface RestDeps extends CallerDeps {
  readonly budget: BodyBudget
}

/**
 * Serves /api from the registry. Does not check Host (see server.ts). The tool's pipeline checks scope, input and
 * policy.
 */
export async function serveRest(exchange: Exchange, deps: RestDeps): Promise<void> {
  setCorsHeaders(exchange.response)
  try {
    const found = await findRoute(exchange, deps)
    if (found !== undefined) await runEndpoint(exchange, found, deps)
  } catch (error) {
    if (exchange.response.headersSent) return abortResponse(exchange, error)
    challengeEndedCredential(exchange, deps.services, error)
    sendProblem(exchange, error)
  }
}

/** Closes the connection of a response that can no longer become an error, so that its reader notices. */
function abortResponse({ response, log }: Exchange, error: unknown): void {
  if (error instanceof AppError) log.info({ code: error.code }, 'response cut: the rest of the call was rejected')
  else log.error({ err: error }, 'request failed')
  response.destroy()
}

async function findRoute(exchange: Exchange, { services }: RestDeps): Promise<MatchedRoute | undefined> {
  try {
    return resolveRoute(exchange)
  } catch (error) {
    await addBearerToLog(exchange, services)
    throw error
  }
}

type MatchedRoute = { readonly endpoint: RestEndpoint; readonly params: Readonly<Record<string, string>> }

/** Finds the tool to run; undefined if OPTIONS was answered. */
function resolveRoute(exchange: Exchange): MatchedRoute | undefined {
  const { request, response, path } = exchange
  const method = request.method ?? ''
  const match = matchRoute(method, path)
  switch (match.kind) {
    case 'found':
      return match
    case 'other_methods':
      if (method === 'OPTIONS') {
        answerOptions(request, response, match.allow)
        return undefined
      }
      throw methodNotAllowedError(exchange, echo(path), match.allow)
    case 'unknown':
      if (method === 'OPTIONS') {
        answerOptions(request, response, 'OPTIONS')
        return undefined
      }
      throw new AppError('not_found', `${echo(path)} does not exist in this API.`, {
        fix: `${match.nearest === undefined ? '' : `Did you mean ${match.nearest}? `}GET /api/openapi.json lists all paths.`,
      })
  }
}

async function runEndpoint(exchange: Exchange, found: MatchedRoute, deps: RestDeps): Promise<void> {
  const { request, response, requestId } = exchange
  const { services, limits, budget } = deps
  const { endpoint } = found
  const { body, answer: kind, lines, status = 200 } = endpoint.route
  const principal = await requireCaller(exchange, deps)
  await countCalls(exchange, limits, principal, [getCallLimit(endpoint.tool)])
  const lease = budget.lease(principal.user.id, request)
  const meter = new CallCpu(services.cpuBudget, principal)
  meter.check()
  const input = addIdempotencyKey(
    await readInput(exchange, found, lease, meter),
    request.headers['idempotency-key'],
    endpoint,
  )
  const call: Call = {
    services,
    principal,
    surface: 'rest',
    requestId,
    client: request.headers['user-agent']?.slice(0, 100),
    signal: findClientSignal(response, input),
    // A caller that asks for bytes receives the files directly; one that asks for JSON may want URLs.
    inlineFiles: body !== undefined || (kind !== undefined && (input['content'] !== false || !acceptsJson(request))),
  }
  if (lines !== undefined) response.setHeader('vary', 'accept')
  const type = lines === undefined ? undefined : negotiateJsonLines(exchange)
  if (lines !== undefined && type !== undefined) {
    return sendJsonLines(exchange, {
      list: lines,
      type,
      input,
      call: given => invokeTool(endpoint, given, exchange, call),
    })
  }
  const result = await invokeTool(endpoint, input, exchange, call)
  if (status === 204) response.writeHead(204).end()
  else if (kind === undefined || acceptsJson(request)) sendJson(response, status, result)
  else sendFile(exchange, kind === 'file' ? toSingleFile(result) : await toArchive(result))
}

async function invokeTool({ tool }: RestEndpoint, input: unknown, exchange: Exchange, call: Call): Promise<unknown> {
  try {
    return await tool.invoke(input, call)
  } catch (error) {
    await challengeMissingScopes(exchange, error, call)
    throw error
  }
}

async function readInput(
  { request, query }: Exchange,
  { endpoint, params }: MatchedRoute,
  lease: Lease,
  meter: Meter,
): Promise<Record<string, unknown>> {
  if (endpoint.route.body === 'file') {
    return gatherInput(endpoint, {
      params,
      query,
      body: undefined,
      file: await readFileBody(request, query, lease, meter),
    })
  }
  const withBody = request.method !== 'GET' && request.method !== 'HEAD' && hasBody(request)
  return gatherInput(endpoint, {
    params,
    query,
    body: withBody ? await readJson(request, lease, { meter }) : undefined,
  })
}

/**
 * Reads the file in the body.
 * @throws AppError `too_large`, or `invalid_input` if the file is not UTF-8.
 */
async function readFileBody(
  request: Exchange['request'],
  query: URLSearchParams,
  lease: Lease,
  meter: Meter,
): Promise<string> {
  const path = query.get('path')?.slice(0, 400) ?? 'the body'
  const bytes = await readBytes(request, lease, MAX_FILE_BYTES, () => fileTooLarge(path, announcedExcess(request)))
  const pace = new Pacer(meter)
  await pace.yieldNow()
  try {
    return decodeFile(bytes, path)
  } finally {
    pace.count()
  }
}

const acceptsJson = ({ headers }: Exchange['request']): boolean => /\bapplication\/json\b/i.test(headers.accept ?? '')

/** The Idempotency-Key header equals the argument. Ignored for reads, which are safe to repeat. */
function addIdempotencyKey(
  input: Record<string, unknown>,
  header: string | string[] | undefined,
  { tool, route: { method, path } }: RestEndpoint,
) {
  if (header === undefined || tool.hints.readOnly) return input
  if (!('idempotency_key' in tool.input.shape)) {
    throw new AppError(
      'invalid_input',
      `${method} ${path} does not accept Idempotency-Key: its response has a secret, which is not stored.`,
      { fix: `Omit the header. If you lose the response, revoke what the call created and call ${tool.name} again.` },
    )
  }
  const { idempotency_key: given = header } = input
  if (given === header) return { ...input, idempotency_key: header }
  throw new AppError('invalid_input', 'The header Idempotency-Key and the field idempotency_key differ.', {
    fix: 'Send one of them.',
  })
}
