import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'

/**
 * Checks that a file can be created at this path, or replaced with `force`.
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
      fix: 'Use the path of a file, or - for standard output.',
    })
  }
  if (force) return
  throw new AppError('already_exists', `${path} already exists.`, {
    fix: 'Use another name, or replace it with --force.',
  })
}

/** Converts a file system error to an AppError with reason and fix. Returns other errors unchanged. */
export function toWriteError(path: string, error: unknown): unknown {
  const folder = dirname(path)
  const code = getErrorCode(error)
  const fault = FAULTS[code]
  if (fault === undefined) return error
  const [errorCode, what, fix] = fault
  return new AppError(errorCode, `${path} cannot be written: ${what(folder)} (${code}).`, { fix, cause: error })
}

type Fault = readonly ['invalid_input' | 'unavailable', (folder: string) => string, string]

const OTHER_FOLDER_FIX = 'Use a path in a folder that this user can write to.'
const NO_SPACE_FIX = 'Free disk space, or use a path on another disk. No partial file remains.'

const FAULTS: Readonly<Record<string, Fault>> = {
  ENOENT: ['invalid_input', folder => `folder ${folder} does not exist`, 'Create the folder, or use another path.'],
  ENOTDIR: ['invalid_input', folder => `${folder} is not a folder`, 'Use another path.'],
  EACCES: ['invalid_input', folder => `no permission to write to ${folder}`, OTHER_FOLDER_FIX],
  EPERM: ['invalid_input', folder => `no permission to write to ${folder}`, OTHER_FOLDER_FIX],
  EROFS: ['invalid_input', folder => `${folder} is on a read-only disk`, OTHER_FOLDER_FIX],
  ENAMETOOLONG: ['invalid_input', () => 'its name is too long', 'Use a shorter name.'],
  ENOSPC: ['unavailable', () => 'the disk is full', NO_SPACE_FIX],
  EDQUOT: ['unavailable', () => 'the disk quota is used up', NO_SPACE_FIX],
  EFBIG: ['unavailable', () => 'the file is larger than the system allows', 'Use a path on another file system.'],
  EIO: ['unavailable', () => 'the disk reports an error', 'Use a path on another disk. No partial file remains.'],
  EPIPE: [
    'unavailable',
    () => 'the reading program ended',
    'Check the program behind the pipe, and run the command again.',
  ],
}

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
