import { z } from 'zod'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { findRefusal, type Target } from '../../auth/policy/authorize.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { listOwnAccountsWithDeleted, listVisibleAccounts } from '../pipeline/resources.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

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
    const after = cursor === undefined ? '' : (decodeCursor(query, cursor)['after'] ?? '')
    const rest = accounts.filter(({ kind, handle }) => kind === 'organization' && handle > after)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    return {
      organizations: await Promise.all(
        page.map(async account => ({
          ...(await toOrganizationView(account, principal, read)),
          ...toDeletionDates(account),
        })),
      ),
      ...(last !== undefined && rest.length > limit && { next_cursor: encodeCursor(query, { after: last.handle }) }),
    }
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
