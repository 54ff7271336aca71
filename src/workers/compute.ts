import { CallResults } from './call-results.ts'
import type { Caller, Computed } from './computed.ts'
import { POOL_SETTINGS, Pool } from './pool.ts'

/** Pure work on files and texts. What is small is done at once, everything else by threads, so that nobody waits for it but the caller. */
export interface Compute {
  /** The work of one call. */
  forCall(caller: Caller): Computed
  /** Ends the threads and what they are doing. */
  close(): Promise<void>
}

export function createCompute(settings = POOL_SETTINGS): Compute {
  const pool = new Pool(settings)
  return { forCall: caller => new CallResults(pool, caller), close: () => pool.close() }
}
