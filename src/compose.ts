import type { Server } from 'node:http'
import { homedir, userInfo } from 'node:os'
import { NoHolderError } from './cli/control/client.ts'
import { InFlightCalls } from './cli/control/in-flight-calls.ts'
import type { Machine, OpenDataFolder } from './cli/machine.ts'
import { formatRollback } from './cli/output/rollback.ts'
import type { Config } from './config.ts'
import type { CommandFormatter } from './errors.ts'
import type { Log } from './log.ts'
import type { Holder } from './operator/command.ts'
import { createCommandFormatter, createServerCommands, shellQuote } from './shell-commands.ts'
import type { WaitForFolder } from './store/data-folder/hold.ts'
import type { StoreUpgrade } from './store/open.ts'
import type { Services } from './tools/pipeline/call.ts'
import { VERSION } from './version.ts'

/** The name of the system user; '' if it has none, as in a container with a numeric user. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

export interface ComposeDeps {
  readonly config: Config
  readonly log: Log
  readonly now: () => Date
}

interface MachineOptions extends ComposeDeps {
  /** The working folder of the user; default: that of the process. */
  readonly workingFolder?: string
  /** The arguments of the command. */
  readonly args: readonly string[]
}

/** Composes the machine for commands. Loads modules only when the data folder is needed. */
export async function composeMachine({
  config,
  log,
  now,
  workingFolder = process.cwd(),
  args,
}: MachineOptions): Promise<Machine> {
  const [{ getControlSocketPath }, { createIdGenerator }] = await Promise.all([
    import('./store/data-folder/hold.ts'),
    import('./store/ids.ts'),
  ])
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`
  const assertNoOtherServer = async (): Promise<void> => {
    const { assertNoOtherServer: assert } = await import('./cli/control/running-servers.ts')
    await assert({
      config,
      args: args.map(shellQuote).join(' '),
      from: workingFolder,
      socketPath: getControlSocketPath,
    })
  }
  return {
    config,
    log,
    version: VERSION,
    socketPath: () => getControlSocketPath(config.dataDir),
    newId: createIdGenerator(now),
    now,
    userName: systemUser(),
    workingFolder,
    homeFolder: homedir(),
    command: createCommandFormatter({ dataDir: config.dataDir, from: workingFolder }),
    assertNoOtherServer,
    open: async (kind, onAsked) => {
      await assertNoOtherServer()
      return openLocalServices({ config, log, now }, { kind, baseUrl: () => baseUrl, onAsked })
    },
    recover: async request => {
      const [{ holdFolder }, { recoverStore }] = await Promise.all([
        import('./store/data-folder/hold.ts'),
        import('./store/open.ts'),
      ])
      const hold = await holdFolder(config.dataDir)
      try {
        return await recoverStore({ url: config.storeUrl, dataDir: config.dataDir, ...request })
      } finally {
        await hold.release()
      }
    },
    engines: async () => {
      const { openEngines } = await import('./engines/open-engines.ts')
      return openEngines(config.engines, { now })
    },
    archives: async () => {
      const { createArchives } = await import('./store/archive/archives.ts')
      const store = { url: config.storeUrl, dataDir: config.dataDir }
      return createArchives({ store, version: VERSION, now, newId: createIdGenerator(now) })
    },
  }
}

interface OpenOptions {
  readonly kind: Holder['kind']
  /** A function, because a free port is known only after binding. */
  readonly baseUrl: () => string
  /** Called when a server requests the folder. A server itself never releases it. */
  readonly onAsked?: (() => void) | undefined
  /** Waits while another process holds the folder; default: fail. */
  readonly wait?: WaitForFolder
}

/**
 * Holds the data folder, opens the store and answers on the control socket.
 * @throws AppError `folder_held`, `bad_config`, `store_unavailable`.
 */
export async function openLocalServices(
  { config, log, now }: ComposeDeps,
  { kind, baseUrl, onAsked, wait }: OpenOptions,
): Promise<OpenDataFolder> {
  const [
    { holdFolder },
    { openStore },
    { createIdGenerator },
    { createControlServer },
    { runOperatorCommand },
    { resolveLocalPrincipal },
    { describeHolder },
    { writeArchive },
    { createTransferLinks },
    { authSettings },
    { localHandle },
    { rateLimitFetch },
    { createSafeFetch },
    { HeapGuard },
    { processHeap },
    { createCompute },
    { createCpuBudget },
    { AUDIT_ACTIONS },
    { startRechecking },
    { startRuns },
    { startSending },
    { createWebhookRequest, isAllowedHost },
    { WorkLeases },
    { RunWatch },
    { openEngines },
  ] = await Promise.all([
    import('./store/data-folder/hold.ts'),
    import('./store/open.ts'),
    import('./store/ids.ts'),
    import('./http/control-socket.ts'),
    import('./operator/commands.ts'),
    import('./cli/backends/local-principal.ts'),
    import('./operator/server-status.ts'),
    import('./store/archive/write.ts'),
    import('./tools/files/transfer/links.ts'),
    import('./auth/settings.ts'),
    import('./auth/users/handles.ts'),
    import('./auth/oauth/clients/rate-limit-fetch.ts'),
    import('./outbound/safe-fetch.ts'),
    import('./tools/quota/heap-guard.ts'),
    import('./tools/quota/process-heap.ts'),
    import('./workers/compute.ts'),
    import('./http/limits/cpu-budget.ts'),
    import('./tools/audit/actions.ts'),
    import('./tools/recheck/run.ts'),
    import('./tools/runs/worker/start-runs.ts'),
    import('./tools/webhooks/start-sending.ts'),
    import('./outbound/webhook-request.ts'),
    import('./tools/work/leases.ts'),
    import('./tools/runs/watch/run-watch.ts'),
    import('./engines/open-engines.ts'),
  ])
  const engines = await openEngines(config.engines, { now })
  const hold = await holdFolder(config.dataDir, wait)
  try {
    const commands = createServerCommands(config)
    const store = await openStore({
      url: config.storeUrl,
      dataDir: config.dataDir,
      report: ({ message, error }) => log.warn({ err: error }, message),
      upgrade: { now, onBackup: upgrade => logUpgrade(upgrade, { config, log, command: commands.forOperators }) },
    })
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
      links: createTransferLinks(now),
      auth: authSettings(config, localHandle(systemUser())),
      auditActions: AUDIT_ACTIONS,
      limits: config.limits,
      maxOrganizations: config.maxOrganizations,
      heap: new HeapGuard(processHeap, { maxPercent: config.maxHeap, log, doctor: commands.forOperators('doctor') }),
      fetchDocument: rateLimitFetch(createSafeFetch(), now),
      compute,
      cpuBudget: createCpuBudget(now, config.cpuBudget * config.rateLimitFactor),
      sendWebhook: createWebhookRequest({ hosts: config.webhookHosts }),
      isOwnHost: url => isAllowedHost(url, config.webhookHosts),
      engines,
      leases: new WorkLeases(),
      runWatch: new RunWatch(store),
      commands,
    }
    let heir: string | undefined
    const yieldTo = (id: string): void => {
      heir = id
      onAsked?.()
    }
    const holder: Holder = { kind, pid: process.pid, startedAt: now(), ...(kind !== 'server' && { yieldTo }) }
    const control = createControlServer(services, {
      run: (command, args, requestId) => runOperatorCommand(command, args, { services, holder, requestId }),
      status: () => describeHolder(services, holder),
      localPrincipal: (handle, scopes) => resolveLocalPrincipal(handle, scopes, services),
      backup: () => writeArchive(store, { version: VERSION, now }),
    })
    // A command ends within seconds; the next server continues.
    const jobs = kind === 'command' ? [] : [startRechecking(services), startRuns(services), startSending(services)]
    const admission = new InFlightCalls()
    handleExpectContinue(control, admission)
    hold.attach(control)
    return {
      services,
      holder,
      run: async work => {
        const leave = admission.enter()
        if (leave === undefined) throw new NoHolderError('the process is releasing the data folder')
        return work().finally(leave)
      },
      close: async () => {
        services.runWatch.close()
        await admission.drain(heir === undefined ? DRAIN_MS : HANDOVER_MS)
        services.heap.close()
        try {
          await Promise.all(jobs.map(job => job.stop()))
          await services.engines.close()
          await compute.close()
          await store.close()
        } finally {
          await hold.release(heir)
        }
      },
    }
  } catch (error) {
    await hold.release()
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
  log.warn(
    { from_shape: fromShape, to_shape: toShape, restore: formatRollback(upgrade, config.dataDir, command) },
    `saved a backup before the upgrade of the store; to go back, stop the server and restore it with dragoman ${fromVersion}`,
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
