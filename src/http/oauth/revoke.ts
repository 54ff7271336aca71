import { findRevocation, isRevocable, type RevocationTables, revoke } from '../../auth/oauth/token/revoke.ts'
import { echo } from '../../text/escape.ts'
import { requireClient } from './client.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { readParameters } from './parameters.ts'

/**
 * POST /oauth/revoke (RFC 7009). Ignores `token_type_hint`, because the token shows its type. Unknown tokens and tokens
 * of other clients get the same response as a revoked one; the log tells them apart.
 */
export const revokeEndpoint: OAuthEndpoint = {
  limit: 'revoke',
  answer: async call => {
    const { services, exchange } = call
    const { store, newId } = services
    const parameters = await readParameters(exchange)
    const caller = await requireClient(call, parameters, { demand: 'client' })
    const token = parameters.require('token')
    const auditContext = { now: services.now(), newId, requestId: exchange.requestId }
    const find = (read: RevocationTables) => findRevocation(token, caller, read, auditContext.now)
    let found = await find(store.read)
    if (isRevocable(found)) {
      // Looked up again inside the transaction: another request may have changed it.
      found = await store.transaction(
        async tx => {
          const again = await find(tx)
          if (isRevocable(again)) await revoke(tx, again, auditContext)
          return again
        },
        { urgent: true },
      )
    }
    if (found.kind === 'of_other_client') {
      const facts = { client_id: echo(caller.client.id), token_kind: found.token, owner_client_id: echo(found.owner) }
      exchange.log.info(facts, 'token not revoked: it belongs to another client')
    }
    return { status: 200, body: undefined }
  },
}
