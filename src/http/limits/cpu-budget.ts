import type { CpuBudget } from '../../tools/pipeline/cpu-budget.ts'
import { createCounters } from './counters.ts'

/** Creates the CPU budget of the process: `seconds` of CPU time per minute for each credential. */
export function createCpuBudget(now: () => Date, seconds: number, noteRefusal = (): void => undefined): CpuBudget {
  const counters = createCounters(owner => owner)
  return {
    seconds,
    noteRefusal,
    add: (owner, amount) => {
      // Used time counts even beyond the limit.
      counters.take(owner, { limit: Number.POSITIVE_INFINITY, at: now().getTime(), amount })
    },
    getUsage: (owner, most) => {
      const { taken, waitMs } = counters.look(owner, { limit: most * 1000, at: now().getTime(), amount: 0 })
      return { usedMs: taken, resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
    },
  }
}
