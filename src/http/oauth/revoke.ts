import { findRevocation, isSomething, type RevocationTables, revoke } from '../../auth/oauth/revoke.ts'
import { requireClient } from './caller.ts'
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
    const caller = await requireClient(call, parameters, { demand: 'client' })
    const token = parameters.require('token')
    const find = (read: RevocationTables) => findRevocation(token, caller, read)
    const occasion = { now: services.now(), newId, requestId: exchange.requestId }
    if (isSomething(await find(store.read))) {
      await store.transaction(
        async tx => {
          // Again inside: another request may have changed it since.
          const found = await find(tx)
          if (isSomething(found)) await revoke(tx, found, occasion)
        },
        { urgent: true },
      )
    }
    return { status: 200, body: undefined }
  },
}
