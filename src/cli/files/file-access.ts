import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { AppError } from '../../errors.ts'
import type { Machine } from '../machine.ts'
import { createProgress, type Progress } from '../output/progress.ts'
import type { IncomingFile, PullOwned } from './pull-answer.ts'
import type { PullConflict } from './pull-conflicts.ts'
import { openPulledLog, type PulledLog } from './pulled-log.ts'
import type { Root, RootOptions } from './root.ts'

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

/** `--root`: the folder below which files are read and written. */
export const rootOption = (): Option =>
  new Option('--root <folder>', 'repository root for reading and writing files (default: the current folder)')

interface AccessOptions extends Pick<FileAccess, 'force' | 'accepts' | 'select'> {
  /** `--root` */
  readonly root: string | undefined
  readonly stderr: NodeJS.WriteStream
}

/** Opens the access to the files below `--root`. @throws AppError `invalid_input` when that is not a folder. */
export async function openFileAccess(
  machine: Machine,
  { root, force, accepts, select, stderr }: AccessOptions,
): Promise<FileAccess> {
  const { config, workingFolder, homeFolder, newId, log } = machine
  const folder = resolve(workingFolder, root ?? '')
  if (root !== undefined && !(await isFolder(folder))) {
    throw new AppError('invalid_input', `Folder ${JSON.stringify(root)} (--root) does not exist.`, {
      fix: 'Use the folder of the repository, for example --root .',
    })
  }
  const real = await realpath(folder).catch(() => folder)
  return {
    root: createLazyRoot({ folder, home: homeFolder, newId }),
    log: openPulledLog({ stateFolder: config.stateDir, root: real, newId }),
    previews: openPulledLog({ stateFolder: config.stateDir, root: `${real} (previews)`, newId }),
    force,
    accepts,
    select,
    progress: createProgress(stderr),
    warn: error => log.warn({ err: error }, 'the files were pulled, but writing the pull log failed'),
  }
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )

/** Opens the root of a process. Loads what reads and writes files, the formats among it, at the first access. */
function createLazyRoot(options: RootOptions): Root {
  let opened: Promise<Root> | undefined
  const open = (): Promise<Root> => {
    opened ??= import('./root.ts').then(({ openRoot }) => openRoot(options))
    return opened
  }
  return {
    folder: options.folder,
    read: async path => (await open()).read(path),
    existing: async (path, content) => (await open()).existing(path, content),
    write: async (path, content) => (await open()).write(path, content),
  }
}
