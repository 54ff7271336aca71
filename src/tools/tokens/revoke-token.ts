import { z } from 'zod'
import { revokeTokens } from '../../auth/account-tokens.ts'
import { writeTool } from '../define-tool.ts'
import { auditEnded } from './audit-ended.ts'
import { AT_ONCE, markLater } from './mark-later.ts'
import { ownToken, TokenId } from './token-shape.ts'

/** Revokes a token at once and for good (spec 3, 5.7 rule 6); again is no error. */
export const revokeToken = writeTool({
  name: 'revoke_token',
  title: 'Revoke an account token',
  description:
    'Revoke one of your tokens, and every token made with it, at once and for good. May be the one you are using; an app that you allowed some accounts only may revoke those that it made.',
  scope: 'user:write',
  hints: { destructive: true, idempotent: true },
  urgent: true,
  grows: false,
  toolset: 'core',
  rest: [{ method: 'DELETE', path: '/api/tokens/:id', status: 204 }],
  input: z.object({ id: TokenId }),
  output: z.object({ id: z.string(), revoked: z.number().int() }),
  structured: true,
  resource: ({ id }, call) => ownToken(id, call),
  handler: async (_input, context) => {
    const { tx, services, resource, audit, leaveNoEvent } = context
    const { token } = resource
    const now = services.now()
    const ended = await revokeTokens(tx, [token], now, AT_ONCE)
    markLater(ended.slice(AT_ONCE), now, context)
    await auditEnded(ended.slice(1), 'maker_revoked', context)
    const revoked = ended.length
    const account = { id: token.account_id }
    if (revoked === 0) leaveNoEvent()
    else audit(token.id, { name: token.name, prefix: token.prefix, revoked }, undefined, account)
    return { id: token.id, revoked }
  },
})
