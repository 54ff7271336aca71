import { AppError, type ErrorCode } from '../../errors.ts'
import { pluralize } from '../../tools/pluralize.ts'

/** The most that one call waits, its file transfers included. */
const MAX_WAIT_MS = 120_000
/** The least: a server that asks for no time would be asked again and again. */
const MIN_WAIT_MS = 1_000
/** Clients that give up a silent call hear of it this often. */
const PROGRESS_MS = 10_000
/** A wait that is longer than the running one by less is not told again: requests of one call are refused together. */
const SAME_WAIT_MS = 1_000
const MAX_REASON_CHARS = 300

/** The errors of HTTP 429 and 503. Such a request had no effect. */
const BUSY_CODES: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'store_unavailable', 'unavailable', 'folder_held'])

/** Waits while a server is busy, for as long as it asks to: at most two minutes for one call. */
export interface Patience {
  /** Waits if an error asks for it. Returns whether the same request can be sent again. */
  wait(error: unknown, signal?: AbortSignal): Promise<boolean>
  /** Runs work, again after each wait that it asks for. @throws the last error. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export interface PatienceOptions {
  readonly now: () => Date
  /** Ends early when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>
  /** Receives a line for each wait. */
  readonly say: (line: string) => void
  /** Receives the line again while the wait lasts. */
  readonly stillWaiting?: ((line: string) => void) | undefined
}

/** Creates the patience of one call. */
export function createPatience({ now, pause, say, stillWaiting }: PatienceOptions): Patience {
  let left = MAX_WAIT_MS
  let waiting = 0
  /** When the longest wait that runs now is over. */
  let end = 0

  const wait: Patience['wait'] = async (error, signal) => {
    const isAborted = (): boolean => signal?.aborted === true
    if (!isBusyError(error) || isAborted()) return false
    const milliseconds = Math.max(MIN_WAIT_MS, 1000 * error.retryAfter)
    const started = now().getTime()
    if (waiting === 0) end = started
    const added = started + milliseconds - end
    if (added > left) return false
    if (added > 0) {
      left -= added
      end += added
    }
    const line = describeWait(error, milliseconds)
    if (added >= SAME_WAIT_MS) say(line)
    waiting += 1
    try {
      for (let rest = milliseconds; rest > 0; rest -= PROGRESS_MS) {
        stillWaiting?.(line)
        await pause(Math.min(rest, PROGRESS_MS), signal)
        if (isAborted()) return false
      }
      return true
    } catch (reason) {
      if (isAborted()) return false
      throw reason
    } finally {
      waiting -= 1
    }
  }

  return {
    wait,
    run: async (work, signal) => {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!(await wait(error, signal))) throw error
        }
      }
    },
  }
}

type BusyError = AppError & { readonly retryAfter: number }

const isBusyError = (error: unknown): error is BusyError =>
  error instanceof AppError && error.retryAfter !== undefined && BUSY_CODES.has(error.code)

function describeWait({ message }: AppError, milliseconds: number): string {
  const reason = message.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_CHARS)
  return `The server asks to wait ${pluralize(Math.ceil(milliseconds / 1000), 'second')}: ${reason}`
}

/** Longer numbers are no time that anybody waits. */
const SECONDS = /^\d{1,9}$/
/** A date begins with the day of the week; JavaScript would read a date into numbers, too. */
const DATE = /^[A-Z][a-z]+,? /

/** Reads the seconds of a `Retry-After` header: a number, or a date (RFC 9110 10.2.3). */
export function readRetryAfter(headers: Headers, now: Date): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (SECONDS.test(text)) return Number(text)
  const date = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000))
}
