import { z } from 'zod'
import { accountTarget } from '../resources.ts'
import { Handle } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { AccountView, viewAccount } from './account-shape.ts'

/** One account by its handle, also a public one that the caller has no part in. */
export const getAccount = readTool({
  name: 'get_account',
  title: 'Read an account',
  description:
    'Read an account by handle: personal or organization, whether it has access and is public, and your roles there. Works for any public account too. Next: list_projects with the account.',
  scope: 'account:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/accounts/:account' }],
  input: z.object({ account: Handle }),
  output: AccountView,
  structured: true,
  resource: ({ account }, call) => accountTarget(account, call),
  handler: (_input, { principal, read, resource: { account } }) => viewAccount(account, principal, read),
})
