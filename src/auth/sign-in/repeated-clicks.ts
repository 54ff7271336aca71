/** A second click is sent before the first response arrives, and browsers discard that response with its cookie. */
const IDEMPOTENCY_WINDOW_MS = 60 * 1000
const MAX_ENTRIES = 10_000

/** Recent results of one-time actions, for a browser that repeats its request. */
export interface ClickResults<T> {
  /** The result of the first click; undefined if there was none within a minute, or it failed. */
  readonly find: (click: string) => Promise<T> | undefined
  /** Runs the action of a first click and keeps its result. */
  readonly run: (click: string, work: () => Promise<T>) => Promise<T>
}

/** Creates a cache of bounded size. The oldest result is dropped first. */
export function createClickResults<T extends object>(now: () => Date): ClickResults<T> {
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
