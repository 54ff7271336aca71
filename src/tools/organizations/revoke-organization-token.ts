import { z } from 'zod'
import { revokeTokens } from '../../auth/tokens/lifecycle.ts'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { TokenId } from '../tokens/view.ts'

/** Revokes a token that any member created on an organization, for its administrators. Idempotent. */
export const revokeOrganizationToken = writeTool({
  name: 'revoke_organization_token',
  title: 'Revoke organization token',
  pastTense: 'Revoked organization token',
  description: 'Revoke a token on an organization, and every token created with it. This cannot be undone.',
  scope: 'organization:admin',
  hints: { destructive: true, idempotent: true },
  urgent: true,
  grows: false,
  toolset: 'organizations',
  rest: [{ method: 'DELETE', path: '/api/organizations/:organization/tokens/:id', status: 204 }],
  input: z.object({ organization: Handle, id: TokenId }),
  output: z.object({ id: z.string(), revoked: z.number().int() }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ id }, { tx, services, resource: { account }, audit, skipAudit }) => {
    const token = await tx.tokens.get(id)
    if (token === undefined || token.account_id !== account.id) {
      throw new AppError('not_found', `${account.handle} has no token ${id}.`, {
        fix: 'Call list_organization_tokens for the ids.',
        pageFix: 'Choose one of the tokens of the organization.',
      })
    }
    const owner = await tx.users.get(token.user_id)
    const revoked = (await revokeTokens(tx, [token], services.now())).length
    if (revoked === 0) skipAudit()
    else audit(token.id, { name: token.name, prefix: token.prefix, user: owner?.handle ?? token.user_id, revoked })
    return { id: token.id, revoked }
  },
})
