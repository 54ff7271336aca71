import type { Resource } from '../auth/oauth/resources.ts'
import type { Principal } from '../auth/policy/principal.ts'
import { ALL_SCOPES } from '../auth/policy/scopes.ts'
import type { Services } from '../tools/pipeline/call.ts'

/** What a challenge tells of the service. */
type ChallengeDeps = Pick<Services, 'baseUrl' | 'auth'>

/** What a refused bearer token is called on the wire (RFC 6750 3.1). */
export interface BearerFault {
  readonly error: 'invalid_token' | 'invalid_request'
  readonly description: string
}

/** The `WWW-Authenticate` of a 401. Without a credential it names no error, so that clients begin to sign in (RFC 6750 3.1). */
export function challenge401({ baseUrl, auth }: ChallengeDeps, resource: Resource, fault?: BearerFault): string {
  return formatBearerChallenge({
    realm: 'dragoman',
    resource_metadata: metadataUrl(baseUrl, resource),
    scope: auth.challengeScopes.join(' '),
    ...(fault !== undefined && { error: fault.error, error_description: toHeaderText(fault.description) }),
  })
}

/**
 * The `WWW-Authenticate` of a 403 that a client can step up from: all scopes that the operation needs, with those that its grant has, because some
 * clients then ask for exactly these and would lose the others (MCP 2025-11-25, "Scope Challenge Handling").
 */
export function challenge403(
  { baseUrl }: ChallengeDeps,
  resource: Resource,
  needed: readonly string[],
  { description, principal }: { readonly description: string; readonly principal: Principal | undefined },
): string {
  const kept = principal?.credential.kind === 'grant' ? principal.scopes : new Set<string>()
  return formatBearerChallenge({
    error: 'insufficient_scope',
    scope: ALL_SCOPES.filter(scope => kept.has(scope) || needed.includes(scope)).join(' '),
    resource_metadata: metadataUrl(baseUrl, resource),
    error_description: toHeaderText(description),
  })
}

/** Where the metadata of a resource is: the path of its identifier, behind the well-known one (RFC 9728 3.1). */
const metadataUrl = (baseUrl: string, resource: Resource): string =>
  `${baseUrl}/.well-known/oauth-protected-resource/${resource}`

/** RFC 6750 3 allows ASCII without quotes and backslashes; and clients search the header for a parameter's name without looking where it stands. */
const toHeaderText = (text: string): string =>
  text.replace(/[^\x20-\x7e]|["\\]/g, '').replace(/(scope|error|resource_metadata)\s*=/gi, '$1 ')

function formatBearerChallenge(parameters: Readonly<Record<string, string>>): string {
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  return `Bearer ${list.join(', ')}`
}
