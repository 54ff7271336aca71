import { constants } from 'node:os'
import type { Log } from '../log.ts'

/** What supervises the process waits 10 seconds before it kills. */
const MAX_SHUTDOWN_MS = 9_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Resolves with the first SIGINT or SIGTERM; ask before anything is started that has to be stopped. A second signal ends the process at once, with
 * 128 and the number of the signal.
 */
export function waitForStopSignal(log: Log): Promise<void> {
  return new Promise(resolve => {
    let stopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (stopping) process.exit(128 + constants.signals[signal])
        stopping = true
        log.info({ signal }, 'stopping; a second signal stops at once')
        resolve()
      })
    }
  })
}

/** Stops what runs, or ends the process when that takes too long. What the store acknowledged is on the disk either way. */
export async function stopWithDeadline(log: Log, stop: () => Promise<void>): Promise<void> {
  const late = setTimeout(() => {
    log.warn('not everything could be finished in time')
    process.exit(0)
  }, MAX_SHUTDOWN_MS)
  await stop()
  clearTimeout(late)
}
