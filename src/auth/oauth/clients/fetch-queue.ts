/** How many documents are read at the same time. */
export const MAX_CONCURRENT = 4

interface Waiting {
  readonly who: string
  readonly start: () => void
}

/** Lets a few at a time do something that can take long. Gives what `work` gives. */
export type RunInTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>

/** Makes the turns of a process. Next is who has the fewest under way, so that nobody who sets off many keeps others waiting behind all of them. */
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
