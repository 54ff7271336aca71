import { AppError } from '../../errors.ts'
import type { MoveMark, MoveMarks } from '../store.ts'

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

/** The error of a second record with the same unique key. */
export function keyTakenError(unique: string, key: string, collection: string): AppError {
  const value = JSON.stringify(key.replaceAll('\u0000', ' '))
  return new AppError('already_exists', `The ${unique} ${value} is taken in ${collection}.`, {
    fix: `Choose another ${unique}, or change the record that has it.`,
  })
}

/** The error of an update of a record that does not exist. */
export function recordMissingError(id: string, collection: string): AppError {
  return new AppError('not_found', `Record ${JSON.stringify(id)} not found in ${collection}.`, {
    fix: 'It was removed in the meantime. Read it again.',
  })
}

/** The error of a transaction that could not be saved. */
export function notDurableError(reason: string, cause: unknown): AppError {
  return new AppError('store_unavailable', `Nothing was saved: ${reason}.`, {
    fix: 'Try again later. Operators find the reason in the server status. Writes work again once it is fixed.',
    retryAfter: 10,
    cause,
  })
}

/** The error of all calls after `close`. */
export function storeClosedError(): AppError {
  return new AppError('store_unavailable', 'The server is stopping.', {
    fix: 'Try again when the server runs again.',
    retryAfter: 10,
  })
}

/** Maximum length of one transaction, in UTF-16 units of JSON. */
export const MAX_TRANSACTION_LENGTH = 256 * 1024 * 1024

/** The error of a transaction that writes more than `MAX_TRANSACTION_LENGTH`. */
export function transactionTooLargeError(): AppError {
  const message = `This changes more than ${MAX_TRANSACTION_LENGTH / 1024 / 1024} MiB of records at once. Nothing was saved.`
  return new AppError('too_large', message, {
    fix: 'Split it, for example into fewer files or locales at a time.',
  })
}

/** The error of a use of a transaction after its end, which is a bug. */
export const transactionOverError = (): Error =>
  new Error('The transaction was used after its function returned. Await all calls inside the function.')

/** The error of writes while the store is copied to another one for the last time: seconds. */
export function writesStoppedError(): AppError {
  return new AppError('store_unavailable', 'Nothing was saved: the store is being moved.', {
    fix: 'Try again in a few seconds.',
    retryAfter: 5,
  })
}

/** The error of writes after a move. */
export function storeMovedError(): AppError {
  return new AppError('store_unavailable', 'Nothing was saved: the store has moved.', {
    fix: 'Try again later. Operators restart the servers with the new DRAGOMAN_STORE_URL.',
    retryAfter: 30,
  })
}

/** The error of a store that has moved. */
export function departedError({ to, at }: MoveMark): AppError {
  return new AppError('bad_config', `This store has moved to ${to}, at ${at}.`, {
    fix: dragoman =>
      `Set DRAGOMAN_STORE_URL to the new place. To go back to this store, without the changes that were made there: ${dragoman('move --undo')}`,
  })
}

/** The error of a store whose arrival was not confirmed: the process of the move ended at its last step. */
function unconfirmedError(): AppError {
  return new AppError('bad_config', 'The move into this store was interrupted.', {
    fix: 'Run the same `dragoman move` again, with the DRAGOMAN_STORE_URL of the old store.',
  })
}

/** @throws AppError `bad_config` for a store whose records have moved, or did not arrive. */
export function assertNotMoved({ departure, arrival }: MoveMarks): void {
  if (departure !== undefined) throw departedError(departure)
  if (arrival !== undefined) throw unconfirmedError()
}

/** The error of a move that lost its hold on the source. */
export function moveLostError(): AppError {
  return new AppError('conflict', 'The move was stopped: it was paused for too long, and writes went on.', {
    fix: 'Run the command again. It starts over.',
  })
}

/** The error of a second move. */
export function moveRunningError(): AppError {
  return new AppError('conflict', 'Another process is moving this store.', {
    fix: 'Wait for it. If it was killed, try again in a minute.',
  })
}
