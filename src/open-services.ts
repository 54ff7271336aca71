import type { Server } from 'node:http'
import { rateLimitFetch } from './auth/oauth/clients/rate-limit-fetch.ts'
import { authSettings } from './auth/settings.ts'
import { localHandle } from './auth/users/handles.ts'
import { resolveLocalPrincipal } from './cli/backends/local-principal.ts'
import { NoHolderError } from './cli/control/client.ts'
import { InFlightCalls } from './cli/control/in-flight-calls.ts'
import type { OpenDataFolder } from './cli/machine.ts'
import { formatRollback } from './cli/output/rollback.ts'
import type { Config } from './config.ts'
import { openEngines } from './engines/open-engines.ts'
import type { CommandFormatter } from './errors.ts'
import { createControlServer } from './http/control-socket.ts'
import { createCpuBudget } from './http/limits/cpu-budget.ts'
import type { Log } from './log.ts'
import { createMoveContext } from './move-context.ts'
import type { Holder } from './operator/command.ts'
import { runOperatorCommand } from './operator/commands.ts'
import { describeHolder } from './operator/server-status.ts'
import { createSafeFetch } from './outbound/safe-fetch.ts'
import { classifyHost, createWebhookRequest } from './outbound/webhook-request.ts'
import { VERSION } from './package-root.ts'
import { createServerCommands } from './shell-commands.ts'
import { writeArchive } from './store/archive/write-backup.ts'
import { holdFolder, type WaitForFolder } from './store/data-folder/hold.ts'
import { storeClosedError } from './store/engine/errors.ts'
import { createIdGenerator } from './store/ids.ts'
import { finishMove, runMove } from './store/move/run.ts'
import { type DatabaseUpgrade, openStore, type StoreUpgrade } from './store/open.ts'
import { systemUser } from './system-user.ts'
import { observeStore } from './telemetry/observed-store.ts'
import { NO_TELEMETRY, type Telemetry } from './telemetry/telemetry.ts'
import { AUDIT_ACTIONS } from './tools/audit/actions.ts'
import { createTransferLinks } from './tools/files/transfer/links.ts'
import type { Services } from './tools/pipeline/call.ts'
import { HeapGuard } from './tools/quota/heap-guard.ts'
import { processHeap } from './tools/quota/process-heap.ts'
import { startRechecking } from './tools/recheck/run.ts'
import { RunWatch } from './tools/runs/watch/run-watch.ts'
import { startRuns } from './tools/runs/worker/start-runs.ts'
import { startSending } from './tools/webhooks/start-sending.ts'
import { WorkLeases } from './tools/work/leases.ts'
import { createCompute } from './workers/compute.ts'

export interface ComposeDeps {
  readonly config: Config
  readonly log: Log
  readonly now: () => Date
  /** Default: nothing is measured. */
  readonly telemetry?: Telemetry
}

interface OpenOptions {
  readonly kind: Holder['kind']
  /** A function, because a free port is known only after binding. */
  readonly baseUrl: () => string
  /** Called when a server requests the folder. A server itself never releases it. */
  readonly onRequest?: (() => void) | undefined
  /** Waits while another process holds the folder; default: fail. */
  readonly wait?: WaitForFolder
}

/**
 * Holds the data folder, opens the store and answers on the control socket. With a database, nobody holds anything.
 * @throws AppError `folder_held`, `bad_config`, `store_unavailable`.
 */
export async function openLocalServices(
  { config, log, now, telemetry = NO_TELEMETRY }: ComposeDeps,
  { kind, baseUrl, onRequest, wait }: OpenOptions,
): Promise<OpenDataFolder> {
  const engines = await openEngines(config.engines, { now })
  // Any number of processes can use a database.
  const hold = config.isDatabase ? undefined : await holdFolder(config.dataDir, wait)
  try {
    const commands = createServerCommands(config)
    const opened = await openStore({
      url: config.storeUrl,
      connections: config.storeConnections,
      dataDir: config.dataDir,
      report: ({ message, error }) => log.warn({ err: error }, message),
      upgrade: {
        now,
        onBackup: upgrade => logUpgrade(upgrade, { config, log, command: commands.forOperators }),
        onUpgraded: upgrade => logDatabaseUpgrade(upgrade, log),
      },
    })
    const store = observeStore(opened, telemetry)
    const compute = createCompute()
    const services: Services = {
      store,
      log,
      now,
      newId: createIdGenerator(now),
      get baseUrl() {
        return baseUrl()
      },
      version: VERSION,
      links: createTransferLinks({ store, now }),
      auth: authSettings(config, localHandle(systemUser())),
      auditActions: AUDIT_ACTIONS,
      limits: config.limits,
      maxOrganizations: config.maxOrganizations,
      heap: new HeapGuard(processHeap, { maxPercent: config.maxHeap, log, doctor: commands.forOperators('doctor') }),
      fetchDocument: rateLimitFetch(createSafeFetch(), { shared: store.shared, now }),
      compute,
      cpuBudget: createCpuBudget(now, config.cpuBudget * config.rateLimitFactor, () => telemetry.meters.cpuRefused()),
      sendWebhook: createWebhookRequest({ hosts: config.webhookHosts }),
      webhookHost: url => classifyHost(url, config.webhookHosts),
      engines,
      leases: new WorkLeases(store.shared),
      runWatch: new RunWatch(store),
      commands,
      telemetry,
    }
    const stopMoves = new AbortController()
    const move: OpenDataFolder['move'] = async (request, { progress, signal }) => {
      const end = AbortSignal.any([signal, stopMoves.signal])
      const context = createMoveContext({ config, now, newId: services.newId }, { progress, signal: end })
      return (await finishMove(request, context)) ?? (await runMove(store, request, context))
    }
    let heir: string | undefined
    const yieldTo = (id: string): void => {
      heir = id
      onRequest?.()
    }
    const holder: Holder = { kind, pid: process.pid, startedAt: now(), ...(kind !== 'server' && { yieldTo }) }
    const control =
      hold &&
      createControlServer(services, {
        run: (command, args, requestId) => runOperatorCommand(command, args, { services, holder, requestId }),
        status: () => describeHolder(services, holder),
        localPrincipal: (handle, scopes, surface) => resolveLocalPrincipal(handle, scopes, services, surface),
        backup: () => writeArchive(store, { version: VERSION, now }),
        move,
      })
    // A command ends within seconds; the next server continues.
    const jobs = kind === 'command' ? [] : [startRechecking(services), startRuns(services), startSending(services)]
    let stopped: Promise<unknown> | undefined
    const stopJobs = async (): Promise<void> => {
      stopped ??= Promise.all(jobs.map(job => job.stop()))
      await stopped
    }
    const admission = new InFlightCalls()
    if (control !== undefined) {
      handleExpectContinue(control, admission)
      hold?.attach(control)
    }
    return {
      services,
      holder,
      move,
      run: async work => {
        const leave = admission.enter()
        if (leave === undefined) throw new NoHolderError('the process is releasing the data folder')
        return work().finally(leave)
      },
      stopJobs,
      close: async () => {
        services.runWatch.close()
        stopMoves.abort(storeClosedError())
        await admission.drain(heir === undefined ? DRAIN_MS : HANDOVER_MS)
        services.heap.close()
        try {
          await stopJobs()
          await services.engines.close()
          await compute.close()
          await store.close()
        } finally {
          await hold?.release(heir)
        }
      },
    }
  } catch (error) {
    await hold?.release()
    throw error
  }
}

interface UpgradeLog {
  readonly config: Config
  readonly log: Log
  readonly command: CommandFormatter
}

/** A warning, so that every command prints it. */
function logUpgrade(upgrade: StoreUpgrade, { config, log, command }: UpgradeLog): void {
  const { fromShape, toShape, fromVersion } = upgrade
  // Two checkouts can have one version.
  const old = fromVersion === VERSION ? 'the program that you ran before' : `dragoman ${fromVersion}`
  log.warn(
    { from_shape: fromShape, to_shape: toShape, restore: formatRollback(upgrade, config.dataDir, command) },
    `saved a backup before the upgrade of the store; to go back, stop the server and restore it with ${old}`,
  )
}

function logDatabaseUpgrade({ fromShape, toShape, kept }: DatabaseUpgrade, log: Log): void {
  log.warn(
    {
      from_shape: fromShape,
      to_shape: toShape,
      return: `drop schema dragoman cascade; alter schema ${kept} rename to dragoman`,
      remove: `drop schema ${kept} cascade`,
    },
    'upgraded the database, and kept its former tables; to go back, stop all processes, run `return`, and start the earlier version',
  )
}

/** Maximum wait for open calls at the end. */
const DRAIN_MS = 1_500
/** Maximum wait before handing over the folder, so that a long call can finish. */
const HANDOVER_MS = 5_000

/**
 * Callers send `Expect: 100-continue` (RFC 9110 10.1.1) and wait for the server's consent before the body. A rejected caller can therefore go to the next
 * holder.
 */
function handleExpectContinue(server: Server, admission: InFlightCalls): void {
  server.on('checkContinue', (request, response) => {
    const leave = admission.enter()
    if (leave === undefined) {
      response.writeHead(417, { connection: 'close' }).end()
      return
    }
    response.once('close', leave)
    response.writeContinue()
    server.emit('request', request, response)
  })
}
