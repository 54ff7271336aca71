import type { Progress } from '../output/progress.ts'
import type { PullConflict } from './pull-conflicts.ts'
import type { PulledLog } from './pulled-log.ts'
import type { Root } from './root.ts'

/** How a process reads and writes files for its tools. */
export interface FileAccess {
  readonly root: Root
  readonly log: PulledLog
  /** Told of files that are written although they are not the pull's own; without it such a pull is refused. */
  readonly force?: ((strangers: readonly PullConflict[]) => void) | undefined
  readonly progress: Progress
  /** Told of what went wrong after the work was done. */
  readonly warn: (error: unknown) => void
}
