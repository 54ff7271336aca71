import { z } from 'zod'
import { findRoles } from '../../auth/policy/authorize.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import { ROLES } from '../../auth/policy/scopes.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage, pageByHandle } from '../pipeline/paging.ts'
import { accountTarget, listVisibleAccounts } from '../pipeline/resources.ts'
import { describeNearLimits, NearLimits } from '../quota/view.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'

/** An account with the caller's roles (`2.3.has-access`, `5.5.*`). */
export const AccountView = z.object({
  account: z.string(),
  name: z.string(),
  kind: z.enum(['personal', 'organization']),
  has_access: z.boolean(),
  public: z.boolean(),
  roles: z.array(z.enum(ROLES)),
})

/** Builds the view of an account for the caller. */
export async function toAccountView(
  account: Frozen<AccountRecord>,
  principal: Principal,
  read: Reader,
): Promise<z.infer<typeof AccountView>> {
  const roles = await findRoles(principal, { kind: 'account', account, name: account.handle }, read)
  const { handle, name, kind, has_access } = account
  return {
    account: handle,
    name,
    kind,
    has_access,
    public: account.public,
    roles: ROLES.filter(role => roles.has(role)),
  }
}

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
    const { rows, next } = await fillPage(
      pageByHandle(accounts),
      { query: 'list_accounts', limit, cursor },
      async account => toAccountView(account, principal, read),
    )
    return { accounts: rows, ...next }
  },
})
