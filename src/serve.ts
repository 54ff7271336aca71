import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { askHolder } from './cli/control-client.ts'
import type { Here } from './cli/machine.ts'
import type { HolderStatus } from './cli/operator/server-status.ts'
import { openHere, type Parts } from './compose.ts'
import { type Config, isLoopback } from './config.ts'
import { AppError } from './errors.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import { socketPath } from './store/hold.ts'
import type { Services } from './tools/call.ts'

/** A service that answers. */
export interface Running {
  /** Where clients reach it: the base URL. */
  readonly url: string
  readonly services: Services
  /** Finishes the requests under way, flushes the store and releases the folder; what takes longer than 7 seconds is cut off. */
  stop(): Promise<void>
}

interface Options {
  readonly log: Log
  readonly now?: () => Date
}

/**
 * Starts the service: folder, store, control socket, HTTP.
 * @throws AppError `folder_held`, `bad_config`, `store_unavailable`, `unavailable` (the port is in use).
 */
export async function serve(config: Config, { log, now = () => new Date() }: Options): Promise<Running> {
  let bound = config.port
  const baseUrl = (): string => config.baseUrl ?? `http://localhost:${bound}`
  const here = await openOrExplain({ config, log, now }, baseUrl)
  try {
    const site = { loopbackBind: isLoopback(config.host), allowedHosts: config.allowedHosts }
    const http = createHttpServer(here.services, site)
    bound = await listen(http.server, config)
    warnOfPlainHttp(baseUrl(), log)
    return {
      url: baseUrl(),
      services: here.services,
      stop: async () => {
        await drain(http)
        await here.close()
      },
    }
  } catch (error) {
    await here.close()
    throw error
  }
}

/** A stdio process is started by an editor, out of sight: whoever starts the service is told that it is one. */
async function openOrExplain(parts: Parts, baseUrl: () => string): Promise<Here> {
  try {
    return await openHere(parts, 'server', baseUrl)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'folder_held') throw error
    throw await heldByWhom(error, parts.config)
  }
}

async function heldByWhom(error: AppError, config: Config): Promise<AppError> {
  const question = { command: 'server status', args: {} }
  try {
    const patience = AbortSignal.timeout(ASK_MS)
    const holder = (await askHolder(socketPath(config.dataDir), '/control/run', question, patience)) as HolderStatus
    if (holder.process !== 'stdio') return error
  } catch {
    return error
  }
  return new AppError('folder_held', `${error.message} It is \`dragoman mcp\`, started by an MCP client.`, {
    fix: 'End that client or its server, then start the service: the client’s next one speaks through it.',
    cause: error,
  })
}

const ASK_MS = 2_000
const DRAIN_MS = 7_000
const POLL_MS = 50

/** Accepts nothing new, lets what is under way finish, and closes each connection as soon as it is idle. */
async function drain(http: HttpServer): Promise<void> {
  const { server } = http
  const closed = new Promise<void>(resolve => {
    server.close(() => resolve())
  })
  const sweep = setInterval(() => server.closeIdleConnections(), POLL_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  server.closeIdleConnections()
  await Promise.all([http.endStreams(), closed])
  clearInterval(sweep)
  clearTimeout(cut)
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFault(error, host, port)))
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port))
  })
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new AppError('unavailable', `DRAGOMAN_PORT is ${port}, and ${host}:${port} is in use by another process.`, {
      fix: 'Stop that process, or set DRAGOMAN_PORT to another port, such as 4051 (0 takes any free one).',
      cause: error,
    })
  }
  if (error.code === 'EACCES') {
    return new AppError('bad_config', `DRAGOMAN_PORT is ${port}, which this user may not listen on.`, {
      fix: 'Set DRAGOMAN_PORT to a port from 1024 on, and put a reverse proxy in front for 443.',
      cause: error,
    })
  }
  if (!NO_ADDRESS.has(error.code ?? '')) return error
  return new AppError('bad_config', `DRAGOMAN_HOST is ${host}, which is no address of this machine.`, {
    fix: 'Set DRAGOMAN_HOST to 127.0.0.1 (this machine alone), 0.0.0.0 (every network), or an address of this machine.',
    cause: error,
  })
}

const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

function warnOfPlainHttp(baseUrl: string, log: Log): void {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:' || isLoopback(hostname)) return
  log.warn(
    { base_url: baseUrl },
    'clients reach this service without encryption: tokens can be read on the way. Put a TLS proxy in front and set DRAGOMAN_BASE_URL to its https address.',
  )
}
