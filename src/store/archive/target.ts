import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'

/**
 * Sees to it that a file can be made under this path, or replaced when that is allowed.
 * @throws AppError `already_exists`, `invalid_input`
 */
export async function assertWritableTarget(path: string, { force }: { readonly force: boolean }): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw toWriteError(path, error)
  })
  if (found === undefined) return
  if (!found.isFile()) {
    throw new AppError('invalid_input', `${path} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}.`, {
      fix: 'Give the path of a file to make, or - for standard output.',
    })
  }
  if (force) return
  throw new AppError('already_exists', `${path} is there already.`, {
    fix: 'Give another name, or add --force to replace it.',
  })
}

/** Why a file could not be written, in the words of the operator. Anything that is no fault of the file system stays as it is. */
export function toWriteError(path: string, error: unknown): unknown {
  const folder = dirname(path)
  const code = getErrorCode(error)
  const fault = FAULTS[code]
  if (fault === undefined) return error
  const [errorCode, what, fix] = fault
  return new AppError(errorCode, `${path} cannot be written: ${what(folder)} (${code}).`, { fix, cause: error })
}

type Fault = readonly ['invalid_input' | 'unavailable', (folder: string) => string, string]

const OTHER_FOLDER_FIX = 'Give a path in a folder that this user may write to.'
const NO_SPACE_FIX = 'Make room, or give a path on another disk. Nothing was left behind.'

const FAULTS: Readonly<Record<string, Fault>> = {
  ENOENT: ['invalid_input', folder => `there is no folder ${folder}`, 'Make the folder first, or give another path.'],
  ENOTDIR: ['invalid_input', folder => `${folder} is not a folder`, 'Give another path.'],
  EACCES: ['invalid_input', folder => `this user may not write to ${folder}`, OTHER_FOLDER_FIX],
  EPERM: ['invalid_input', folder => `this user may not write to ${folder}`, OTHER_FOLDER_FIX],
  EROFS: ['invalid_input', folder => `${folder} is on a read-only disk`, OTHER_FOLDER_FIX],
  ENAMETOOLONG: ['invalid_input', () => 'its name is too long', 'Give a shorter name.'],
  ENOSPC: ['unavailable', () => 'the disk is full', NO_SPACE_FIX],
  EDQUOT: ['unavailable', () => 'the disk quota is used up', NO_SPACE_FIX],
  EFBIG: ['unavailable', () => 'the file is larger than the system allows', 'Give a path on another file system.'],
  EIO: ['unavailable', () => 'the disk reports an error', 'Give a path on another disk. Nothing was left behind.'],
  EPIPE: [
    'unavailable',
    () => 'what reads it has ended',
    'Look at the program behind the pipe, and repeat the command.',
  ],
}

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
