import type { Services } from '../tools/pipeline/call.ts'
import { findOutgrown, formatSize, readSize } from './size.ts'

const EVERY_MS = 60_000
const LOG_AFTER_MS = 24 * 60 * 60 * 1000
/** A single bad minute, such as a large import, is no reason to move. */
const MIN_SIGNS_IN_A_ROW = 10

/** Logs once a day, with figures, that the embedded store is too small. Returns the function that stops it. */
export function watchSize(services: Services): () => void {
  let inARow = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<void> => {
    const size = await readSize(services)
    const signs = size === undefined ? [] : findOutgrown(size)
    inARow = signs.length > 0 ? inARow + 1 : 0
    const at = services.now().getTime()
    if (size === undefined || inARow < MIN_SIGNS_IN_A_ROW || at - loggedAt < LOG_AFTER_MS) return
    loggedAt = at
    const { heap, ...figures } = size
    services.log.warn(
      { ...figures, heap_percent: heap.percent },
      `the embedded store is too small: ${signs.join(', ')} (${formatSize(size)}). To move to PostgreSQL: ${services.commands.forOperators('doctor')}`,
    )
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => services.log.warn({ err: error }, 'the size of the store could not be read'))
  }, EVERY_MS).unref()
  return () => clearInterval(timer)
}
