import { createHash, randomBytes } from 'node:crypto'
import { appendCount, dropExpired, filterLastMinute, getWaitMs, sumTaken, type Times, WINDOW_MS } from './times.ts'

const MAX_KEYS = 10_000
/** All addresses of an IPv4 /24. With 10,000 counters there is room for at least 40 such networks. */
export const MAX_KEYS_PER_NEIGHBOURHOOD = 256
const SHARED_SLOTS = 4_096

/** The result of counting: requests in the last minute, including these, and the time until the same request is allowed. */
export interface CountResult {
  readonly allowed: boolean
  readonly taken: number
  readonly waitMs: number
}

/** Requests of one key at `at` (milliseconds). */
interface CountRequest {
  readonly limit: number
  readonly at: number
  /** The number of requests, all or none of which are counted; default 1. */
  readonly amount?: number
}

export interface Counters {
  /** Counts requests of `key`, unless that exceeds `limit` within a minute. */
  take(key: string, request: CountRequest): CountResult
  /** The result of `take`, without counting. */
  look(key: string, request: CountRequest): CountResult
  /** The keys with their own counter, and their use in the minute before `at`. */
  counts(at: number): Iterable<{ readonly key: string; readonly taken: number; readonly times: Times }>
  /** The number of keys with their own counter. */
  readonly size: number
}

type Log = number[]

/** The keys seen in one period, and their number per neighborhood. */
interface Generation {
  readonly logs: Map<string, Log>
  readonly neighbours: Map<string, number>
}

const emptyGeneration = (): Generation => ({ logs: new Map(), neighbours: new Map() })

/**
 * Counts requests per minute and key, in bounded memory. 10,000 keys have their own counters, at most 256 per neighborhood. Further keys share 4,096
 * counters, one per neighborhood, chosen by an unpredictable hash. So an attacker with many addresses first exhausts their own neighborhood. Nothing is
 * evicted: a flood of addresses resets no count. `earlier` returns the use of a new key before the process started.
 */
export function createCounters(
  getNeighbourhood: (key: string) => string,
  earlier: (key: string, at: number) => Times | undefined = () => undefined,
): Counters {
  const salt = randomBytes(16)
  const shared: (Log | undefined)[] = []
  let crowdedAt = Number.NEGATIVE_INFINITY
  let recent = emptyGeneration()
  let before = emptyGeneration()
  let turned = 0

  /** Keys without requests for a minute are dropped with their generation, without timers or a scan. */
  const turn = (at: number): void => {
    // Otherwise, counts would last until the old time is reached again after the clock was set back.
    const isFar = at < turned || at >= turned + 2 * WINDOW_MS
    before = isFar ? emptyGeneration() : recent
    recent = emptyGeneration()
    if (at < turned) shared.length = 0
    turned = at
  }

  const getLog = (key: string, at: number): Log => {
    const known = recent.logs.get(key)
    if (known !== undefined) return known
    const neighbourhood = getNeighbourhood(key)
    const silent = before.logs.get(key)
    const old = silent ?? earlier(key, at)?.slice()
    if (silent !== undefined) {
      before.logs.delete(key)
      adjustCount(before.neighbours, neighbourhood, -1)
    } else if (old === undefined && isFull(neighbourhood)) {
      crowdedAt = at
      return sharedLog(neighbourhood)
    }
    // The count of a key that recently shared a counter starts at that counter.
    const log = old ?? (crowdedAt > at - WINDOW_MS ? [...sharedLog(neighbourhood)] : [])
    recent.logs.set(key, log)
    adjustCount(recent.neighbours, neighbourhood, 1)
    return log
  }

  const isFull = (neighbourhood: string): boolean =>
    recent.logs.size + before.logs.size >= MAX_KEYS ||
    (recent.neighbours.get(neighbourhood) ?? 0) + (before.neighbours.get(neighbourhood) ?? 0) >=
      MAX_KEYS_PER_NEIGHBOURHOOD

  const sharedLog = (neighbourhood: string): Log => {
    const slot = createHash('sha256').update(salt).update(neighbourhood).digest().readUInt32LE() % SHARED_SLOTS
    const log = shared[slot] ?? []
    shared[slot] = log
    return log
  }

  const count = (key: string, { limit, at, amount = 1 }: CountRequest, isTaking: boolean): CountResult => {
    if (at < turned || at >= turned + WINDOW_MS) turn(at)
    const log = getLog(key, at)
    dropExpired(log, at)
    const taken = sumTaken(log)
    const allowed = taken + amount <= limit
    if (allowed && isTaking) appendCount(log, at, amount)
    return { allowed, taken: allowed ? taken + amount : taken, waitMs: getWaitMs(log, at, taken + amount - limit) }
  }

  return {
    take: (key, request) => count(key, request, true),
    look: (key, request) => count(key, request, false),
    *counts(at) {
      for (const { logs } of [recent, before]) {
        for (const [key, log] of logs) {
          const times = filterLastMinute(log, at)
          yield { key, taken: sumTaken(times), times }
        }
      }
    },
    get size() {
      return recent.logs.size + before.logs.size
    },
  }
}

function adjustCount(neighbours: Map<string, number>, neighbourhood: string, by: 1 | -1): void {
  const count = (neighbours.get(neighbourhood) ?? 0) + by
  if (count === 0) neighbours.delete(neighbourhood)
  else neighbours.set(neighbourhood, count)
}
