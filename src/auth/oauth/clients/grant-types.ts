import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { DEFAULT_GRANTS, DEVICE_GRANT, type GrantType } from '../capabilities.ts'
import { OAuthFailure } from '../failure.ts'
import { isLoopbackRedirect } from './redirect-uris.ts'

/**
 * Refuses a grant type that a client may not use (RFC 6749 5.2). A client may use what it registered. A public client that registered the default grant
 * types may use the device grant, too: Copilot CLI asks for it without having registered it.
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
 * A document has an id that everybody knows, so that a device can use it in the name of its site. Only one of a program on the user's own machine, which is
 * not known by its site in the first place, may do what it does not list.
 */
function isPublicByDefault({ kind, confidential, grant_types, redirect_uris }: Frozen<ClientRecord>): boolean {
  const isDefault = grant_types.length === DEFAULT_GRANTS.length && DEFAULT_GRANTS.every(t => grant_types.includes(t))
  return isDefault && !confidential && (kind === 'registered' || redirect_uris.every(isLoopbackRedirect))
}
