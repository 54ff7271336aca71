import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { type AuthMethod, CAPABILITIES, DEFAULT_GRANTS, DEVICE_GRANT, type GrantType } from '../capabilities.ts'
import { OAuthFailure } from '../failure.ts'
import type { ClientMetadata, MetadataFault } from './metadata.ts'
import { isLoopbackRedirect } from './redirect-uris.ts'

/** The metadata after negotiation with the capabilities of the server. */
interface NegotiatedMetadata {
  readonly grantTypes: readonly GrantType[]
  readonly responseTypes: readonly string[]
  readonly method: AuthMethod
  /** Whether the client named a method. */
  readonly isNamed: boolean
  /** The known scopes that the client named; absent if it named none. */
  readonly scopes?: readonly string[]
}

type Fault = { readonly fault: MetadataFault }

/** Negotiates metadata (RFC 7591 2 and 3.2.1: the server may replace requested values). */
export function negotiateMetadata(metadata: ClientMetadata): { readonly choices: NegotiatedMetadata } | Fault {
  const grantTypes = selectGrantTypes(metadata)
  const ways: readonly GrantType[] = CAPABILITIES.grantTypes.filter(type => type !== 'refresh_token')
  if (!grantTypes.some(type => ways.includes(type))) {
    return refuse(`grant_types must have one of ${ways.join(', ')}`)
  }
  const responseTypes = grantTypes.includes('authorization_code') ? CAPABILITIES.responseTypes : []
  const wanted = metadata.response_types ?? responseTypes
  if (
    wanted.some(type => !CAPABILITIES.responseTypes.some(known => known === type)) ||
    (wanted.length === 0 && responseTypes.length > 0)
  ) {
    return refuse(`response_types must be ${JSON.stringify(CAPABILITIES.responseTypes)}, the only supported value`)
  }
  const named = selectAuthMethod(metadata)
  if (named === null) {
    const given = metadata.token_endpoint_auth_methods_supported ?? [metadata.token_endpoint_auth_method]
    return refuse(
      `token_endpoint_auth_method ${JSON.stringify(given.join(' '))} is not supported; use one of ${CAPABILITIES.authMethods.join(', ')}`,
    )
  }
  const tokens = (metadata.scope ?? '').split(' ')
  const scopes = CAPABILITIES.scopes.filter(scope => tokens.includes(scope))
  return {
    choices: {
      grantTypes,
      responseTypes,
      // RFC 7591 2: the default.
      method: named ?? 'client_secret_basic',
      isNamed: named !== undefined,
      ...(scopes.length > 0 && { scopes }),
    },
  }
}

/** Drops unsupported grant types. A client that names none may also refresh, and the response lists that. */
function selectGrantTypes({ grant_types: given }: ClientMetadata): readonly GrantType[] {
  if (given === undefined) return DEFAULT_GRANTS
  return CAPABILITIES.grantTypes.filter(type => given.includes(type))
}

/** Returns the first supported method that the client named; null if it named only unsupported ones. */
function selectAuthMethod(metadata: ClientMetadata): AuthMethod | undefined | null {
  const { token_endpoint_auth_method: one, token_endpoint_auth_methods_supported: several } = metadata
  const named = several ?? (one === undefined ? undefined : [one])
  return named === undefined ? undefined : (named.find(isAuthMethod) ?? null)
}

const isAuthMethod = (method: string): method is AuthMethod => CAPABILITIES.authMethods.some(known => known === method)

const refuse = (problem: string): Fault => ({ fault: { why: 'metadata', problem: `${problem}.` } })

/**
 * Rejects a grant type that a client did not register (RFC 6749 5.2). Exception: public clients with the default grant types may use the device grant,
 * because Copilot CLI uses it without registration.
 * @throws OAuthFailure `unauthorized_client`.
 */
export function assertGrantTypeAllowed(client: Frozen<ClientRecord>, grantType: GrantType): void {
  if (client.grant_types.includes(grantType)) return
  if (grantType === DEVICE_GRANT && isPublicByDefault(client)) return
  throw new OAuthFailure(
    'unauthorized_client',
    `This client did not register the grant type ${grantType}. Register again with it in grant_types.`,
  )
}

/**
 * The ID of a document is public, so any device could use it in the name of its site. Only documents of local programs, which users do not identify
 * by a site, may use grant types that they do not list.
 */
function isPublicByDefault({ kind, confidential, grant_types, redirect_uris }: Frozen<ClientRecord>): boolean {
  const isDefault = grant_types.length === DEFAULT_GRANTS.length && DEFAULT_GRANTS.every(t => grant_types.includes(t))
  return isDefault && !confidential && (kind === 'registered' || redirect_uris.every(isLoopbackRedirect))
}
