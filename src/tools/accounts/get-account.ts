import { z } from 'zod'
import { readTool } from '../pipeline/define-tool.ts'
import { accountTarget } from '../pipeline/resources.ts'
import { describeNearLimits, NearLimits } from '../quota/view.ts'
import { Handle } from '../schemas/fields.ts'
import { AccountView, toAccountView } from './view.ts'

/** One account by its handle; public accounts included. */
export const getAccount = readTool({
  name: 'get_account',
  title: 'Read account',
  description: 'Read an account, yours or public: kind, access, visibility and your roles. Next: list_projects.',
  scope: 'account:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/accounts/:account' }],
  input: z.object({ account: Handle }),
  output: AccountView.extend({ quota: NearLimits }),
  structured: true,
  resource: ({ account }, call) => accountTarget(account, call),
  handler: async (_input, { principal, read, services: { limits }, resource: { account } }) => {
    const view = await toAccountView(account, principal, read)
    const isOwn = view.roles.some(role => role !== 'public_account')
    const quota = isOwn ? await describeNearLimits(account, { read, limits }) : []
    return { ...view, ...(quota.length > 0 && { quota: [...quota] }) }
  },
})
