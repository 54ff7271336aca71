import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import { type RecordUse, requirePrincipal } from '../bearer.ts'
import type { Exchange } from '../exchange.ts'
import { clientAddress } from '../requests/headers.ts'
import { enforceCallLimits, enforceLimit } from './enforce.ts'
import type { CallLimit, RateLimiter } from './rate-limits.ts'

/** The dependencies for authenticating callers by bearer token. */
export interface CallerDeps {
  readonly services: Services
  readonly noteUse: RecordUse
  readonly limits: RateLimiter
  readonly trustProxy: number
}

/**
 * Finds the caller. Counts failed authentication by client address, so that guessing is limited. Valid tokens are not affected by others behind the same
 * address.
 * @throws AppError as `requirePrincipal`, or `rate_limited` in place of a 401.
 */
export async function requireCaller(exchange: Exchange, deps: CallerDeps): Promise<Principal> {
  try {
    return await requirePrincipal(exchange, deps.services, deps.noteUse)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_token') {
      const { request, response } = exchange
      const challenge = response.getHeader('www-authenticate') ?? ''
      response.removeHeader('www-authenticate')
      await enforceLimit(response, deps.limits, 'unauthenticated', clientAddress(request, deps.trustProxy))
      response.setHeader('www-authenticate', challenge)
    }
    throw error
  }
}

/** The rate limit of a tool. */
export function getCallLimit({ scope, hints }: Pick<Tool, 'scope' | 'hints'>): CallLimit {
  if (/:(admin|delete)$/.test(scope ?? '')) return 'admin'
  return hints.readOnly ? 'read' : 'write'
}

/**
 * Counts calls of one credential: all of them, or none if one exceeds the limit.
 * @throws AppError `rate_limited`; `invalid_input` if there are more than the limit allows at all.
 */
export async function countCalls(
  { response }: Exchange,
  limits: RateLimiter,
  { credential }: Principal,
  calls: readonly CallLimit[],
): Promise<void> {
  await enforceCallLimits(response, limits, calls, credentialName(credential))
}
