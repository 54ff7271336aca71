import { AppError } from '../../errors.ts'

/** The map of one named unique key or index. @throws Error when the collection has none of this name: a bug of the caller. */
export function getKeyMap<M>(maps: ReadonlyMap<string, M>, collection: string, name: string): M {
  const map = maps.get(name)
  if (map === undefined) throw new Error(`${collection} has no key ${JSON.stringify(name)}.`)
  return map
}

/** @throws Error for a limit that no tool should let through. */
export function assertLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new Error(`limit is ${limit}; it is 1 to 1,000.`)
}

/** The refusal of a second record with the same id. */
export function idTakenError(id: string, collection: string): AppError {
  return new AppError('already_exists', `The id ${JSON.stringify(id)} is taken in ${collection}.`, {
    fix: 'Make a new id for each record.',
  })
}

/** The one answer to a damaged data folder: it names the file, and nothing is skipped. */
export function damagedFileError(path: string, what: string): AppError {
  return new AppError('bad_config', `The store cannot open ${path}: ${what}.`, {
    fix: dragoman =>
      `Nothing was changed. See what can be read and what is lost: ${dragoman('recover')}\nWith a backup, restore all of it: ${dragoman('restore site.jsonl.gz --replace')}`,
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

/** Why a write failed, in the words of the operator. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return WRITE_REASONS[code ?? ''] ?? `writing failed (${code ?? String(error)})`
}

/** The refusal of a transaction that could not be made durable. */
export function notDurableError(reason: string, cause: unknown): AppError {
  return new AppError('store_unavailable', `Nothing was saved: ${reason}.`, {
    fix: 'Try again later; the operator of the server finds the reason in its status, and writing goes on as soon as it is gone.',
    retryAfter: 10,
    cause,
  })
}

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'a file of the store is missing',
  EACCES: 'the server has no permission to read a file of the store',
  EPERM: 'the server has no permission to read a file of the store',
}

/** The refusal of a read that failed with an error of the system; undefined for every other error. */
export function toReadError(error: unknown): AppError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^E(?!RR_)[A-Z0-9]+$/.test(code)) return undefined
  const reason = READ_REASONS[code] ?? WRITE_REASONS[code] ?? `reading failed (${code})`
  return new AppError('store_unavailable', `The history cannot be read now: ${reason}.`, {
    fix: 'Try again later. The operator of the server finds the cause in its log.',
    retryAfter: 10,
    cause: error,
  })
}

/** The refusal of every call after `close`. */
export function storeClosedError(): AppError {
  return new AppError('store_unavailable', 'The server is stopping.', {
    fix: 'Try again when it runs again.',
    retryAfter: 10,
  })
}

/** The refusal of a store that this version has no way to. */
export function unknownShapeError(folder: string, found: number | undefined, reads: number): AppError {
  const message = `The records in ${folder} have shape ${found}; this version of dragoman reads ${reads}.`
  return new AppError('bad_config', message, { fix: 'Start the version that wrote them, or a later one.' })
}

/** The refusal of a transaction that writes more than so many UTF-16 units of JSON. */
export function transactionTooLargeError(limit: number): AppError {
  const message = `This changes more than ${limit / 1024 / 1024} MiB of records at once. Nothing was saved.`
  return new AppError('too_large', message, {
    fix: 'Send it in several parts, such as fewer files or locales at a time.',
  })
}
