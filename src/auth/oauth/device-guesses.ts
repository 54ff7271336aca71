const WRONG_MOST = 5
const WINDOW_MS = 600_000
const WHO_MOST = 10_000

/** Counts wrong codes that were typed, so that nobody finds another person's by trying (RFC 8628 5.1). */
export interface DeviceGuesses {
  /** Whole seconds until this one may try again; undefined = now. */
  readonly wait: (who: string) => number | undefined
  /** Counts a wrong code. */
  readonly wrong: (who: string) => void
}

/** Makes the counter of a process: 5 wrong codes in 10 minutes of one person or browser. Memory is bounded: the oldest is forgotten first. */
export function createDeviceGuesses(now: () => Date): DeviceGuesses {
  const counts = new Map<string, { readonly since: number; readonly wrong: number }>()
  const current = (who: string) => {
    const count = counts.get(who)
    return count !== undefined && now().getTime() < count.since + WINDOW_MS ? count : undefined
  }
  return {
    wait: who => {
      const count = current(who)
      if (count === undefined || count.wrong < WRONG_MOST) return undefined
      return Math.max(1, Math.ceil((count.since + WINDOW_MS - now().getTime()) / 1000))
    },
    wrong: who => {
      const { since, wrong } = current(who) ?? { since: now().getTime(), wrong: 0 }
      counts.delete(who)
      counts.set(who, { since, wrong: wrong + 1 })
      const oldest = counts.keys().next().value
      if (counts.size > WHO_MOST && oldest !== undefined) counts.delete(oldest)
    },
  }
}
