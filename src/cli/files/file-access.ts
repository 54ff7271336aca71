import type { Progress } from '../output/progress.ts'
import type { IncomingFile, PullOwned } from './pull-answer.ts'
import type { PullConflict } from './pull-conflicts.ts'
import type { PulledLog } from './pulled-log.ts'
import type { Root } from './root.ts'

/** How a process reads and writes repository files for tools. */
export interface FileAccess {
  readonly root: Root
  readonly log: PulledLog
  /** The files that previews wrote. A preview replaces no others. */
  readonly previews: PulledLog
  /** Called with conflicting files before a pull replaces them. Without it, the pull fails. */
  readonly force?: ((conflicts: readonly PullConflict[]) => void) | undefined
  /** Whether a pull may write a file. Others are not looked at. Default: all. */
  readonly accepts?: ((file: IncomingFile) => boolean) | undefined
  /** Called with the files of a pull before any is written; returns those to write. Default: all. */
  readonly select?:
    | ((files: readonly IncomingFile[], pullOwned: PullOwned) => Promise<readonly IncomingFile[]>)
    | undefined
  readonly progress: Progress
  /** Called with an error that occurred after the work was done. */
  readonly warn: (error: unknown) => void
}
