/** A second click goes out before the answer to the first has come, and browsers throw that answer away with its cookie. */
const IDEMPOTENCY_WINDOW_MS = 60 * 1000
const MAX_ENTRIES = 10_000

/** What came lately of something that can be done once, for the browser that asks for it again. */
export interface IdempotencyCache<T> {
  /** What comes of the first; undefined when there was none within a minute, or one that failed. */
  readonly find: (click: string) => Promise<T> | undefined
  /** Does what a first click asks for. */
  readonly run: (click: string, work: () => Promise<T>) => Promise<T>
}

/** Makes the memory of a process, which is bounded: the oldest is forgotten first. */
export function createIdempotencyCache<T extends object>(now: () => Date): IdempotencyCache<T> {
  const clicks = new Map<string, { readonly at: number; readonly outcome: Promise<T> }>()
  const forgetOldest = (): void => {
    for (const [click, { at }] of clicks) {
      if (clicks.size <= MAX_ENTRIES && now().getTime() - at < IDEMPOTENCY_WINDOW_MS) return
      clicks.delete(click)
    }
  }
  return {
    find: click => {
      forgetOldest()
      return clicks.get(click)?.outcome
    },
    run: async (click, work) => {
      const outcome = work()
      clicks.set(click, { at: now().getTime(), outcome })
      forgetOldest()
      const isDone = await outcome.then(
        came => !('fault' in came),
        () => false,
      )
      if (!isDone) clicks.delete(click)
      return outcome
    },
  }
}
