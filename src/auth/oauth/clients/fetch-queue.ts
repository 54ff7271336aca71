/** Documents that are fetched at the same time. */
export const MAX_CONCURRENT = 4

interface Waiting {
  readonly who: string
  readonly start: () => void
}

/** Runs `work` when it is the turn of `who`, and returns its result. */
export type RunInTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>

/** Creates a queue with at most `atOnce` running items. The owner with the fewest running items is next, so that no owner can block another. */
export function createFairQueue(atOnce = MAX_CONCURRENT): RunInTurn {
  const running: string[] = []
  let waiting: readonly Waiting[] = []

  const next = (): void => {
    if (running.length >= atOnce) return
    const under = (who: string): number => running.filter(one => one === who).length
    const fewest = Math.min(...waiting.map(({ who }) => under(who)))
    const first = waiting.find(({ who }) => under(who) === fewest)
    if (first === undefined) return
    waiting = waiting.filter(one => one !== first)
    running.push(first.who)
    first.start()
  }

  return async (who, work) => {
    await new Promise<void>(start => {
      waiting = [...waiting, { who, start }]
      next()
    })
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(who), 1)
      next()
    }
  }
}
