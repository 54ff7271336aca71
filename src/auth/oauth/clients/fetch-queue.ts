import { FairQueue } from '../../../scheduling/fair-queue.ts'

/** Maximum documents that are fetched at the same time. */
export const MAX_CONCURRENT = 4

/** Runs `work` when it is the turn of `owner`, and returns its result. */
export type RunInTurn = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** Creates a queue with at most `maxRunning` running items, in which waiting owners take turns. */
export function createFetchQueue(maxRunning = MAX_CONCURRENT): RunInTurn {
  const waiting = new FairQueue<() => void>()
  let running = 0

  return async (owner, work) => {
    if (running < maxRunning) running += 1
    else await new Promise<void>(resolve => waiting.push(owner, resolve))
    try {
      return await work()
    } finally {
      // The next item takes over the place of this one.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
