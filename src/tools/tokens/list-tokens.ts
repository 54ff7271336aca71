import { z } from 'zod'
import { isActive } from '../../auth/account-tokens.ts'
import { isOwnToken } from '../../auth/policy.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { TokenView, viewToken } from './token-shape.ts'

/** The caller's active tokens: neither revoked nor expired (spec 2.2, 3). */
export const listTokens = readTool({
  name: 'list_tokens',
  title: 'List account tokens',
  description:
    'List your active account tokens: name, scopes, last use and expiry (null = never). An app that you allowed some accounts only sees those that it made.',
  scope: 'user:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/tokens' }],
  input: z.object(pageInput),
  output: z.object({ tokens: z.array(TokenView), ...pageOutput }),
  structured: true,
  resource: async () => ({ target: { kind: 'none' } as const }),
  handler: async ({ limit, cursor }, { principal, read, services }) => {
    const now = services.now()
    const tokens: TokenView[] = []
    let after = cursor === undefined ? undefined : decodeCursor('list_tokens', cursor)['after']
    do {
      const page = await read.tokens.page('active', principal.user.id, { limit: limit - tokens.length, after })
      for (const token of page.items) {
        const account = await read.accounts.get(token.account_id)
        if (account !== undefined && isOwnToken(principal, token) && isActive(token, now))
          tokens.push(viewToken(token, account))
      }
      after = page.next
    } while (after !== undefined && tokens.length < limit)
    return { tokens, ...(after !== undefined && { next_cursor: encodeCursor('list_tokens', { after }) }) }
  },
})
