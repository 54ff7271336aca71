import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { getErrorCode } from '../files/error-code.ts'

/** Reads a regular file only: a restore reads it twice, which a pipe does not allow. */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    const found = await stat(path)
    if (!found.isFile() && !found.isDirectory()) throw notRegularFileError(path)
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
  } catch (error) {
    throw toReadError(path, error)
  }
}

function notRegularFileError(path: string): AppError {
  return new AppError('invalid_input', `${path} is not a regular file.`, {
    fix: 'Save the backup to a file first: cat > site.jsonl.gz',
  })
}

function toReadError(path: string, error: unknown): unknown {
  const code = getErrorCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('not_found', `File ${path} not found.`, { fix: 'Use the path of a backup.', cause: error })
  }
  if (!['EISDIR', 'EACCES', 'EPERM', 'EIO'].includes(code)) return error
  const what = code === 'EISDIR' ? 'it is a folder' : code === 'EIO' ? 'the disk reports an error' : 'permission denied'
  return new AppError('invalid_input', `${path} cannot be read: ${what} (${code}).`, {
    fix: 'Use the path of a backup that this user can read.',
    cause: error,
  })
}
