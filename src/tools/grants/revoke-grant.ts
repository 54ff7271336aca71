import { z } from 'zod'
import { revokeGrant as revoke } from '../../auth/oauth/grants/lifecycle.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { auditEndedTokens, MAX_TOKENS_PER_TRANSACTION, markRevokedInBatches } from '../tokens/ended-tokens.ts'
import { GrantId, getOwnGrant } from './view.ts'

/** Revokes an app's access for good. Idempotent. */
export const revokeGrant = writeTool({
  name: 'revoke_grant',
  title: 'Revoke connected app',
  pastTense: 'Revoked connected app',
  description:
    "Revoke a connected app's access, even the calling app's, with every account token it created. It needs your consent to reconnect. An app that is limited to some accounts can revoke only itself.",
  scope: 'user:write',
  hints: { destructive: true, idempotent: true },
  urgent: true,
  grows: false,
  toolset: 'advanced',
  rest: [{ method: 'DELETE', path: '/api/grants/:id', status: 204 }],
  input: z.object({ id: GrantId }),
  output: z.object({ id: z.string(), revoked_tokens: z.number().int() }),
  structured: true,
  resource: async ({ id }, call) => ({ target: selfTarget(call), grant: await getOwnGrant(id, call) }),
  handler: async (_input, context) => {
    const { tx, services, resource, audit, skipAudit } = context
    const { grant } = resource
    const now = services.now()
    const ended = await revoke(tx, grant, 'user', now, MAX_TOKENS_PER_TRANSACTION)
    markRevokedInBatches(ended.slice(MAX_TOKENS_PER_TRANSACTION), now, context)
    await auditEndedTokens(ended, 'app_revoked', context)
    const revoked_tokens = ended.length
    if (grant.revoked_at !== null) skipAudit()
    else audit(grant.id, { client: grant.client_name, revoked_tokens })
    return { id: grant.id, revoked_tokens }
  },
})
