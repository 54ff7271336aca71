import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { AppError } from '../../errors.ts'
import type { Machine } from '../machine.ts'
import { openRoot, type Root } from './root.ts'

/** The option that says below which folder files are read and written. */
export const rootOption = (): Option =>
  new Option('--root <folder>', 'root of the repository, below which files are read and written (default: this folder)')

/** @throws AppError `invalid_input` when `--root` is no folder. */
export async function rootOf(machine: Machine, given: string | undefined): Promise<Root> {
  const { workingFolder, homeFolder, newId } = machine
  const folder = resolve(workingFolder, given ?? '')
  if (given !== undefined && !(await isFolder(folder))) {
    throw new AppError('invalid_input', `--root is ${JSON.stringify(given)}, and there is no folder ${folder}.`, {
      fix: 'Give the folder of the repository, such as --root .',
    })
  }
  return openRoot({ folder, home: homeFolder, newId })
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )
