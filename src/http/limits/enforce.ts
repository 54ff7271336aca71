import type { ServerResponse } from 'node:http'
import { toNetwork } from '../../auth/network.ts'
import { AppError } from '../../errors.ts'
import type { AddressLimit, CallLimit, LimitName, RateLimiter, RateLimitResult } from './rate-limits.ts'

/**
 * Counts a request of one client address and sets the rate-limit headers (draft-ietf-httpapi-ratelimit-headers).
 * @throws AppError `rate_limited` with the seconds to wait.
 */
export async function enforceLimit(
  response: ServerResponse,
  limits: RateLimiter,
  name: AddressLimit,
  address: string,
): Promise<void> {
  applyRateLimit(response, name, await limits.take(name, toNetwork(address, 64)))
}

/**
 * Counts calls of one credential: all of them, or none if one exceeds the limit.
 * @throws AppError `rate_limited` with the seconds to wait; `invalid_input` if there are more than the limit allows at all.
 */
export async function enforceCallLimits(
  response: ServerResponse,
  limits: RateLimiter,
  calls: readonly CallLimit[],
  credential: string,
): Promise<void> {
  const [first, ...others] = calls
  if (first === undefined) return
  if (others.length === 0) return applyRateLimit(response, first, await limits.take(first, credential))
  const amounts = [...new Set(calls)].map(name => ({ name, amount: calls.filter(one => one === name).length }))
  const looked: (RateLimitResult & (typeof amounts)[number])[] = []
  for (const one of amounts) looked.push({ ...one, ...(await limits.look(one.name, credential, one.amount)) })
  for (const { name, amount, limit } of looked) if (amount > limit) throw oversizedBatchError(name, amount, limit)
  for (const { name, ...verdict } of looked) applyRateLimit(response, name, verdict)
  for (const { name, amount } of amounts) {
    // Another request of the credential may have counted in between.
    const taken = await limits.take(name, credential, amount)
    if (!taken.allowed) applyRateLimit(response, name, taken)
  }
}

function applyRateLimit(
  response: ServerResponse,
  name: LimitName,
  { allowed, limit, remaining, resetSeconds }: RateLimitResult,
): void {
  response.setHeader('ratelimit-policy', `"${name}";q=${limit};w=60`)
  response.setHeader('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  throw new AppError('rate_limited', `You exceeded the rate limit: ${limit} requests per minute (limit: ${name}).`, {
    fix: `Wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}.`,
    retryAfter: resetSeconds,
  })
}

const oversizedBatchError = (name: CallLimit, amount: number, limit: number): AppError =>
  new AppError(
    'invalid_input',
    `The batch has ${amount} calls of the limit ${name}, which allows ${limit} per minute.`,
    { fix: 'Send smaller batches.' },
  )
