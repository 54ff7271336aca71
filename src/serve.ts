import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findIneffectiveRules } from './auth/sign-in/ineffective-rules.ts'
import { waitForHandover } from './cli/control/handover.ts'
import { type Config, isLoopback } from './config.ts'
import { AppError } from './errors.ts'
import { openPersistentCounts } from './http/limits/persistent-counts.ts'
import { countRefusals, createRateLimiter, type RateLimiter } from './http/limits/rate-limits.ts'
import { createSharedRateLimiter } from './http/limits/shared-rate-limits.ts'
import { createHttpServer } from './http/server.ts'
import { addLogFields, type Log } from './log.ts'
import { openLocalServices } from './open-services.ts'
import { watchSize } from './operator/watch-size.ts'
import { VERSION } from './package-root.ts'
import { findLastBackup } from './store/archive/archives.ts'
import { openAtomicFile } from './store/files/atomic-file.ts'
import { LoopDelay } from './telemetry/loop-delay.ts'
import { openMetrics } from './telemetry/prometheus/open-metrics.ts'
import { type Meters, NO_TRACER, type Tracer } from './telemetry/telemetry.ts'
import type { Services } from './tools/pipeline/call.ts'
import { startSweeping } from './tools/retention/sweep.ts'

export interface RunningServer {
  /** The base URL. */
  readonly url: string
  /** The port that it listens on, which the base URL of a reverse proxy does not say. */
  readonly port: number
  readonly services: Services
  /** Accepts requests for `stopDelay` more, finishes open ones (at most 7 seconds), flushes the store and releases the data folder. */
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
  const metrics = openMetrics()
  const tracer = await openConfiguredTracer(config, { meters: metrics.meters, log })
  const loop = new LoopDelay()
  const here = await openLocalServices(
    { config, log, now, telemetry: { meters: metrics.meters, tracer, loop } },
    { kind: 'server', baseUrl, wait: waitForHandover(log) },
  )
  try {
    const { host, allowedHosts, trustProxy } = config
    const opened = await openRateLimits(here.services, config)
    const limits = countRefusals(opened.limits, metrics.meters)
    const { store, heap } = here.services
    metrics.addSources({
      version: VERSION,
      store,
      heap: () => heap.status(),
      lastBackup: () => findLastBackup(config.dataDir),
    })
    const site = {
      loopbackBind: isLoopback(host),
      allowedHosts,
      trustProxy,
      limits,
      metrics: { exposition: metrics, isOpen: config.isLocal, token: config.metricsToken },
    }
    const http = createHttpServer(here.services, site)
    bound = await listen(http.server, config)
    const stopSaving = opened.startSaving()
    warnAboutPlainHttp(baseUrl(), log)
    warnAboutUnusedSettings(config, log)
    const stopSweeping = startSweeping(here.services)
    const stopWatching = watchSize(here.services)
    return {
      url: baseUrl(),
      port: bound,
      services: here.services,
      stop: async () => {
        http.announceStop()
        const swept = stopSweeping()
        stopWatching()
        const drained = wait(config.stopDelay).then(() => http.drain({ quietMs, longestMs: DRAIN_MS }))
        // Other processes continue the jobs meanwhile.
        await Promise.all([drained, here.stopJobs()])
        await stopSaving()
        await swept
        await here.close()
        loop.close()
        await tracer.close()
      },
    }
  } catch (error) {
    await here.close()
    loop.close()
    await tracer.close()
    throw error
  }
}

/** Opens the tracer, if a collector is configured. Its libraries are only loaded then. */
async function openConfiguredTracer(
  { tracing }: Config,
  { meters, log }: { readonly meters: Meters; readonly log: Log },
): Promise<Tracer> {
  if (tracing === undefined) return NO_TRACER
  const { openTracer } = await import('./telemetry/tracing/open-tracer.ts')
  const tracer = openTracer({ config: tracing, version: VERSION, meters, log })
  addLogFields(log, () => tracer.fields())
  return tracer
}

const COUNTS_FILE = 'rate-limits.json'
/** Twice the maximum size of 1,000 counts. */
const MAX_COUNTS_BYTES = 1024 * 1024

/** Opens the rate limits: in the shared state if there can be other processes, otherwise in memory and a file. */
async function openRateLimits(
  { store: { shared }, now, log }: Services,
  { dataDir, rateLimitFactor: factor }: Config,
): Promise<{ readonly limits: RateLimiter; readonly startSaving: () => () => Promise<void> }> {
  if (!shared.isLocal) {
    return { limits: createSharedRateLimiter({ shared, now, factor }), startSaving: () => async () => undefined }
  }
  const counts = await openPersistentCounts(openAtomicFile(join(dataDir, COUNTS_FILE), MAX_COUNTS_BYTES), { now, log })
  const limits = createRateLimiter(now, factor, counts.earlier)
  return { limits, startSaving: () => counts.startSaving(limits) }
}

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
