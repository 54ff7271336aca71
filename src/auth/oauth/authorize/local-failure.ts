import { clientFailure } from '../clients/find.ts'
import { OAuthFailure } from '../failure.ts'
import type { LocalFault } from './request.ts'

/** Converts a fault that is shown to the user instead of the client (RFC 6749 4.1.2.1). */
export function localFailure(fault: LocalFault): OAuthFailure {
  switch (fault.why) {
    case 'repeated':
      return new OAuthFailure('invalid_request', `${fault.parameter} is repeated. Send it once.`)
    case 'no_client':
      return new OAuthFailure('invalid_request', 'client_id is missing. Send the client_id of the registration.')
    case 'unknown_client':
      return new OAuthFailure('invalid_client', clientFailure(fault.fault).message)
    case 'no_redirect':
      return new OAuthFailure(
        'invalid_request',
        'redirect_uri is missing. Send one of the redirect URIs that the client registered.',
      )
    case 'unknown_redirect':
      return new OAuthFailure(
        'invalid_request',
        `redirect_uri ${fault.redirectUri.slice(0, 200)} is not registered for this client.`,
      )
  }
}
