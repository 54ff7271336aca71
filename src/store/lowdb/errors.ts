import { AppError } from '../../errors.ts'

/** Returns the map of a unique key or index by name. @throws Error for an unknown name, which is a bug. */
export function getKeyMap<M>(maps: ReadonlyMap<string, M>, collection: string, name: string): M {
  const map = maps.get(name)
  if (map === undefined) throw new Error(`${collection} has no key ${JSON.stringify(name)}.`)
  return map
}

/** Checks a page limit. @throws Error, because tools must check limits before. */
export function assertLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new Error(`limit ${limit} is not between 1 and 1,000.`)
}

/** The error of a second record with the same id. */
export function idTakenError(id: string, collection: string): AppError {
  return new AppError('already_exists', `The id ${JSON.stringify(id)} is taken in ${collection}.`, {
    fix: 'Use a new id for each record.',
  })
}

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

/** The error of a transaction that could not be saved. */
export function notDurableError(reason: string, cause: unknown): AppError {
  return new AppError('store_unavailable', `Nothing was saved: ${reason}.`, {
    fix: 'Try again later. Operators find the reason in the server status. Writes work again once it is fixed.',
    retryAfter: 10,
    cause,
  })
}

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'a file of the store is missing',
  EACCES: 'the server has no permission to read a file of the store',
  EPERM: 'the server has no permission to read a file of the store',
}

/** Converts a system error of a read to an AppError; undefined for other errors. */
export function toReadError(error: unknown): AppError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^E(?!RR_)[A-Z0-9]+$/.test(code)) return undefined
  const reason = READ_REASONS[code] ?? WRITE_REASONS[code] ?? `reading failed (${code})`
  return new AppError('store_unavailable', `The history cannot be read now: ${reason}.`, {
    fix: 'Try again later. Operators find the cause in the log.',
    retryAfter: 10,
    cause: error,
  })
}

/** The error of all calls after `close`. */
export function storeClosedError(): AppError {
  return new AppError('store_unavailable', 'The server is stopping.', {
    fix: 'Try again when the server runs again.',
    retryAfter: 10,
  })
}

/** The error of a transaction that writes more than `limit` UTF-16 units of JSON. */
export function transactionTooLargeError(limit: number): AppError {
  const message = `This changes more than ${limit / 1024 / 1024} MiB of records at once. Nothing was saved.`
  return new AppError('too_large', message, {
    fix: 'Split it, for example into fewer files or locales at a time.',
  })
}
