import { z } from 'zod'
import { restorableUntil } from '../../auth/deletion.ts'
import { notFoundError } from '../../auth/policy/authorize.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { assertConfirmed } from '../pipeline/assert-confirmed.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { Handle } from '../schemas/fields.ts'
/** Hides an organization with everything in it from every other tool; its records go when it can no longer be restored. */
export const deleteOrganization = writeTool({
  name: 'delete_organization',
  title: 'Delete an organization',
  description:
    'Delete an organization with its projects; tokens made on it stop working. Needs confirm: its handle once more. restore_organization brings it back within 30 days.',
  scope: 'organization:delete',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [{ method: 'DELETE', path: '/api/organizations/:organization' }],
  input: z.object({
    organization: Handle,
    confirm: z.string().optional().describe('The handle again'),
  }),
  output: z.object({
    organization: z.string(),
    deleted_at: z.string(),
    restorable_until: z.string(),
    next: z.string(),
  }),
  structured: true,
  // A deleted one too, so that a call that is repeated under its key finds the answer of the first.
  resource: ({ organization }, call) => organizationTarget(organization, call, { evenDeleted: true }),
  handler: async ({ confirm }, { resource: { account }, services, tx, audit }) => {
    const { handle } = account
    if (account.deleted_at !== undefined)
      throw notFoundError(handle, 'restore_organization brings back one that was deleted.')
    await assertConfirmed(
      handle,
      confirm,
      async () => `Nothing was deleted; ${handle} has ${await describeContent(account, tx)}`,
    )
    const deleted_at = services.now().toISOString()
    const restorable_until = restorableUntil(deleted_at)
    await tx.accounts.put({ ...account, deleted_at })
    audit(handle, undefined, { deleted_at: { from: null, to: deleted_at } })
    return {
      organization: handle,
      deleted_at,
      restorable_until,
      next: `restore_organization, organization ${handle}, brings it back until ${restorable_until}; after that it is gone for good.`,
    }
  },
})

/** What would go, as one phrase. */
async function describeContent({ id }: Frozen<AccountRecord>, read: Reader): Promise<string> {
  const [members, projects, tokens] = await Promise.all([
    read.memberships.count('account', id),
    read.projects.count('account', id),
    read.tokens.count('account', id),
  ])
  return `${pluralize(members, 'member')}, ${pluralize(projects, 'project')} and ${pluralize(tokens, 'token')}`
}
