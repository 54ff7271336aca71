import { AppError } from '../../errors.ts'
import { getErrorCode } from '../files/error-code.ts'

/** The error of a damaged data folder. Names the file: the store never skips damaged data. */
export function damagedFileError(path: string, what: string): AppError {
  return new AppError('bad_config', `The store cannot open ${path}: ${what}.`, {
    fix: dragoman =>
      `Nothing was changed. See what can be read: ${dragoman('recover')}\nWith a backup, restore it: ${dragoman('restore site.jsonl.gz --replace')}`,
  })
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reports an error',
  EACCES: 'the data folder does not let the server write',
  EPERM: 'the data folder does not let the server write',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
}

/** Describes why a write failed. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return WRITE_REASONS[code ?? ''] ?? `writing failed (${code ?? String(error)})`
}

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'a file of the store is missing',
  EACCES: 'the server has no permission to read a file of the store',
  EPERM: 'the server has no permission to read a file of the store',
}

/** Converts a system error of a read to an AppError; undefined for other errors. */
export function toReadError(error: unknown): AppError | undefined {
  const code = getErrorCode(error)
  if (!/^E(?!RR_)[A-Z0-9]+$/.test(code)) return undefined
  const reason = READ_REASONS[code] ?? WRITE_REASONS[code] ?? `reading failed (${code})`
  return new AppError('store_unavailable', `The history cannot be read now: ${reason}.`, {
    fix: 'Try again later. Operators find the cause in the log.',
    retryAfter: 10,
    cause: error,
  })
}
