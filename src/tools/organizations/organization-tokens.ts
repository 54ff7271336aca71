import { z } from 'zod'
import { isActive, revokeTokens } from '../../auth/tokens/lifecycle.ts'
import { AppError } from '../../errors.ts'
import { readTool, writeTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/paging.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { TokenId, TokenView, toTokenView } from '../tokens/view.ts'

/** A token on an organization, with the handle of the member who owns the token. */
export const OrganizationTokenView = TokenView.extend({ user: z.string() })

export type OrganizationTokenView = z.infer<typeof OrganizationTokenView>

/** The active tokens on an organization, for its administrators. */
export const listOrganizationTokens = readTool({
  name: 'list_organization_tokens',
  title: 'List organization tokens',
  description:
    'List the active tokens that members created on an organization. Tokens on personal accounts, which may reach it too, are not listed. Next: revoke_organization_token.',
  scope: 'organization:admin',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization/tokens' }],
  input: z.object({ organization: Handle, ...pageInput }),
  output: z.object({ tokens: z.array(OrganizationTokenView), ...pageOutput }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ limit, cursor }, { read, services, resource: { account } }) => {
    const now = services.now()
    const { rows, next } = await fillPage(
      options => read.tokens.page('account', account.id, options),
      { query: ['list_organization_tokens', account.id], limit, cursor },
      async token => {
        const user = isActive(token, now) ? await read.users.get(token.user_id) : undefined
        return user && { ...toTokenView(token, account), user: user.handle }
      },
    )
    return { tokens: rows, ...next }
  },
})

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
