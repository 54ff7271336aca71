import type { Log } from '../log.ts'
import { SIGNAL_EXITS } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { Progress } from './output/progress.ts'

/** Docker and systemd kill a process after 10 seconds or more. */
const MAX_SHUTDOWN_MS = 9_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Resolves with the first SIGINT or SIGTERM. Call it before you start anything that must be stopped. A second signal ends the process with its exit code.
 */
export function waitForStopSignal(log: Log): Promise<void> {
  return new Promise(resolve => {
    let stopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (stopping) process.exit(SIGNAL_EXITS[signal])
        stopping = true
        log.info({ signal }, 'stopping; send the signal again to stop at once')
        resolve()
      })
    }
  })
}

/** Runs `stop`, or ends the process after 9 seconds and a delay in milliseconds. Acknowledged writes are on the disk in any case. */
export async function stopWithDeadline(log: Log, stop: () => Promise<void>, delayMs = 0): Promise<void> {
  const late = setTimeout(() => {
    log.warn('stopped before everything had finished')
    process.exit(0)
  }, MAX_SHUTDOWN_MS + delayMs)
  await stop()
  clearTimeout(late)
}

/**
 * Runs a command whose output ends with its progress; returns the exit code. If a signal stops it, prints what that means.
 * @throws the error of `work`, unless a signal stopped it.
 */
export async function runUntilSignal(
  { stderr }: Pick<Io, 'stderr'>,
  { clear }: Pick<Progress, 'clear'>,
  stopped: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { signal, exitCode } = abortOnSignal()
  try {
    return await work(signal)
  } catch (error) {
    clear()
    if (!signal.aborted) throw error
    stderr.write(`${stopped}\n`)
    return exitCode()
  }
}

export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. A second signal ends the process. */
  readonly signal: AbortSignal
  /** The exit code of the signal; 0 without one. */
  readonly exitCode: () => number
}

/** Handles SIGINT and SIGTERM with an abort signal, so that a command can clean up. */
export function abortOnSignal(): Interruption {
  const stop = new AbortController()
  let code = 0
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(SIGNAL_EXITS[name])
      code = SIGNAL_EXITS[name]
      stop.abort()
    })
  }
  return { signal: stop.signal, exitCode: () => code }
}
