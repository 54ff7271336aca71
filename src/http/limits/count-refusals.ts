import type { Meters } from '../../telemetry/telemetry.ts'
import type { LimitName, RateLimiter, RateLimitResult } from './rate-limits.ts'

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
