import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findIneffectiveRules } from './auth/sign-in/ineffective-rules.ts'
import { waitForHandover } from './cli/control/handover.ts'
import { type Config, isLoopback } from './config.ts'
import { AppError } from './errors.ts'
import { openPersistentCounts } from './http/limits/persistent-counts.ts'
import { createRateLimiter } from './http/limits/rate-limits.ts'
import { createHttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import { openLocalServices } from './open-services.ts'
import { openAtomicFile } from './store/files/atomic-file.ts'
import type { Services } from './tools/pipeline/call.ts'
import { startSweeping } from './tools/retention/sweep.ts'

/** A running server. */
export interface RunningServer {
  /** The base URL. */
  readonly url: string
  readonly services: Services
  /** Finishes open requests (at most 7 seconds), flushes the store and releases the data folder. */
  stop(): Promise<void>
}

interface ServeOptions {
  readonly log: Log
  readonly now?: () => Date
  /** Time in milliseconds that an idle connection stays open for another request during shutdown; default 2,000. */
  readonly quietMs?: number
}

/**
 * Starts the server: data folder, store, control socket, HTTP. Another process that holds the folder hands it over, unless it is a server.
 * @throws AppError `folder_held`, `bad_config`, `store_unavailable`, `unavailable` (the port is in use).
 */
export async function serve(
  config: Config,
  { log, now = () => new Date(), quietMs = QUIET_MS }: ServeOptions,
): Promise<RunningServer> {
  let bound = config.port
  const baseUrl = (): string => config.baseUrl ?? `http://localhost:${bound}`
  const here = await openLocalServices({ config, log, now }, { kind: 'server', baseUrl, wait: waitForHandover(log) })
  try {
    const { host, allowedHosts, trustProxy, rateLimitFactor } = config
    const counts = await openPersistentCounts(openAtomicFile(join(config.dataDir, COUNTS_FILE), MAX_COUNTS_BYTES), {
      now,
      log,
    })
    const limits = createRateLimiter(now, rateLimitFactor, counts.earlier)
    const site = { loopbackBind: isLoopback(host), allowedHosts, trustProxy, limits }
    const http = createHttpServer(here.services, site)
    bound = await listen(http.server, config)
    const stopKeeping = counts.startSaving(limits)
    warnAboutPlainHttp(baseUrl(), log)
    warnAboutUnusedSettings(config, log)
    const stopSweeping = startSweeping(here.services)
    return {
      url: baseUrl(),
      services: here.services,
      stop: async () => {
        stopSweeping()
        await http.drain({ quietMs, longestMs: DRAIN_MS })
        await stopKeeping()
        await here.close()
      },
    }
  } catch (error) {
    await here.close()
    throw error
  }
}

const COUNTS_FILE = 'rate-limits.json'
/** Twice the maximum size of 1,000 counts. */
const MAX_COUNTS_BYTES = 1024 * 1024

/** Busy clients send their next request within this time, and its response announces that the connection closes. */
const QUIET_MS = 2_000
const DRAIN_MS = 7_000

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, host, port)))
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port))
  })
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new AppError('unavailable', `DRAGOMAN_PORT is ${port}, and another process already uses ${host}:${port}.`, {
      fix: 'Stop that process, or set DRAGOMAN_PORT to another port, such as 4051 (0 = any free port).',
      cause: error,
    })
  }
  if (error.code === 'EACCES') {
    return new AppError('bad_config', `DRAGOMAN_PORT is ${port}, and this system user may not listen on it.`, {
      fix: 'Set DRAGOMAN_PORT to 1024 or higher, and use a reverse proxy for port 443.',
      cause: error,
    })
  }
  if (!ADDRESS_ERRORS.has(error.code ?? '')) return error
  return new AppError('bad_config', `DRAGOMAN_HOST is ${host}, which is not an address of this machine.`, {
    fix: 'Set DRAGOMAN_HOST to 127.0.0.1 (this machine only), 0.0.0.0 (every network), or an address of this machine.',
    cause: error,
  })
}

const ADDRESS_ERRORS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

function warnAboutPlainHttp(baseUrl: string, log: Log): void {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:' || isLoopback(hostname)) return
  log.warn(
    { base_url: baseUrl },
    'connections are not encrypted: others can read tokens, and recent MCP clients refuse to sign in. Put a TLS proxy in front and set DRAGOMAN_BASE_URL to its https address.',
  )
}

/** Warns about settings without effect: those of providers without a client ID. */
function warnAboutUnusedSettings(config: Config, log: Log): void {
  for (const variable of config.idleUrls) {
    const name = variable.replace(/_URL$/, '')
    log.warn({ variable }, `${variable} has no effect. Set ${name}_CLIENT_ID and ${name}_CLIENT_SECRET, too.`)
  }
  for (const { variable, entry } of findIneffectiveRules(config)) {
    log.warn(
      { variable, entry },
      `${variable} has ${entry}, but that provider is not configured, so the entry has no effect.`,
    )
  }
}
