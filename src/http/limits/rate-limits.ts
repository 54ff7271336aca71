import { toSiteNetwork } from '../../auth/network.ts'
import type { Meters } from '../../telemetry/telemetry.ts'
import { type Counters, type CountResult, createCounters } from './counters.ts'
import type { Times } from './times.ts'

/** Requests per minute. `8.*` sets the first four. `read`, `write` and `admin` count by credential, the others by client address. */
const RATE_LIMITS = {
  register: 5,
  token: 30,
  revoke: 30,
  introspect: 30,
  device_authorization: 30,
  authorize: 60,
  login: 20,
  well_known: 120,
  openapi: 120,
  /** Requests to /mcp and /api with status 401. */
  unauthenticated: 300,
  read: 600,
  write: 120,
  admin: 30,
} as const

export type LimitName = keyof typeof RATE_LIMITS

/** The limits that count by credential; all others count by client address. */
export type CallLimit = Extract<LimitName, 'read' | 'write' | 'admin'>
export type AddressLimit = Exclude<LimitName, CallLimit>

/** The result of counting requests for a limit. */
export interface RateLimitResult {
  readonly allowed: boolean
  /** Requests a minute. */
  readonly limit: number
  readonly remaining: number
  /** Seconds, at least 1, until the same requests are allowed. */
  readonly resetSeconds: number
}

/** The same in each process of a site. */
export interface RateLimiter {
  /** Counts requests of `who`: a client network, or the name of a credential. Counts all of `amount` or none; rejected requests do not count. */
  take(name: LimitName, who: string, amount?: number): Promise<RateLimitResult>
  /** The result of `take`, without counting. */
  look(name: LimitName, who: string, amount: number): Promise<RateLimitResult>
}

/** The counts of the only process of a site. */
export interface LocalRateLimiter extends RateLimiter {
  /** The use of a limit in the last minute. */
  used(name: AddressLimit): Iterable<LimitUsage>
}

/** The use of a limit by one client network. */
interface LimitUsage {
  readonly who: string
  /** The used share of the limit, from 0 to 1. */
  readonly share: number
  readonly times: Times
}

/** Finds the use of a limit by a client network before the process started. */
export type FindEarlierTimes = (name: LimitName, who: string, at: number) => Times | undefined

/** Creates the counters of the only process; `factor` multiplies every limit (`DRAGOMAN_RATE_LIMIT_FACTOR`). */
export function createRateLimiter(
  now: () => Date,
  factor: number,
  earlier: FindEarlierTimes = () => undefined,
): LocalRateLimiter {
  const names = Object.keys(RATE_LIMITS) as LimitName[]
  // Separate counters, so that flooding one endpoint does not affect the others.
  const counters = new Map<LimitName, Counters>(
    names.map(name => [
      name,
      CREDENTIAL_LIMITS.has(name)
        ? createCounters(credential => credential)
        : createCounters(toSiteNetwork, (who, at) => earlier(name, who, at)),
    ]),
  )
  const ask = (how: 'take' | 'look', name: LimitName, who: string, amount = 1): RateLimitResult => {
    const limit = getLimit(name, factor)
    const found = counters.get(name)
    if (found === undefined) throw new Error(`no counters for ${name}`)
    return toResult({ ...found[how](who, { limit, at: now().getTime(), amount }), limit })
  }
  return {
    take: async (name, who, amount) => ask('take', name, who, amount),
    look: async (name, who, amount) => ask('look', name, who, amount),
    *used(name) {
      for (const { key, taken, times } of counters.get(name)?.counts(now().getTime()) ?? []) {
        yield { who: key, share: taken / getLimit(name, factor), times }
      }
    },
  }
}

/** The requests per minute of a limit, after `factor`. */
export const getLimit = (name: LimitName, factor: number): number => Math.max(1, Math.floor(RATE_LIMITS[name] * factor))

interface LimitedCount extends CountResult {
  readonly limit: number
}

export const toResult = ({ allowed, limit, taken, waitMs }: LimitedCount): RateLimitResult => ({
  allowed,
  limit,
  remaining: limit - taken,
  resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
})

export const CREDENTIAL_LIMITS: ReadonlySet<LimitName> = new Set<CallLimit>(['read', 'write', 'admin'])

/** Counts the requests that a limiter refuses, by limit. */
export function countRefusals(limits: RateLimiter, meters: Pick<Meters, 'rateLimited'>): RateLimiter {
  const count = (name: LimitName, result: RateLimitResult): RateLimitResult => {
    if (!result.allowed) meters.rateLimited(name)
    return result
  }
  return {
    take: async (name, who, amount) => count(name, await limits.take(name, who, amount)),
    look: async (name, who, amount) => count(name, await limits.look(name, who, amount)),
  }
}
