import { z } from 'zod'
import { isActive } from '../../auth/tokens/lifecycle.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/fill-page.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { TokenView, toTokenView } from '../tokens/view.ts'

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
