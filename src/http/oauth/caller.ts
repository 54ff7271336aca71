import { authenticateClient, type Caller, callerFailure, type Demand } from '../../auth/oauth/client-authentication.ts'
import { findClient } from '../../auth/oauth/clients.ts'
import { echo } from '../../shown.ts'
import { authorizationHeaders } from '../authorization-headers.ts'
import type { OAuthCall } from './endpoint.ts'
import type { Parameters } from './parameters.ts'

interface Terms {
  /** Default: its name. */
  readonly demand?: Demand
  /** Whether it asks a person for something, rather than for what it was allowed. */
  readonly isNew?: boolean
}

/**
 * Finds out which client sends a request.
 * @throws OAuthFailure `invalid_client`, `invalid_request`.
 */
export async function requireClient(
  { exchange, services, address }: OAuthCall,
  parameters: Parameters,
  { demand = 'name', isNew = false }: Terms = {},
): Promise<Caller> {
  const found = await authenticateClient(
    {
      authorization: authorizationHeaders(exchange.request),
      clientId: parameters.get('client_id'),
      clientSecret: parameters.get('client_secret'),
    },
    id => findClient(id, { services, address, isReturning: !isNew }),
    demand,
  )
  if ('fault' in found) throw callerFailure(found.fault)
  exchange.facts.client_id = echo(found.client.id)
  return found
}
