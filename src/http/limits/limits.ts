/** How many requests a minute are taken: of one client address (spec section 8), or of one credential. */
export const LIMITS = {
  register: 5,
  token: 30,
  revoke: 30,
  introspect: 30,
  device_authorization: 30,
  authorize: 60,
  login: 20,
  well_known: 120,
  read: 600,
  write: 120,
  admin: 30,
} as const

export type LimitName = keyof typeof LIMITS

/** What became of one request under a limit. */
export interface Verdict {
  readonly allowed: boolean
  /** Requests a minute. */
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, at least 1, until more are taken. */
  readonly resetSeconds: number
}

export interface Limits {
  /** Counts one request of `who`: a client address, or the name of a credential. */
  take(name: LimitName, who: string): Verdict
}

const WINDOW_MS = 60_000

/** Makes the counters of a process; `factor` multiplies every limit (`DRAGOMAN_RATE_LIMIT_FACTOR`). */
export function createLimits(now: () => Date, factor: number): Limits {
  const counts = new Map<string, number>()
  let window = 0
  return {
    take: (name, who) => {
      const time = now().getTime()
      const current = Math.floor(time / WINDOW_MS)
      if (current !== window) counts.clear()
      window = current
      const limit = Math.max(1, Math.floor(LIMITS[name] * factor))
      const key = `${name} ${who}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return {
        allowed: count <= limit,
        limit,
        remaining: Math.max(0, limit - count),
        resetSeconds: Math.max(1, Math.ceil(((current + 1) * WINDOW_MS - time) / 1000)),
      }
    },
  }
}
