const MAX_WRONG_CODES = 5
const WINDOW_MS = 600_000
const MAX_TRACKED = 10_000

/** Counts wrong user codes, against guessing the code of another user (RFC 8628 5.1). */
export interface DeviceGuesses {
  /** Returns the seconds until the next try is allowed; undefined if it is allowed now. */
  readonly getRetryAfter: (who: string) => number | undefined
  /** Counts a wrong code. */
  readonly recordFailure: (who: string) => void
}

/** Creates the counter: 5 wrong codes in 10 minutes per user or browser. Memory is bounded; the oldest entry is dropped first. */
export function createDeviceGuesses(now: () => Date): DeviceGuesses {
  const counts = new Map<string, { readonly since: number; readonly wrong: number }>()
  const current = (who: string) => {
    const count = counts.get(who)
    return count !== undefined && now().getTime() < count.since + WINDOW_MS ? count : undefined
  }
  return {
    getRetryAfter: who => {
      const count = current(who)
      if (count === undefined || count.wrong < MAX_WRONG_CODES) return undefined
      return Math.max(1, Math.ceil((count.since + WINDOW_MS - now().getTime()) / 1000))
    },
    recordFailure: who => {
      const { since, wrong } = current(who) ?? { since: now().getTime(), wrong: 0 }
      counts.delete(who)
      counts.set(who, { since, wrong: wrong + 1 })
      const oldest = counts.keys().next().value
      if (counts.size > MAX_TRACKED && oldest !== undefined) counts.delete(oldest)
    },
  }
}
