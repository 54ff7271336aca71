import { z } from 'zod'
import { hasReleasedHandle } from '../../auth/deletion.ts'
import { isOwnToken } from '../../auth/policy/authorize.ts'
import { isActive } from '../../auth/tokens/lifecycle.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/paging.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { TokenView, toTokenView } from './view.ts'

/** The caller's active tokens: neither revoked nor expired (`3.list-active`). */
export const listTokens = readTool({
  name: 'list_tokens',
  title: 'List tokens',
  description: 'List your active tokens. null = never. An app limited to some accounts sees only its own.',
  scope: 'user:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/tokens' }],
  input: z.object(pageInput),
  output: z.object({ tokens: z.array(TokenView), ...pageOutput }),
  structured: true,
  resource: async () => ({ target: { kind: 'none' } as const }),
  handler: async ({ limit, cursor }, { principal, read, services }) => {
    const now = services.now()
    const { rows, next } = await fillPage(
      options => read.tokens.page('active', principal.user.id, options),
      { query: 'list_tokens', limit, cursor },
      async token => {
        const account = await read.accounts.get(token.account_id)
        const isSeen = isOwnToken(principal, token) && isActive(token, now)
        return account !== undefined && !hasReleasedHandle(account) && isSeen ? toTokenView(token, account) : undefined
      },
    )
    return { tokens: rows, ...next }
  },
})
