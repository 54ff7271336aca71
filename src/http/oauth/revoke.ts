import { findRevocation, revoke } from '../../auth/oauth/revoke.ts'
import { tokenFailure } from '../../auth/oauth/token-fault.ts'
import { requireCaller } from './caller.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { readParameters } from './parameters.ts'

/**
 * POST /oauth/revoke (RFC 7009). The kind of a token is seen in it, so `token_type_hint` is not needed; what there is nothing to revoke of is
 * answered like what was revoked.
 */
export const revokeEndpoint: OAuthEndpoint = {
  limit: 'revoke',
  answer: async call => {
    const { services, exchange } = call
    const { store, newId } = services
    const parameters = await readParameters(exchange)
    const caller = await requireCaller(call, parameters, 'client')
    const token = parameters.require('token')
    const found = await findRevocation(token, caller, store.read)
    if (found.kind === 'secret_missing') throw tokenFailure('secret_missing')
    if (found.kind !== 'nothing') {
      const occasion = { now: services.now(), newId, requestId: exchange.requestId }
      // Again inside: another request may have ended or refreshed it since.
      await store.transaction(async tx => revoke(tx, await findRevocation(token, caller, tx), occasion))
    }
    return { status: 200, body: undefined }
  },
}
