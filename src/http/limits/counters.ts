import { createHash, randomBytes } from 'node:crypto'

export const WINDOW_MS = 60_000

/** What is counted together: a pair for each of these spans instead of one for each request. */
const SPAN_MS = 2_000
const MAX_KEYS = 10_000
/** As many as an IPv4 neighbourhood of 256 addresses has; ten thousand counters are those of 40 neighbourhoods at least. */
const MAX_KEYS_PER_NEIGHBOURHOOD = 256
const SHARED_SLOTS = 4_096

/** What became of requests: how many were taken in the last minute with them, and when the oldest of those, or enough of them, is forgotten. */
export interface CountResult {
  readonly allowed: boolean
  readonly taken: number
  readonly waitMs: number
}

/** Requests of one key at the time `at` (milliseconds). */
interface CountRequest {
  readonly limit: number
  readonly at: number
  /** How many, of which all are taken or none; default 1. */
  readonly amount?: number
}

export interface Counters {
  /** Counts requests of `key`, unless more than `limit` would be taken within a minute. */
  take(key: string, asked: CountRequest): CountResult
  /** What `take` would say. */
  look(key: string, asked: CountRequest): CountResult
  /** The keys that have a counter of their own, with what each used in the minute before `at`. */
  counts(at: number): Iterable<{ readonly key: string; readonly taken: number; readonly times: Times }>
  /** How many keys have a counter of their own. */
  readonly size: number
}

/** When and how many, by turns; the time is that of the last request of its span, so that none is forgotten early. */
export type Times = readonly number[]
type Log = number[]

/** The keys that were seen since some time, and how many of each neighbourhood there are. */
interface Generation {
  readonly logs: Map<string, Log>
  readonly neighbours: Map<string, number>
}

const emptyGeneration = (): Generation => ({ logs: new Map(), neighbours: new Map() })

/**
 * Counts the requests of any minute by key, in memory that is bounded: 10,000 keys have counters of their own, 256 of one neighbourhood, and those
 * that come while they are all in use share 4,096, each neighbourhood one, by a hash that outsiders cannot foretell. So whoever has many addresses takes
 * from their own neighbourhood first. Nothing is ever evicted: a flood of addresses resets nobody's count. `earlier` gives what a new key used before
 * the start of the process.
 */
export function createCounters(
  neighbourhoodOf: (key: string) => string,
  earlier: (key: string, at: number) => Times | undefined = () => undefined,
): Counters {
  const salt = randomBytes(16)
  const shared: (Log | undefined)[] = []
  let crowdedAt = Number.NEGATIVE_INFINITY
  let recent = emptyGeneration()
  let before = emptyGeneration()
  let turned = 0

  /** Keys that were silent for a whole minute go with their generation: no timers, and no walk over all of them. */
  const turn = (at: number): void => {
    // A clock that was set back would keep counts for as long.
    const isFar = at < turned || at >= turned + 2 * WINDOW_MS
    before = isFar ? emptyGeneration() : recent
    recent = emptyGeneration()
    if (at < turned) shared.length = 0
    turned = at
  }

  const logOf = (key: string, at: number): Log => {
    const known = recent.logs.get(key)
    if (known !== undefined) return known
    const neighbourhood = neighbourhoodOf(key)
    const silent = before.logs.get(key)
    const old = silent ?? earlier(key, at)?.slice()
    if (silent !== undefined) {
      before.logs.delete(key)
      adjustCount(before.neighbours, neighbourhood, -1)
    } else if (old === undefined && isFull(neighbourhood)) {
      crowdedAt = at
      return sharedLog(neighbourhood)
    }
    // Who shared a counter a moment ago takes its count along.
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
    const log = logOf(key, at)
    dropExpired(log, at)
    const taken = sumTaken(log)
    const allowed = taken + amount <= limit
    if (allowed && isTaking) appendCount(log, at, amount)
    return { allowed, taken: allowed ? taken + amount : taken, waitMs: getWaitMs(log, at, taken + amount - limit) }
  }

  return {
    take: (key, asked) => count(key, asked, true),
    look: (key, asked) => count(key, asked, false),
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

function dropExpired(log: Log, at: number): void {
  let gone = 0
  while (gone < log.length && (log[gone] ?? 0) <= at - WINDOW_MS) gone += 2
  if (gone > 0) log.splice(0, gone)
}

/** The part of a log that counts at this time; what a clock that was set back left in the future does not. */
export function filterLastMinute(log: Times, at: number): Times {
  return log.filter((_, index) => {
    const time = log[index - (index % 2)] ?? 0
    return time > at - WINDOW_MS && time <= at
  })
}

function sumTaken(log: Times): number {
  let taken = 0
  for (let index = 1; index < log.length; index += 2) taken += log[index] ?? 0
  return taken
}

/** Until so many are forgotten, or at least the oldest. */
function getWaitMs(log: Log, at: number, excess: number): number {
  let index = 0
  for (let left = excess - (log[1] ?? 0); left > 0 && index + 2 < log.length; left -= log[index + 1] ?? 0) index += 2
  return (log[index] ?? at) + WINDOW_MS - at
}

function appendCount(log: Log, at: number, amount: number): void {
  const last = log.length - 2
  if (last >= 0 && Math.floor((log[last] ?? 0) / SPAN_MS) === Math.floor(at / SPAN_MS)) {
    log[last] = at
    log[last + 1] = (log[last + 1] ?? 0) + amount
  } else {
    log.push(at, amount)
  }
}
