import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { listVisibleAccounts } from '../pipeline/resources.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { AccountView, toAccountView } from './view.ts'

/** The accounts that the caller owns or belongs to, within the reach of the credential. */
export const listAccounts = readTool({
  name: 'list_accounts',
  title: 'List accounts',
  description: 'List the accounts you own or belong to, with your roles in each.',
  scope: 'account:read',
  toolset: 'advanced',
  rest: [{ method: 'GET', path: '/api/accounts' }],
  input: z.object(pageInput),
  output: z.object({ accounts: z.array(AccountView), ...pageOutput }),
  structured: true,
  resource: async (_input, call) => ({
    target: { kind: 'none' } as const,
    accounts: await listVisibleAccounts(call, 'account:read'),
  }),
  handler: async ({ limit, cursor }, { principal, read, resource: { accounts } }) => {
    const after = cursor === undefined ? '' : (decodeCursor('list_accounts', cursor)['after'] ?? '')
    const rest = accounts.filter(account => account.handle > after)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    return {
      accounts: await Promise.all(page.map(account => toAccountView(account, principal, read))),
      ...(last !== undefined &&
        rest.length > limit && { next_cursor: encodeCursor('list_accounts', { after: last.handle }) }),
    }
  },
})
