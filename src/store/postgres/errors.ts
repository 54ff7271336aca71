import { AppError } from '../../errors.ts'

/** A transaction must run again: another one changed what it read, or the database ended it to resolve a conflict. */
export class ConflictError extends Error {
  constructor(cause?: unknown) {
    super('Two transactions that ran side by side wrote the same record.', { cause })
  }
}

/** A transaction must run again with a check before each write, because a key that it writes is taken. */
export class KeyTakenError extends Error {}

const LOST = 'the connection to the database was lost'
const READ_ONLY = 'the database is read-only'
const NO_NETWORK = 'the system lets this process use no network'

const REASONS: Readonly<Record<string, string>> = {
  '53100': 'the disk is full',
  '53200': 'the database has no memory left',
  '53300': 'the database has too many connections',
  '25006': READ_ONLY,
  '57014': 'the database took too long',
  '55P03': 'the database took too long',
  '25P03': 'the database took too long',
  '25P04': 'the database took too long',
  '57P01': 'the database is stopping',
  '57P02': 'the database crashed',
  '57P03': 'the database is starting or stopping',
  '57P05': LOST,
  '58030': 'the disk of the database reports an error',
  ECONNREFUSED: 'the database does not answer',
  ECONNABORTED: LOST,
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: 'the database does not answer',
  EHOSTUNREACH: 'the database does not answer',
  ENETUNREACH: 'the database does not answer',
  ENOTFOUND: 'the name of the database server is unknown',
  EAI_AGAIN: 'the name of the database server is unknown',
}

/** Why the system refuses a connection, beside the reasons above. */
const CONNECT_REASONS: Readonly<Record<string, string>> = {
  EAFNOSUPPORT: NO_NETWORK,
  EPERM: NO_NETWORK,
  EACCES: 'this user may not use its socket',
  ENOENT: 'there is no socket at its path',
}

/** Messages of the driver, which have no code. */
const DRIVER_REASONS: readonly (readonly [RegExp, string])[] = [
  [/timeout exceeded when trying to connect/i, 'all connections to the database are in use'],
  [/query read timeout/i, 'the database took too long'],
  [/timeout expired|due to connection timeout/i, 'the database does not answer'],
  [/connection terminated|connection ended|client has encountered a connection error|not queryable/i, LOST],
  // A standby has no unlogged tables.
  [/during recovery/i, READ_ONLY],
]

/** The SQLSTATE or system code of an error. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Describes why a statement failed; undefined for errors that are bugs. */
export function failureReason(error: unknown): string | undefined {
  const code = codeOf(error)
  const known = REASONS[code]
  if (known !== undefined) return known
  if (code.startsWith('08')) return LOST
  if (code === '3D000') return 'there is no database with this name'
  if (isAccessRefused(error)) return 'the database refuses the access'
  if (code.startsWith('53')) return 'the database has no resources left'
  if (isConnecting(error)) return CONNECT_REASONS[code] ?? 'the database does not answer'
  const message = error instanceof Error ? error.message : ''
  return DRIVER_REASONS.find(([pattern]) => pattern.test(message))?.[1]
}

const isConnecting = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** Whether the server refuses the user, the password or the name of the database: trying again does not help. */
export const isAccessRefused = (error: unknown): boolean => /^(28|3D|42501)/.test(codeOf(error))

/** Whether an error is that of a connection that the server or the network closed: another connection may work. */
export const isConnectionLost = (error: unknown): boolean =>
  failureReason(error) === LOST || ['57P01', '57P02'].includes(codeOf(error))

/** Whether a connection can be used after an error: the server answered, and goes on. */
export const isAnswered = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && !/^(08|57P|25P03|25P04|XX)/.test(codeOf(error))

/** Whether a connection was refused because the server has too many. */
export const isServerFull = (error: unknown): boolean => codeOf(error) === '53300'

/** Whether a statement failed because the database takes no writes, for example after a failover. */
export const isReadOnly = (error: unknown): boolean => failureReason(error) === READ_ONLY

/** Whether the database ended a transaction so that it runs again: a deadlock or a serialization failure. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Whether a unique key was taken. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505'

/** Converts the error of a lookup while the database cannot be used to AppError `store_unavailable`. Returns other errors, which are bugs, unchanged. */
export function toReadError(error: unknown): unknown {
  const reason = failureReason(error)
  if (reason === undefined) return error
  return new AppError('store_unavailable', `The store cannot be read now: ${reason}.`, {
    fix: 'Try again later. Operators find the reason in the server status.',
    retryAfter: 5,
    cause: error,
  })
}

/** The error of a commit whose answer was lost. It names no time to wait: programs would repeat a call that may have taken effect. */
export const unknownOutcomeError = (cause: unknown): AppError =>
  new AppError(
    'store_unavailable',
    'It is not known whether this was saved: the connection to the database was lost.',
    {
      fix: 'Read the current state before you try again, or repeat the call with its idempotency key.',
      cause,
    },
  )

/** The error of a transaction that met too many conflicts. */
export const busyError = (cause: unknown): AppError =>
  new AppError('store_unavailable', 'Nothing was saved: too many others changed the same records.', {
    fix: 'Try again later.',
    retryAfter: 2,
    cause,
  })
