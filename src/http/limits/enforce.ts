import type { ServerResponse } from 'node:http'
import { networkOf } from '../../auth/network.ts'
import { AppError } from '../../errors.ts'
import type { AddressLimit, CallLimit, LimitName, Limits } from './limits.ts'

/**
 * Counts a request of one client address and tells the client how it stands (draft-ietf-httpapi-ratelimit-headers).
 * @throws AppError `rate_limited` with the seconds to wait.
 */
export function enforceLimit(response: ServerResponse, limits: Limits, name: AddressLimit, address: string): void {
  count(response, limits, name, networkOf(address, 64))
}

/**
 * Counts a call of one credential.
 * @throws AppError `rate_limited` with the seconds to wait.
 */
export function enforceCallLimit(response: ServerResponse, limits: Limits, name: CallLimit, credential: string): void {
  count(response, limits, name, credential)
}

function count(response: ServerResponse, limits: Limits, name: LimitName, who: string): void {
  const { allowed, limit, remaining, resetSeconds } = limits.take(name, who)
  response.setHeader('ratelimit-policy', `"${name}";q=${limit};w=60`)
  response.setHeader('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  throw new AppError('rate_limited', `More than ${limit} requests a minute came here (limit: ${name}).`, {
    fix: `Wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}.`,
    retryAfter: resetSeconds,
  })
}
