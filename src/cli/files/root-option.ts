import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { AppError } from '../../errors.ts'
import type { Machine } from '../machine.ts'
import { createProgress } from '../output/progress.ts'
import type { FileAccess } from './file-access.ts'
import { openPulledLog } from './pulled-log.ts'
import { openRoot } from './root.ts'

/** The option that says below which folder files are read and written. */
export const rootOption = (): Option =>
  new Option('--root <folder>', 'root of the repository, below which files are read and written (default: this folder)')

interface AccessOptions extends Pick<FileAccess, 'force'> {
  /** `--root` */
  readonly root: string | undefined
  readonly stderr: NodeJS.WriteStream
}

/** @throws AppError `invalid_input` when `--root` is no folder. */
export async function openFileAccess(machine: Machine, { root, force, stderr }: AccessOptions): Promise<FileAccess> {
  const { config, workingFolder, homeFolder, newId, log } = machine
  const folder = resolve(workingFolder, root ?? '')
  if (root !== undefined && !(await isFolder(folder))) {
    throw new AppError('invalid_input', `--root is ${JSON.stringify(root)}, and there is no folder ${folder}.`, {
      fix: 'Give the folder of the repository, such as --root .',
    })
  }
  const real = await realpath(folder).catch(() => folder)
  return {
    root: openRoot({ folder, home: homeFolder, newId }),
    log: openPulledLog({ stateFolder: config.stateDir, root: real, newId }),
    force,
    progress: createProgress(stderr),
    warn: error => log.warn({ err: error }, 'the pulled files are written, and could not be noted as such'),
  }
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )
