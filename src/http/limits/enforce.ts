import type { ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'
import type { LimitName, Limits } from './limits.ts'

/**
 * Counts a request and tells the client how it stands (draft-ietf-httpapi-ratelimit-headers).
 * @throws AppError `rate_limited` with the seconds to wait.
 */
export function enforceLimit(response: ServerResponse, limits: Limits, name: LimitName, who: string): void {
  const { allowed, limit, remaining, resetSeconds } = limits.take(name, who)
  response.setHeader('ratelimit-policy', `"${name}";q=${limit};w=60`)
  response.setHeader('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  throw new AppError('rate_limited', `More than ${limit} requests a minute came here.`, {
    fix: `Wait ${resetSeconds} seconds.`,
    retryAfter: resetSeconds,
  })
}
