import { CallComputation } from './call-computation.ts'
import type { Computation, ComputeOptions } from './computation.ts'
import { DEFAULT_POOL_SETTINGS, Pool } from './pool.ts'

/** Pure work on files and texts. What is small is done at once, everything else by threads, so that nobody waits for it but the caller. */
export interface Compute {
  /** The work of one call. */
  forCall(caller: ComputeOptions): Computation
  /** Ends the threads and what they are doing. */
  close(): Promise<void>
}

export function createCompute(settings = DEFAULT_POOL_SETTINGS): Compute {
  const pool = new Pool(settings)
  return { forCall: caller => new CallComputation(pool, caller), close: () => pool.close() }
}
