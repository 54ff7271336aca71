import type { MoveHooks } from './cli/machine.ts'
import type { Config } from './config.ts'
import { VERSION } from './package-root.ts'
import type { MoveContext } from './store/move/run.ts'

interface MoveDeps {
  readonly config: Pick<Config, 'storeUrl' | 'dataDir'>
  readonly now: () => Date
  readonly newId: () => string
}

/** The context of a move away from the store of this configuration. Reports progress a few times a second. */
export function createMoveContext({ config, now, newId }: MoveDeps, { progress, signal }: MoveHooks): MoveContext {
  let last = ''
  let reportedAt = 0
  return {
    sourceUrl: config.storeUrl,
    dataDir: config.dataDir,
    version: VERSION,
    now,
    newId,
    signal,
    progress: (phase, done, total) => {
      const at = performance.now()
      if (phase === last && at < reportedAt + REPORT_MS) return
      last = phase
      reportedAt = at
      progress({ progress: done, total, message: phase })
    },
  }
}

const REPORT_MS = 250
