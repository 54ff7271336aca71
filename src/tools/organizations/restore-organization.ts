import { z } from 'zod'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

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
