import { createHash, randomBytes } from 'node:crypto'

export const WINDOW_MS = 60_000

/** What is counted together: a pair for each of these spans instead of one for each request. */
const SPAN_MS = 2_000
const MOST_KEYS = 10_000
const SHARED = 4_096

/** What became of one request: how many were taken in the last minute with it, and when the oldest of them is forgotten. */
export interface Count {
  readonly allowed: boolean
  readonly taken: number
  readonly waitMs: number
}

export interface Counters {
  /** Counts one request of `key` at the time `at` (milliseconds), unless `limit` were taken in the minute before. */
  take(key: string, limit: number, at: number): Count
  /** How many keys have a counter of their own. */
  readonly size: number
}

/** When and how many, by turns; the time is that of the last request of its span, so that none is forgotten early. */
type Log = number[]

/**
 * Counts the requests of any minute by key, in memory that is bounded: 10,000 keys have counters of their own, and those that come while they
 * are all in use share 4,096 by a hash that outsiders cannot foretell. Nothing is ever evicted, so a flood of addresses resets nobody's count.
 */
export function createCounters(): Counters {
  const salt = randomBytes(16)
  const shared: (Log | undefined)[] = []
  let crowdedAt = Number.NEGATIVE_INFINITY
  let recent = new Map<string, Log>()
  let before = new Map<string, Log>()
  let turned = 0

  /** Keys that were silent for a whole minute go with their generation: no timers, and no walk over all of them. */
  const turn = (at: number): void => {
    // A clock that was set back would keep counts for as long.
    const isFar = at < turned || at >= turned + 2 * WINDOW_MS
    before = isFar ? new Map() : recent
    recent = new Map()
    if (at < turned) shared.length = 0
    turned = at
  }

  const logOf = (key: string, at: number): Log => {
    const known = recent.get(key)
    if (known !== undefined) return known
    const old = before.get(key)
    if (old !== undefined) before.delete(key)
    else if (recent.size + before.size >= MOST_KEYS) {
      crowdedAt = at
      return sharedLog(key)
    }
    // Who shared a counter a moment ago takes its count along.
    const log = old ?? (crowdedAt > at - WINDOW_MS ? [...sharedLog(key)] : [])
    recent.set(key, log)
    return log
  }

  const sharedLog = (key: string): Log => {
    const slot = createHash('sha256').update(salt).update(key).digest().readUInt32LE() % SHARED
    const log = shared[slot] ?? []
    shared[slot] = log
    return log
  }

  return {
    take: (key, limit, at) => {
      if (at < turned || at >= turned + WINDOW_MS) turn(at)
      return count(logOf(key, at), limit, at)
    },
    get size() {
      return recent.size + before.size
    },
  }
}

function count(log: Log, limit: number, at: number): Count {
  let gone = 0
  while (gone < log.length && (log[gone] ?? 0) <= at - WINDOW_MS) gone += 2
  if (gone > 0) log.splice(0, gone)
  let taken = 0
  for (let index = 1; index < log.length; index += 2) taken += log[index] ?? 0
  const allowed = taken < limit
  if (allowed) add(log, at)
  return { allowed, taken: allowed ? taken + 1 : taken, waitMs: (log[0] ?? at) + WINDOW_MS - at }
}

function add(log: Log, at: number): void {
  const last = log.length - 2
  if (last >= 0 && Math.floor((log[last] ?? 0) / SPAN_MS) === Math.floor(at / SPAN_MS)) {
    log[last] = at
    log[last + 1] = (log[last + 1] ?? 0) + 1
  } else {
    log.push(at, 1)
  }
}
