import type { Reopened, Written } from '../job.ts'

/** Tells the bench what this process measured; the process ends by itself when nothing keeps it. */
export function answer(result: Written | Reopened): void {
  process.send?.(result)
  process.disconnect()
}

/** Bytes of living objects; the engine must still be in use. */
export function heapAfterGc(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
