import { z } from 'zod'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { findRefusal, type Target } from '../../auth/policy/authorize.ts'
import { ORGANIZATION_ROLES } from '../../auth/policy/organization-roles.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage, pageByHandle } from '../pipeline/paging.ts'
import { listOwnAccountsWithDeleted, listVisibleAccounts, organizationTarget } from '../pipeline/resources.ts'
import { describeNearLimits, NearLimits } from '../quota/view.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** An organization as its members see it. */
export const getOrganization = readTool({
  name: 'get_organization',
  title: 'Read organization',
  description:
    'Read an organization you belong to: owner, visibility, access, your roles, what each role may do, and its number of members and projects.',
  scope: 'organization:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations/:organization' }],
  input: z.object({ organization: Handle }),
  output: OrganizationView.extend({
    /** What each role of a member may do. */
    role_rights: z.object({ owner: z.string(), admin: z.string(), member: z.string() }),
    quota: NearLimits,
  }),
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async (_input, { principal, read, services: { limits }, resource: { account } }) => {
    const quota = await describeNearLimits(account, { read, limits })
    return {
      ...(await toOrganizationView(account, principal, read)),
      role_rights: ORGANIZATION_ROLES,
      ...(quota.length > 0 && { quota: [...quota] }),
    }
  },
})

const ListedOrganization = OrganizationView.extend({
  deleted_at: z.string().optional(),
  restorable_until: z.string().optional(),
})

/** The organizations that the caller owns or belongs to, within the reach of the credential (`5.3.organization:read`). */
export const listOrganizations = readTool({
  name: 'list_organizations',
  title: 'List organizations',
  description: 'List the organizations you own or belong to, with your roles in each. Next: list_members.',
  scope: 'organization:read',
  toolset: 'organizations',
  rest: [{ method: 'GET', path: '/api/organizations' }],
  input: z.object({
    deleted: z.boolean().optional().describe('List deleted ones that you can restore'),
    ...pageInput,
  }),
  output: z.object({ organizations: z.array(ListedOrganization), ...pageOutput }),
  structured: true,
  resource: async ({ deleted }, call) => ({
    target: { kind: 'none' } as const,
    accounts:
      deleted === true
        ? await listRestorableOrganizations(call.principal, call.read, call.services.now())
        : await listVisibleAccounts(call, 'organization:read'),
  }),
  handler: async ({ deleted, limit, cursor }, { principal, read, resource: { accounts } }) => {
    const query = deleted === true ? 'deleted_organizations' : 'list_organizations'
    const { rows, next } = await fillPage(
      pageByHandle(accounts.filter(({ kind }) => kind === 'organization')),
      { query, limit, cursor },
      async account => ({ ...(await toOrganizationView(account, principal, read)), ...toDeletionDates(account) }),
    )
    return { organizations: rows, ...next }
  },
})

const toDeletionDates = ({ deleted_at }: Frozen<AccountRecord>) =>
  deleted_at === undefined ? {} : { deleted_at, restorable_until: restorableUntil(deleted_at) }

/** The deleted organizations that the caller can still restore, by handle. */
async function listRestorableOrganizations(
  principal: Principal,
  read: Reader,
  now: Date,
): Promise<readonly Frozen<AccountRecord>[]> {
  const restorable: Frozen<AccountRecord>[] = []
  for (const account of await listOwnAccountsWithDeleted(principal.user.id, read)) {
    if (account.deleted_at === undefined || isPastRestoration(account, now)) continue
    const target: Target = { kind: 'account', account, name: account.handle, evenDeleted: true }
    if ((await findRefusal(principal, 'organization:delete', target, read)) === undefined) restorable.push(account)
  }
  return restorable
}
