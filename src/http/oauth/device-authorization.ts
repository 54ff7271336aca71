import { CAPABILITIES, DEVICE_GRANT } from '../../auth/oauth/capabilities.ts'
import { assertGrantTypeAllowed } from '../../auth/oauth/clients/grant-types.ts'
import { toCustomerNetwork } from '../../auth/oauth/clients/limit.ts'
import { createDeviceRequest, DEVICE_LIFETIME_MS, POLL_SECONDS } from '../../auth/oauth/device/request.ts'
import { readScopes } from '../../auth/oauth/requested-scopes.ts'
import { parseResources } from '../../auth/oauth/resources.ts'
import { requireClient } from './client.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { readParameters } from './parameters.ts'

/** POST /oauth/device_authorization (RFC 8628 3.1). */
export const deviceAuthorizationEndpoint: OAuthEndpoint = {
  limit: 'device_authorization',
  answer: async call => {
    const { services, exchange } = call
    const { store, newId, auth, baseUrl } = services
    const parameters = await readParameters(exchange)
    const { client } = await requireClient(call, parameters, { isNew: true })
    assertGrantTypeAllowed(client, DEVICE_GRANT)
    const { scopes, scope_given } = readScopes(parameters.get('scope') ?? '', auth.challengeScopes)
    const resources = parseResources(parameters.resources() ?? [], exchange.baseUrl)
    const now = services.now()
    const network = toCustomerNetwork(call.address)
    const { deviceCode, userCode } = await store.transaction(tx =>
      createDeviceRequest(
        tx,
        { clientId: client.id, scopes, scopeGiven: scope_given, resources, network },
        { now, newId },
      ),
    )
    const verification = `${baseUrl}${CAPABILITIES.paths.verification}`
    return {
      status: 200,
      body: {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: verification,
        verification_uri_complete: `${verification}?user_code=${userCode}`,
        expires_in: DEVICE_LIFETIME_MS / 1000,
        interval: POLL_SECONDS,
      },
    }
  },
}
