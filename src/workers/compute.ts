import { CallComputation } from './call-computation.ts'
import type { Computation, ComputeOptions } from './computation.ts'
import { DEFAULT_POOL_SETTINGS, Pool } from './pool.ts'

/** Computations on files and strings. Small ones run inline, others in threads, so that other requests do not wait. */
export interface Compute {
  forCall(caller: ComputeOptions): Computation
  /** Stops the threads and their jobs. */
  close(): Promise<void>
}

export function createCompute(settings = DEFAULT_POOL_SETTINGS): Compute {
  const pool = new Pool(settings)
  return { forCall: caller => new CallComputation(pool, caller), close: () => pool.close() }
}
