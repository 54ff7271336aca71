import type { Resource } from '../auth/oauth/resources.ts'
import type { Principal } from '../auth/policy/principal.ts'
import { ALL_SCOPES } from '../auth/policy/scopes.ts'
import type { Services } from '../tools/pipeline/call.ts'

/** `baseUrl`: the one by which the client reached the server. Clients compare it with the URL they were given (RFC 9728 3.3). */
type ChallengeDeps = Pick<Services, 'baseUrl' | 'auth'>

/** The error of a rejected bearer token (RFC 6750 3.1). */
export interface BearerFault {
  readonly error: 'invalid_token' | 'invalid_request'
  readonly description: string
}

/** Creates the `WWW-Authenticate` of a 401. Without a credential it has no error, so that clients start to sign in (RFC 6750 3.1). */
export function challenge401({ baseUrl, auth }: ChallengeDeps, resource: Resource, fault?: BearerFault): string {
  return formatBearerChallenge({
    realm: 'dragoman',
    resource_metadata: metadataUrl(baseUrl, resource),
    scope: auth.challengeScopes.join(' '),
    ...(fault !== undefined && { error: fault.error, error_description: toHeaderText(fault.description) }),
  })
}

/**
 * Creates the `WWW-Authenticate` of a 403 for missing scopes: the required scopes and those of the grant, because some clients then request exactly these and
 * would lose the others (MCP 2025-11-25, "Scope Challenge Handling").
 */
export function challenge403(
  { baseUrl }: Pick<ChallengeDeps, 'baseUrl'>,
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

/** Returns the metadata URL of a resource: the well-known path, then the path of its identifier (RFC 9728 3.1). */
const metadataUrl = (baseUrl: string, resource: Resource): string =>
  `${baseUrl}/.well-known/oauth-protected-resource/${resource}`

/**
 * Limits a text to the characters of RFC 6750 3: ASCII without quotes and backslashes. Drops `=` after parameter names, because clients search the whole
 * header for them.
 */
const toHeaderText = (text: string): string =>
  text.replace(/[^\x20-\x7e]|["\\]/g, '').replace(/(scope|error|resource_metadata)\s*=/gi, '$1 ')

function formatBearerChallenge(parameters: Readonly<Record<string, string>>): string {
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  return `Bearer ${list.join(', ')}`
}
