import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { DEFAULT_GRANTS, DEVICE_GRANT, type GrantType } from '../capabilities.ts'
import { OAuthFailure } from '../failure.ts'
import { isLoopbackRedirect } from './redirect-uris.ts'

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
