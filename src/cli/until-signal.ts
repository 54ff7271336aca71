import { constants } from 'node:os'
import type { Log } from '../log.ts'

/** Long enough to finish what is under way, short enough for what supervises the process (10 s is the promise). */
const LIMIT_MS = 9_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Waits for a signal or for `ended`, then stops gracefully and gives the exit code. A second signal ends the process at once, with 128 and the
 * number of the signal.
 */
export async function untilSignal(log: Log, ended: Promise<void>, stop: () => Promise<void>): Promise<number> {
  const asked = new Promise<void>(resolve => {
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
  await Promise.race([asked, ended])
  const late = setTimeout(() => {
    log.warn('not everything could be finished in time')
    process.exit(0)
  }, LIMIT_MS + 500)
  await stop()
  clearTimeout(late)
  return 0
}
