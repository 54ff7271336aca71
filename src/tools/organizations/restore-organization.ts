import { z } from 'zod'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { organizationTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** Brings a deleted organization back as it was, within 30 days. */
export const restoreOrganization = writeTool({
  name: 'restore_organization',
  title: 'Restore an organization',
  description:
    'Bring back an organization that was deleted less than 30 days ago, with its members, projects and tokens.',
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
      throw new AppError('conflict', `${handle} is not deleted.`, { fix: 'Nothing is to be done: use it.' })
    }
    if (isPastRestoration(account, services.now())) {
      throw new AppError(
        'not_found',
        `${handle} was deleted on ${deleted_at} and could be restored until ${restorableUntil(deleted_at)}.`,
        { fix: 'Its handle is free: create_organization makes a new one.' },
      )
    }
    await tx.accounts.put(restored)
    audit(handle, undefined, { deleted_at: { from: deleted_at, to: null } })
    return toOrganizationView(restored, principal, tx)
  },
})
