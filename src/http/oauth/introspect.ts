import { introspect } from '../../auth/oauth/token/introspect.ts'
import { requireClient } from './client.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { readParameters } from './parameters.ts'

/**
 * POST /oauth/introspect (RFC 7662). Requires a client secret and reports only the client's own tokens. Writes nothing.
 */
export const introspectEndpoint: OAuthEndpoint = {
  limit: 'introspect',
  answer: async call => {
    const { services, exchange } = call
    const parameters = await readParameters(exchange)
    const { client } = await requireClient(call, parameters, { demand: 'secret' })
    const token = parameters.require('token')
    const body = await introspect(token, client, services.store.read, {
      now: services.now(),
      issuer: exchange.baseUrl,
    })
    return { status: 200, body }
  },
}
