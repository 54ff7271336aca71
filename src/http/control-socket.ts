import { createServer, type Server } from 'node:http'
import { z } from 'zod'
import type { Principal } from '../auth/policy/principal.ts'
import { AppError, errorBody } from '../errors.ts'
import { echo } from '../text/escape.ts'
import type { LocalSurface, Progress, Services } from '../tools/pipeline/call.ts'
import { parseInput } from '../tools/pipeline/parse.ts'
import { sendStream } from '../web/requests/send-stream.ts'
import { beginExchange, type Exchange } from './exchange.ts'
import { UNLIMITED_LEASE } from './limits/body-budget.ts'
import { createLocalBackend } from './mcp/local-backend.ts'
import { parseToolsets } from './mcp/toolsets.ts'
import { readJson } from './requests/body.ts'
import { sendJson } from './responses/problem.ts'
import { toHttpStatus } from './responses/status.ts'

/** The services of the process that holds the data folder, for other processes of its operator. */
export interface ControlHandlers {
  /** Runs an operator command. @throws AppError `not_found` for an unknown command. */
  run(command: string, args: unknown, requestId: string): Promise<unknown>
  /** The facts of `GET /control/status`. */
  status(): Promise<unknown>
  /** The principal of a process on this machine that acts for this user with these scopes. */
  localPrincipal(handle: string, scopes: readonly string[], surface: LocalSurface): Promise<Principal>
  /** A backup archive of the current store. */
  backup(): AsyncIterable<Uint8Array>
  /** Moves the store, or checks whether it can be moved. */
  move(request: z.output<typeof MoveRequest>, hooks: MoveHooks): Promise<unknown>
}

interface MoveHooks {
  readonly progress: Progress
  readonly signal: AbortSignal
}

const MoveRequest = z.strictObject({ to: z.string(), replace: z.boolean(), dry_run: z.boolean() })

const Command = z.strictObject({ command: z.string(), args: z.unknown().optional() })
const ToolRequest = z.strictObject({
  method: z.enum(['tools/list', 'tools/call']),
  name: z.string().optional(),
  arguments: z.unknown().optional(),
  handle: z.string(),
  scopes: z.array(z.string()),
  surface: z.enum(['stdio', 'cli']).default('stdio'),
  toolsets: z.string().optional(),
  client: z.string().optional(),
  /** Whether the answer begins with a line for each report of progress. */
  progress: z.literal(true).optional(),
})

/** The header after a stream that failed, with its error as JSON in percent-encoding. */
const ERROR_TRAILER = 'dragoman-error'

/** A call includes its files. This is the maximum of one transaction of the store. */
const MAX_CALL_BYTES = 256 * 1024 * 1024

/**
 * Creates the server of the control socket. It needs no credential, because the socket's mode (0600) admits only the operator's processes. It must never
 * listen on anything else. Every response is `{ result }` or `{ error }`, except the archive.
 */
export function createControlServer(services: Services, handlers: ControlHandlers): Server {
  return createServer((request, response) => {
    const exchange = beginExchange(services, request, response)
    const { path } = exchange
    answer(exchange, services, handlers).catch((error: unknown) => {
      if (!(error instanceof AppError) || response.headersSent)
        exchange.log.error({ err: error }, 'control request failed')
      const body = errorBody(error, exchange.requestId, services.commands.forOperators)
      exchange.facts.error_code = body.code
      if (!response.headersSent) sendJson(response, toHttpStatus(error), { error: body })
      else if (path === '/control/backup' && error instanceof AppError) {
        // The archive ends before its last line, so that nobody takes it for a complete one.
        response.addTrailers({ [ERROR_TRAILER]: encodeURIComponent(JSON.stringify(body)) })
        response.end()
      } else if (path === '/control/move') response.end(`${JSON.stringify({ error: body })}\n`)
      else response.destroy()
    })
  })
}

async function answer(exchange: Exchange, services: Services, handlers: ControlHandlers): Promise<void> {
  const { request, response, path } = exchange
  if (`${request.method} ${path}` !== 'POST /control/backup') {
    const result = await dispatch(exchange, services, handlers)
    if (response.headersSent) response.end(`${JSON.stringify({ result })}\n`)
    else sendJson(response, 200, { result })
    return
  }
  // An early response would close the connection while the caller is still writing.
  await readJson(request, UNLIMITED_LEASE)
  await sendStream(response, { 'content-type': 'application/gzip', trailer: ERROR_TRAILER }, handlers.backup())
}

async function dispatch(exchange: Exchange, services: Services, handlers: ControlHandlers): Promise<unknown> {
  const { request, requestId, path } = exchange
  switch (`${request.method} ${path}`) {
    case 'GET /control/status':
      return handlers.status()
    case 'POST /control/run': {
      const { command, args } = parseInput(Command, await readJson(request, UNLIMITED_LEASE), 'control/run')
      return (await handlers.run(command, args, requestId)) ?? null
    }
    case 'POST /control/mcp':
      return runTool(exchange, services, handlers)
    case 'POST /control/move': {
      const input = parseInput(MoveRequest, await readJson(request, UNLIMITED_LEASE), 'control/move')
      return handlers.move(input, reportTo(exchange))
    }
    default:
      throw new AppError('not_found', `The control socket does not support ${request.method} ${echo(path)}.`, {
        fix: 'Restart the process that holds the data folder, whose version may differ.',
      })
  }
}

/** Writes a line for each report of progress. The signal is aborted when the caller is gone. */
function reportTo({ response }: Pick<Exchange, 'response'>): MoveHooks {
  const ended = new AbortController()
  response.once('close', () => ended.abort())
  return {
    progress: update => void response.write(`${JSON.stringify({ progress: update })}\n`),
    signal: ended.signal,
  }
}

async function runTool({ request, response, requestId }: Exchange, services: Services, handlers: ControlHandlers) {
  const input = parseInput(
    ToolRequest,
    await readJson(request, UNLIMITED_LEASE, { limit: MAX_CALL_BYTES }),
    'control/mcp',
  )
  const principal = await handlers.localPrincipal(input.handle, input.scopes, input.surface)
  const call = { services, principal, surface: input.surface, requestId, client: input.client, inlineFiles: true }
  const backend = createLocalBackend(call, parseToolsets(input.toolsets))
  if (input.method === 'tools/list') return { tools: await backend.list() }
  const { progress, signal } = reportTo({ response })
  return backend.call(input.name ?? '', input.arguments, {
    signal,
    client: undefined,
    ...(input.progress === true && { progress }),
  })
}
