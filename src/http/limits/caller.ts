import { credentialName, type Principal } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../tools/call.ts'
import type { Tool } from '../../tools/tool.ts'
import { type NoteUse, requirePrincipal } from '../bearer.ts'
import { clientAddress } from '../client-address.ts'
import type { Exchange } from '../exchange.ts'
import { enforceCallLimits, enforceLimit } from './enforce.ts'
import type { CallLimit, Limits } from './limits.ts'

/** What admits callers by bearer token. */
export interface CallerHouse {
  readonly services: Services
  readonly noteUse: NoteUse
  readonly limits: Limits
  readonly trustProxy: number
}

/**
 * Finds who calls, and counts by client address those who are nobody, so that guessing has a price. Who holds a good token is not kept out by
 * neighbours behind the same address.
 * @throws AppError as `requirePrincipal`, or `rate_limited` in place of a 401.
 */
export async function requireCaller(exchange: Exchange, house: CallerHouse): Promise<Principal> {
  try {
    return await requirePrincipal(exchange, house.services, house.noteUse)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_token') {
      const { request, response } = exchange
      const challenge = response.getHeader('www-authenticate') ?? ''
      response.removeHeader('www-authenticate')
      enforceLimit(response, house.limits, 'unauthenticated', clientAddress(request, house.trustProxy))
      response.setHeader('www-authenticate', challenge)
    }
    throw error
  }
}

/** The limit that a call of this tool counts for. */
export function limitOf({ scope, hints }: Pick<Tool, 'scope' | 'hints'>): CallLimit {
  if (/:(admin|delete)$/.test(scope ?? '')) return 'admin'
  return hints.readOnly ? 'read' : 'write'
}

/**
 * Counts calls of one credential: all of them, or none when one is too many.
 * @throws AppError `rate_limited`; `invalid_input` when they are more than ever pass at once.
 */
export function countCalls(
  { response }: Exchange,
  limits: Limits,
  { credential }: Principal,
  calls: readonly CallLimit[],
): void {
  enforceCallLimits(response, limits, calls, credentialName(credential))
}
