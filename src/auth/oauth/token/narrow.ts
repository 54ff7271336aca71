import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'
import { OFFLINE_ACCESS } from '../capabilities.ts'
import type { TokenFault } from './fault.ts'

/** What a token request asks for; undefined = it does not say. */
export interface RequestedAccess {
  readonly scopes: readonly string[] | undefined
  readonly resources: readonly string[] | undefined
}

/** What there is to ask of. */
export interface Available {
  readonly scopes: readonly string[]
  /** The scopes that the client was last told it has. */
  readonly told: readonly string[]
  readonly resources: readonly string[]
}

/** What tokens are made for; `scopes: null` = all that the family has at each moment. */
export interface Narrowed {
  readonly scopes: readonly Scope[] | null
  readonly resources: readonly string[]
}

/**
 * Bounds tokens to what is asked for (RFC 6749 6, RFC 8707 2.2). Exactly the scopes last told mean "as before": clients repeat them, and would
 * otherwise never get what the owner added since.
 */
export function narrow(asked: RequestedAccess, available: Available): Narrowed | { readonly fault: TokenFault } {
  const resources = asked.resources ?? available.resources
  if (!resources.every(one => available.resources.some(whole => isWithinResource(one, whole))))
    return { fault: 'other_resource' }
  const scopes = asked.scopes?.filter(scope => scope !== OFFLINE_ACCESS) ?? []
  if (scopes.length === 0 || isSameSet(scopes, available.told) || isSameSet(scopes, available.scopes)) {
    return { scopes: null, resources }
  }
  if (!scopes.every(scope => available.scopes.includes(scope))) return { fault: 'wider_scope' }
  return { scopes: ALL_SCOPES.filter(scope => scopes.includes(scope)), resources }
}

/** What is allowed for the whole service is allowed for a part of it: some clients name the origin first and the endpoint later. */
const isWithinResource = (part: string, whole: string): boolean => part === whole || part.startsWith(`${whole}/`)

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.every(entry => other.includes(entry)) && other.every(entry => one.includes(entry))
