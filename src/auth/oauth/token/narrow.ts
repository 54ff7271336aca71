import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'
import { mergeLoopbackNames } from '../base-urls.ts'
import type { TokenFault } from './fault.ts'

/** The scopes and resources of a token request; undefined if omitted. */
export interface RequestedAccess {
  readonly scopes: readonly string[] | undefined
  readonly resources: readonly string[] | undefined
}

/** The access that can be requested. */
export interface Available {
  readonly scopes: readonly string[]
  /** The scopes of the last token response. */
  readonly told: readonly string[]
  readonly resources: readonly string[]
}

/** The access of the tokens; `scopes: null` means the current scopes of the family. */
export interface Narrowed {
  readonly scopes: readonly Scope[] | null
  readonly resources: readonly string[]
}

/**
 * Limits tokens to the requested access (RFC 6749 6, RFC 8707 2.2). Exactly the scopes of the last response count as not narrowed: clients repeat
 * them, and would otherwise never get scopes that the user added since.
 */
export function narrow(requested: RequestedAccess, available: Available): Narrowed | { readonly fault: TokenFault } {
  const resources = requested.resources ?? available.resources
  if (!resources.every(one => available.resources.some(whole => isWithinResource(one, whole))))
    return { fault: 'other_resource' }
  const scopes = listKnownScopes(requested)
  if (scopes.length === 0 || isSameSet(scopes, available.told) || isSameSet(scopes, available.scopes)) {
    return { scopes: null, resources }
  }
  if (!scopes.every(scope => available.scopes.includes(scope))) return { fault: 'wider_scope' }
  return { scopes, resources }
}

/** Lists the scopes of a request that this server has, each once. Others have no effect, such as `offline_access` and `openid`. */
export const listKnownScopes = ({ scopes }: RequestedAccess): readonly Scope[] =>
  ALL_SCOPES.filter(scope => scopes?.includes(scope))

/** Access to the whole server includes each resource: some clients name the origin first and the endpoint later. */
const isWithinResource = (part: string, whole: string): boolean =>
  `${mergeLoopbackNames(part)}/`.startsWith(`${mergeLoopbackNames(whole)}/`)

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.every(entry => other.includes(entry)) && other.every(entry => one.includes(entry))
