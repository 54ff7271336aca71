import { getWaitMs, SPAN_MS, sumTaken, type Times, WINDOW_MS } from './times.ts'

/** Requests that one process may admit without asking again, until a time in milliseconds. */
interface Chunk {
  readonly until: number
  readonly size: number
}

/** The use of a limit by one client, as JSON. */
export interface SharedCount {
  readonly times: Times
  /** The chunks that processes took and have not reported on. They count completely, as if spent at their end. */
  readonly chunks: Readonly<Record<string, Chunk>>
}

/** What a process spent of its chunk, for the requests up to `lastAt`. */
export interface Spending {
  readonly until: number
  readonly spent: number
  readonly lastAt: number
}

/** A request to count, by one process. */
export interface SharedRequest {
  readonly process: string
  readonly at: number
  readonly limit: number
  readonly amount: number
  /** Maximum size of the chunk to take; 1 for a limit without chunks. */
  readonly maxChunk: number
  /** What the process spent of its earlier chunk. */
  readonly spending: Spending | undefined
}

export interface SharedResult {
  readonly allowed: boolean
  /** Without the request. */
  readonly taken: number
  readonly waitMs: number
  readonly chunk: Chunk | undefined
  readonly count: SharedCount
}

const EMPTY: SharedCount = { times: [], chunks: {} }

/** Near the limit, chunks become smaller, so that those of other processes keep little from a client. */
const CHUNKS_LEFT = 8

/**
 * Counts a request, after the report on the earlier chunk. A chunk counts from its end on, so that no minute has more requests than the limit, whenever they
 * are spent.
 */
export function countShared(before: SharedCount | undefined, request: SharedRequest): SharedResult {
  const { process, at, limit, amount, maxChunk, spending } = request
  const settled = settle(dropExpired(before ?? EMPTY, at), process, spending)
  const log = toLog(settled)
  const taken = sumTaken(log)
  const allowed = taken + amount <= limit
  const waitMs = getWaitMs(log, at, taken + amount - limit)
  const size = Math.max(amount, Math.min(maxChunk, Math.floor((limit - taken) / CHUNKS_LEFT)))
  if (!allowed) return { allowed, taken, waitMs, chunk: undefined, count: settled }
  if (size === amount) {
    const count = { ...settled, times: addTo(settled.times, at, amount) }
    return { allowed, taken, waitMs, chunk: undefined, count }
  }
  const chunk = { until: at + SPAN_MS, size }
  return { allowed, taken, waitMs, chunk, count: { ...settled, chunks: { ...settled.chunks, [process]: chunk } } }
}

function dropExpired({ times, chunks }: SharedCount, at: number): SharedCount {
  const isRecent = (time: number): boolean => time > at - WINDOW_MS
  return {
    times: times.filter((_, index) => isRecent(times[index - (index % 2)] ?? 0)),
    chunks: Object.fromEntries(Object.entries(chunks).filter(([, { until }]) => isRecent(until))),
  }
}

/** Replaces the chunk of a process by what it spent. It spent nothing of a chunk that it does not know, because the answer to it was lost. */
function settle({ times, chunks }: SharedCount, process: string, spending: Spending | undefined): SharedCount {
  const { [process]: own, ...others } = chunks
  if (own === undefined) return { times, chunks }
  const isKnown = spending?.until === own.until
  return { times: isKnown ? addTo(times, spending.lastAt, spending.spent) : times, chunks: others }
}

function toLog({ times, chunks }: SharedCount): Times {
  return Object.values(chunks).reduce((log, { until, size }) => addTo(log, until, size), times)
}

/** Adds requests to their span. Those of another process can be older than the last ones. */
function addTo(times: Times, at: number, amount: number): Times {
  const spans = new Map<number, readonly [number, number]>()
  for (let index = 0; index < times.length; index += 2) {
    const time = times[index] ?? 0
    spans.set(toSpan(time), [time, times[index + 1] ?? 0])
  }
  const [time, count] = spans.get(toSpan(at)) ?? [at, 0]
  spans.set(toSpan(at), [Math.max(time, at), count + amount])
  return [...spans.values()].sort(([one], [other]) => one - other).flat()
}

const toSpan = (time: number): number => Math.floor(time / SPAN_MS)
