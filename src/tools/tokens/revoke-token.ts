import { z } from 'zod'
import { revokeTokens } from '../../auth/tokens/lifecycle.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { auditEndedTokens, MAX_TOKENS_PER_TRANSACTION, markRevokedInBatches } from './ended-tokens.ts'
import { getOwnToken, TokenId } from './view.ts'

/** Revokes a token for good (`5.7.revocation`). Idempotent. */
export const revokeToken = writeTool({
  name: 'revoke_token',
  title: 'Revoke token',
  pastTense: 'Revoked token',
  description: 'Revoke a token of yours, also the one in use, and all tokens created with it, for good.',
  scope: 'user:write',
  hints: { destructive: true, idempotent: true },
  urgent: true,
  grows: false,
  toolset: 'core',
  rest: [{ method: 'DELETE', path: '/api/tokens/:id', status: 204 }],
  input: z.object({ id: TokenId }),
  output: z.object({ id: z.string(), revoked: z.number().int() }),
  structured: true,
  resource: ({ id }, call) => getOwnToken(id, call),
  handler: async (_input, context) => {
    const { tx, services, resource, audit, skipAudit } = context
    const { token } = resource
    const now = services.now()
    const ended = await revokeTokens(tx, [token], now, MAX_TOKENS_PER_TRANSACTION)
    markRevokedInBatches(ended.slice(MAX_TOKENS_PER_TRANSACTION), now, context)
    await auditEndedTokens(ended.slice(1), 'maker_revoked', context)
    const revoked = ended.length
    const account = { id: token.account_id }
    if (revoked === 0) skipAudit()
    else audit(token.id, { name: token.name, prefix: token.prefix, revoked }, undefined, account)
    return { id: token.id, revoked }
  },
})
