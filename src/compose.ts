import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Here, Machine } from './cli/machine.ts'
import type { Holder } from './cli/operator/command.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Services } from './tools/call.ts'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const VERSION = manifest.version

/** The operating-system user; '' where it has no name, as in a container that runs under a bare number. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

export interface Parts {
  readonly config: Config
  readonly log: Log
  readonly now: () => Date
}

/** What commands reach on this machine. Loads nothing until the data folder is needed. */
export async function composeMachine({ config, log, now }: Parts): Promise<Machine> {
  const [{ socketPath }, { createIds }] = await Promise.all([import('./store/hold.ts'), import('./store/ids.ts')])
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`
  return {
    config,
    log,
    version: VERSION,
    socketPath: () => socketPath(config.dataDir),
    newId: createIds(now),
    now,
    userName: systemUser(),
    open: kind => openHere({ config, log, now }, kind, () => baseUrl),
    recover: async request => {
      const [{ holdFolder }, { recoverStore }] = await Promise.all([
        import('./store/hold.ts'),
        import('./store/open.ts'),
      ])
      const hold = await holdFolder(config.dataDir)
      try {
        return await recoverStore({ url: config.storeUrl, dataDir: config.dataDir, ...request })
      } finally {
        await hold.release()
      }
    },
    archives: async () => {
      const { createArchives } = await import('./store/archive/archives.ts')
      const store = { url: config.storeUrl, dataDir: config.dataDir }
      return createArchives({ store, version: VERSION, now, newId: createIds(now) })
    },
  }
}

/**
 * Holds the data folder, opens the store and answers on the control socket. `baseUrl` is asked for late, because a free port is known only when it
 * is bound.
 * @throws AppError `folder_held`, `bad_config`, `store_unavailable`.
 */
export async function openHere(
  { config, log, now }: Parts,
  kind: Holder['kind'],
  baseUrl: () => string,
): Promise<Here> {
  const [
    { holdFolder },
    { openStore },
    { createIds },
    { createControlServer },
    { runCommand },
    { localPrincipal },
    { describeHolder },
    { writeArchive },
  ] = await Promise.all([
    import('./store/hold.ts'),
    import('./store/open.ts'),
    import('./store/ids.ts'),
    import('./http/control.ts'),
    import('./cli/operator/commands.ts'),
    import('./cli/local-principal.ts'),
    import('./cli/operator/server-status.ts'),
    import('./store/archive/write.ts'),
  ])
  const hold = await holdFolder(config.dataDir)
  try {
    const store = await openStore({
      url: config.storeUrl,
      dataDir: config.dataDir,
      report: ({ message, error }) => log.warn({ err: error }, message),
    })
    const services: Services = {
      store,
      log,
      now,
      newId: createIds(now),
      get baseUrl() {
        return baseUrl()
      },
      version: VERSION,
    }
    const holder: Holder = { kind, pid: process.pid, startedAt: now() }
    const control = createControlServer(services, {
      run: (command, args, requestId) => runCommand(command, args, { services, holder, requestId }),
      status: () => describeHolder(services, holder),
      localPrincipal: (handle, scopes) => localPrincipal(handle, scopes, services),
      backup: () => writeArchive(store, { version: VERSION, now }),
    })
    const drain = admitUntilDrained(control)
    hold.attach(control)
    return {
      services,
      holder,
      close: async () => {
        await Promise.race([drain(), sleep(CONTROL_DRAIN_MS, undefined, { ref: false })])
        await store.close()
        await hold.release()
      },
    }
  } catch (error) {
    await hold.release()
    throw error
  }
}

/** What other processes asked for on the control socket is short; longer than this nobody waits for it at the end. */
const CONTROL_DRAIN_MS = 1_500

/**
 * Lets requests in until the returned function is called, which turns away what comes then and resolves when nothing is under way. Callers announce
 * themselves (`Expect: 100-continue`, RFC 9110 10.1.1) and send nothing before they are let in, so one that is turned away can go to the next holder.
 */
function admitUntilDrained(server: Server): () => Promise<void> {
  let open = 0
  let closing = false
  let idle = (): void => undefined
  server.on('checkContinue', (request, response) => {
    if (closing) {
      response.writeHead(417, { connection: 'close' }).end()
      return
    }
    open += 1
    response.once('close', () => {
      open -= 1
      if (open === 0) idle()
    })
    response.writeContinue()
    server.emit('request', request, response)
  })
  return () => {
    closing = true
    return new Promise(resolve => (open === 0 ? resolve() : (idle = resolve)))
  }
}
