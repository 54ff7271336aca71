import type { Credential } from '../auth/principal.ts'
import { EVERYDAY_SCOPES, type Scope } from '../auth/scopes.ts'

/** What a refused bearer token is called on the wire (RFC 6750 3.1). */
export interface BearerFault {
  readonly error: 'invalid_token' | 'invalid_request'
  /** ASCII without quotes or backslashes, and never the text of another parameter: clients search the header without anchors. */
  readonly description: string
}

/** The `WWW-Authenticate` of a 401. Without a credential it names no error, so that clients begin to sign in (RFC 6750 3.1). */
export function challenge401(baseUrl: string, fault?: BearerFault): string {
  return bearer({
    realm: 'dragoman',
    resource_metadata: metadataUrl(baseUrl),
    scope: EVERYDAY_SCOPES.join(' '),
    ...(fault !== undefined && { error: fault.error, error_description: fault.description }),
  })
}

/** The `WWW-Authenticate` of a 403 that a client can step up from: all scopes that the operation needs. */
export function challenge403(baseUrl: string, scopes: readonly string[], description: string): string {
  return bearer({
    error: 'insufficient_scope',
    scope: scopes.join(' '),
    resource_metadata: metadataUrl(baseUrl),
    error_description: description.replace(/[^\x20-\x7e]|["\\]/g, ''),
  })
}

/**
 * How MCP answers a call whose credential lacks a scope. Only a client that signed in by OAuth can ask for more; with a token of fixed scopes
 * clients merely throw on a 403, so the refusal has to be a text that the model reads.
 */
export function scopeChallenge(call: {
  readonly credentialKind: Credential['kind'] | 'oauth'
  readonly missing: Scope | undefined
}): 'pass' | 'tool_error' | 'challenge' {
  if (call.missing === undefined) return 'pass'
  return call.credentialKind === 'oauth' ? 'challenge' : 'tool_error'
}

const metadataUrl = (baseUrl: string): string => `${baseUrl}/.well-known/oauth-protected-resource/mcp`

function bearer(parameters: Readonly<Record<string, string>>): string {
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  return `Bearer ${list.join(', ')}`
}
