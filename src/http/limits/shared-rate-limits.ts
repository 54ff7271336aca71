import { randomBytes } from 'node:crypto'
import { toSiteNetwork } from '../../auth/network.ts'
import type { SharedState } from '../../store/shared-state.ts'
import { MAX_KEYS_PER_NEIGHBOURHOOD } from './counters.ts'
import {
  CREDENTIAL_LIMITS,
  getLimit,
  type LimitName,
  type RateLimiter,
  type RateLimitResult,
  toResult,
} from './rate-limits.ts'
import { countShared, type SharedCount, type SharedRequest, type SharedResult, type Spending } from './shared-count.ts'
import { type Times, WINDOW_MS } from './times.ts'

interface LimiterDeps {
  readonly shared: SharedState
  readonly now: () => Date
  /** Multiplies every limit (`DRAGOMAN_RATE_LIMIT_FACTOR`). */
  readonly factor: number
}

/** The limits of frequent requests, which take chunks. Each request of the others asks the shared state. */
const FREQUENT: ReadonlySet<LimitName> = new Set([
  'read',
  'write',
  'admin',
  'unauthenticated',
  'well_known',
  'openapi',
] as const)
/** The share of a limit that a process takes at once is one of this many. */
const CHUNKS = 20
/** Longer than a chunk and its minute, and than half the time of a membership, which is written with fewer requests. */
const KEEP_MS = 150_000
/** Maximum clients about which the process remembers something. */
const MAX_REMEMBERED = 10_000

/** What the process has of its chunk. */
interface Allowance extends Spending {
  readonly left: number
  /** Requests that count besides. */
  readonly others: number
  /** The time of the oldest request that counts. */
  readonly oldestAt: number
}

/** The client networks of a neighborhood that have their own count, and the count of all others. */
interface Neighbourhood {
  /** When the membership ends, by client network. */
  readonly members: Readonly<Record<string, number>>
  readonly rest: Times
}

/**
 * Creates the rate limits of a process that shares them with others: the sum over all processes never passes a limit in any minute, as far as their clocks
 * agree. A chunk is spent within two seconds, and the next request reports how much of it. What other processes still have of their chunks counts as used,
 * so a limit can be a few percent lower. As in counters.ts, at most 256 networks of a neighborhood have their own count; everything expires.
 */
export function createSharedRateLimiter({ shared, now, factor }: LimiterDeps): RateLimiter {
  const process = randomBytes(8).toString('base64url')
  const allowances = new Map<string, Allowance>()
  /** When a client that was refused can be admitted again. Until then, the process refuses it without asking. */
  const refusedUntil = new Map<string, number>()
  const underWay = new Map<string, Promise<unknown>>()

  const spend = (key: string, limit: number, amount: number): RateLimitResult | undefined => {
    const at = now().getTime()
    const until = refusedUntil.get(key)
    if (until !== undefined && at < until && until <= at + 2 * WINDOW_MS)
      return toResult({ allowed: false, limit, taken: limit, waitMs: until - at })
    const own = allowances.get(key)
    if (own === undefined || amount > own.left || at > own.until || at < own.lastAt) return undefined
    const { left, spent, others, oldestAt } = own
    allowances.set(key, { ...own, left: left - amount, spent: spent + amount, lastAt: at })
    return toResult({ allowed: true, limit, taken: others + spent + amount, waitMs: oldestAt + WINDOW_MS - at })
  }

  const ask = async (
    { name, who, limit, amount }: Take,
    maxChunk: number,
    isTaking: boolean,
  ): Promise<RateLimitResult> => {
    const key = toKey(name, who)
    const spending = allowances.get(key)
    const keys = CREDENTIAL_LIMITS.has(name) ? [who] : [who, toNeighbourhoodKey(who)]
    const [result, at] = await shared.update(`rate ${name}`, keys, current => {
      const moment = now().getTime()
      const request = { process, at: moment, limit, amount, maxChunk, spending }
      const { values, counted } = countFor(who, current, request, keys.length > 1)
      const isKept = isTaking && (counted.allowed || spending !== undefined)
      return { values: isKept ? values : new Map(), keepMs: KEEP_MS, result: [counted, moment] as const }
    })
    const { allowed, taken, waitMs, chunk } = result
    if (isTaking) {
      allowances.delete(key)
      refusedUntil.delete(key)
      if (!allowed && amount === 1) remember(refusedUntil, key, at + waitMs)
      if (chunk !== undefined) {
        const { until, size } = chunk
        const oldestAt = at + waitMs - WINDOW_MS
        remember(allowances, key, { until, left: size - amount, spent: amount, lastAt: at, others: taken, oldestAt })
      }
    }
    return toResult({ allowed, limit, taken: allowed ? taken + amount : taken, waitMs })
  }

  const takeInTurn = async (take: Take): Promise<RateLimitResult> => {
    const { name, who, limit, amount } = take
    const key = toKey(name, who)
    const maxChunk = FREQUENT.has(name) ? Math.floor(limit / CHUNKS) : 1
    // A request that asks reports what was spent so far, so nothing is spent meanwhile.
    for (let earlier = underWay.get(key); earlier !== undefined; earlier = underWay.get(key)) await earlier
    const result = spend(key, limit, amount)
    if (result !== undefined) return result
    // Without chunks, the shared state alone puts requests in order.
    if (maxChunk <= 1) return ask(take, 1, true)
    const answer = ask(take, maxChunk, true)
    const ended = answer.catch(() => undefined).finally(() => underWay.delete(key))
    underWay.set(key, ended)
    return answer
  }

  return {
    take: (name, who, amount = 1) => takeInTurn({ name, who, amount, limit: getLimit(name, factor) }),
    look: (name, who, amount) => ask({ name, who, amount, limit: getLimit(name, factor) }, 1, false),
  }
}

interface Take {
  readonly name: LimitName
  readonly who: string
  readonly limit: number
  readonly amount: number
}

interface Counted {
  readonly counted: SharedResult
  readonly values: ReadonlyMap<string, unknown>
}

/** Counts a request for its client, or for the rest of a neighborhood that has too many of them. */
function countFor(
  who: string,
  current: ReadonlyMap<string, unknown>,
  request: SharedRequest,
  isNetwork: boolean,
): Counted {
  const own = current.get(who) as SharedCount | undefined
  if (!isNetwork) {
    const counted = countShared(own, request)
    return { counted, values: new Map([[who, counted.count]]) }
  }
  const key = toNeighbourhoodKey(who)
  const { members, rest } = (current.get(key) as Neighbourhood | undefined) ?? { members: {}, rest: [] }
  const present = Object.fromEntries(Object.entries(members).filter(([, until]) => until > request.at))
  if (own === undefined && Object.keys(present).length >= MAX_KEYS_PER_NEIGHBOURHOOD) {
    const counted = countShared({ times: rest, chunks: {} }, { ...request, maxChunk: 1, spending: undefined })
    return { counted, values: new Map([[key, { members: present, rest: counted.count.times }]]) }
  }
  // A client that counted with the rest takes that count along.
  const counted = countShared(own ?? { times: rest, chunks: {} }, request)
  const values = new Map<string, unknown>([[who, counted.count]])
  if ((present[who] ?? 0) < request.at + KEEP_MS / 2)
    values.set(key, { members: { ...present, [who]: request.at + KEEP_MS }, rest })
  return { counted, values }
}

/** Distinct from the keys of clients, which have no blank. */
const toNeighbourhoodKey = (who: string): string => `near ${toSiteNetwork(who)}`

const toKey = (name: LimitName, who: string): string => `${name} ${who}`

/** Keeps a value as the newest one, and drops the oldest beyond the maximum. */
function remember<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > MAX_REMEMBERED && oldest !== undefined) kept.delete(oldest)
}
