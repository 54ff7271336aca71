import { clientFailure } from '../clients/find.ts'
import { OAuthFailure } from '../failure.ts'
import type { LocalFault } from './request.ts'

/** A fault that no client is told of, in the words of RFC 6749 4.1.2.1. */
export function localFailure(fault: LocalFault): OAuthFailure {
  switch (fault.why) {
    case 'repeated':
      return new OAuthFailure('invalid_request', `${fault.parameter} is there more than once.`)
    case 'no_client':
      return new OAuthFailure('invalid_request', 'client_id is missing.')
    case 'unknown_client':
      return new OAuthFailure('invalid_client', clientFailure(fault.fault).message)
    case 'no_redirect':
      return new OAuthFailure(
        'invalid_request',
        'redirect_uri is missing, and the client did not register exactly one.',
      )
    case 'unknown_redirect':
      return new OAuthFailure(
        'invalid_request',
        `redirect_uri is ${fault.redirectUri.slice(0, 200)}, which this client did not register.`,
      )
  }
}
