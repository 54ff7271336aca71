import { CallComputation } from '../../src/workers/call-computation.ts'
import type { Computation, ComputeOptions } from '../../src/workers/computation.ts'
import type { Packed } from '../../src/workers/packing.ts'
import { type Job, Pool, type PoolSettings } from '../../src/workers/pool.ts'
import { THREADS } from '../threads.ts'

/** Real threads that keep a list of the jobs that they were given. */
export class CountingPool extends Pool {
  readonly jobs: string[] = []
  /** Called before each job. */
  before: () => Promise<void> = async () => undefined

  constructor(settings: Partial<PoolSettings> = {}) {
    super({ ...THREADS, size: 1, ...settings })
  }

  override async run(owner: string, job: Job): Promise<Packed> {
    this.jobs.push(job.kind)
    await this.before()
    return super.run(owner, job)
  }

  forCall(caller: ComputeOptions = { queue: 'ada' }): Computation {
    return new CallComputation(this, caller)
  }
}
