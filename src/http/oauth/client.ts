import {
  authenticateClient,
  type Caller,
  callerFailure,
  type RequiredProof,
} from '../../auth/oauth/clients/authentication.ts'
import { findClient } from '../../auth/oauth/clients/find.ts'
import { addClientToLog } from '../exchange.ts'
import { authorizationHeaders } from '../requests/headers.ts'
import type { OAuthCall } from './endpoint.ts'
import type { Parameters } from './parameters.ts'

interface ClientOptions {
  /** Proof of the client's identity; default: `name`. */
  readonly demand?: RequiredProof
  /** Whether the request asks a user for new access instead of using an existing grant. */
  readonly isNew?: boolean
}

/**
 * Identifies the client of a request.
 * @throws OAuthFailure `invalid_client`, `invalid_request`.
 */
export async function requireClient(
  { exchange, services, address }: OAuthCall,
  parameters: Parameters,
  { demand = 'name', isNew = false }: ClientOptions = {},
): Promise<Caller> {
  const found = await authenticateClient(
    {
      authorization: authorizationHeaders(exchange.request),
      clientId: parameters.get('client_id'),
      clientSecret: parameters.get('client_secret'),
    },
    async id => {
      const named = await findClient(id, { services, address, isReturning: !isNew })
      // Also logged when its secret is wrong or missing.
      if ('client' in named) addClientToLog(exchange, named.client.id)
      return named
    },
    demand,
  )
  if ('fault' in found) throw callerFailure(found.fault)
  return found
}
