import { z } from 'zod'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { notFoundError } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { assertConfirmed } from '../pipeline/assert-confirmed.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** Deletes an organization; it can be restored for 30 days, and is then purged. */
export const deleteOrganization = writeTool({
  name: 'delete_organization',
  title: 'Delete organization',
  pastTense: 'Deleted organization',
  description:
    'Delete an organization with its projects. Its tokens stop working. Needs confirm. Undo within 30 days: restore_organization.',
  scope: 'organization:delete',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [{ method: 'DELETE', path: '/api/organizations/:organization' }],
  input: z.object({
    organization: Handle,
    confirm: z.string().optional().describe('The handle, again'),
  }),
  output: z.object({
    organization: z.string(),
    deleted_at: z.string(),
    restorable_until: z.string(),
    next: z.string(),
  }),
  structured: true,
  // Deleted ones included: a repeated idempotency key has to find its first answer.
  resource: ({ organization }, call) => organizationTarget(organization, call, { evenDeleted: true }),
  handler: async ({ confirm }, { resource: { account }, services, tx, audit }) => {
    const { handle } = account
    if (account.deleted_at !== undefined)
      throw notFoundError(handle, 'It is deleted. Restore it with restore_organization.')
    await assertConfirmed(
      handle,
      confirm,
      async () => `Nothing was deleted. ${handle} has ${await describeContent(account, tx)}`,
    )
    const deleted_at = services.now().toISOString()
    const restorable_until = restorableUntil(deleted_at)
    await tx.accounts.put({ ...account, deleted_at })
    audit(handle, undefined, { deleted_at: { from: null, to: deleted_at } })
    return {
      organization: handle,
      deleted_at,
      restorable_until,
      next: `To undo until ${restorable_until}: restore_organization, organization ${handle}. After that, it is deleted for good.`,
    }
  },
})

/** The content of an organization as a phrase: `3 members, 1 project and 2 tokens`. */
async function describeContent({ id }: Frozen<AccountRecord>, read: Reader): Promise<string> {
  const [members, projects, tokens] = await Promise.all([
    read.memberships.count('account', id),
    read.projects.count('account', id),
    read.tokens.count('account', id),
  ])
  return `${pluralize(members, 'member')}, ${pluralize(projects, 'project')} and ${pluralize(tokens, 'token')}`
}

/** Restores a deleted organization within 30 days. */
export const restoreOrganization = writeTool({
  name: 'restore_organization',
  title: 'Restore organization',
  pastTense: 'Restored organization',
  description: 'Restore an organization within 30 days of its deletion, with its members, projects and tokens.',
  scope: 'organization:delete',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: false },
  grows: false,
  rest: [{ method: 'POST', path: '/api/organizations/:organization/restore' }],
  input: z.object({ organization: Handle }),
  output: OrganizationView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call, { evenDeleted: true }),
  handler: async (_input, { resource: { account }, services, principal, tx, audit }) => {
    const { deleted_at, ...restored } = account
    const { handle } = account
    if (deleted_at === undefined) {
      throw new AppError('conflict', `${handle} is not deleted.`, { fix: 'Use it as it is.' })
    }
    if (isPastRestoration(account, services.now())) {
      throw new AppError(
        'not_found',
        `${handle} was deleted on ${deleted_at}. It could be restored until ${restorableUntil(deleted_at)}.`,
        {
          pageFix: 'Create a new one: the handle is free.',
          fix: 'Create a new one with create_organization: the handle is free.',
        },
      )
    }
    await tx.accounts.put(restored)
    audit(handle, undefined, { deleted_at: { from: deleted_at, to: null } })
    return toOrganizationView(restored, principal, tx)
  },
})
