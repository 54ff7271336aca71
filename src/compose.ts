import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoHolderError } from './cli/control/client.ts'
import type { Machine } from './cli/machine.ts'
import type { ComposeDeps } from './open-services.ts'
import { VERSION } from './package-root.ts'
import { createCommandFormatter, shellQuote } from './shell-commands.ts'
import { getControlSocketPath, holdFolder } from './store/data-folder/hold.ts'
import { createIdGenerator } from './store/ids.ts'
import { systemUser } from './system-user.ts'

interface MachineOptions extends ComposeDeps {
  /** The working folder of the user; default: that of the process. */
  readonly workingFolder?: string
  /** The arguments of the command. */
  readonly args: readonly string[]
  /** Default: timers. */
  readonly pause?: Machine['pause']
}

/** Composes the machine for commands. Loads modules only when the data folder is needed. */
export async function composeMachine({
  config,
  log,
  now,
  workingFolder = process.cwd(),
  args,
  pause = (milliseconds, signal) => sleep(milliseconds, undefined, { ...(signal !== undefined && { signal }) }),
}: MachineOptions): Promise<Machine> {
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`
  const assertNoOtherServer = async (): Promise<void> => {
    if (config.isDatabase) return
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
    baseUrl,
    version: VERSION,
    socketPath: () => {
      if (config.isDatabase) throw new NoHolderError('no process holds a database')
      return getControlSocketPath(config.dataDir)
    },
    newId: createIdGenerator(now),
    now,
    pause,
    userName: systemUser(),
    workingFolder,
    homeFolder: homedir(),
    command: createCommandFormatter({ ...config, from: workingFolder }),
    assertNoOtherServer,
    open: async (kind, onRequest) => {
      await assertNoOtherServer()
      const { openLocalServices } = await import('./open-services.ts')
      return openLocalServices({ config, log, now }, { kind, baseUrl: () => baseUrl, onRequest })
    },
    recover: async request => {
      const { recoverStore } = await import('./store/open.ts')
      const hold = await holdFolder(config.dataDir)
      try {
        return await recoverStore({ url: config.storeUrl, dataDir: config.dataDir, ...request })
      } finally {
        await hold.release()
      }
    },
    finishMove: async (request, hooks) => {
      const { finishMove } = await import('./store/move/run.ts')
      const { createMoveContext } = await import('./move-context.ts')
      return finishMove(request, createMoveContext({ config, now, newId: createIdGenerator(now) }, hooks))
    },
    undoMove: async () => {
      const { undoMove } = await import('./store/closed-store.ts')
      return undoMove({ url: config.storeUrl, dataDir: config.dataDir })
    },
    folderMarks: async () => {
      const { readFolderMarks } = await import('./store/move/folder-marks.ts')
      return readFolderMarks(config.dataDir)
    },
    database: async () => {
      const { describeDatabase } = await import('./store/closed-store.ts')
      return describeDatabase(config.storeUrl)
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
