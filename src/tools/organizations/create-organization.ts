import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { assertMayOwnMore } from '../authority/ownership.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { Line } from '../schemas/fields.ts'
import { claimHandle } from './claim-handle.ts'
import { OrganizationView, toOrganizationView } from './view.ts'

/** Creates an organization that the caller owns. */
export const createOrganization = writeTool({
  name: 'create_organization',
  title: 'Create organization',
  pastTense: 'Created organization',
  description:
    'Create an organization: an account with members who share its projects. You own it. Its handle never changes. Next: invite_member, create_project.',
  scope: 'organization:write',
  toolset: 'organizations',
  hints: { destructive: false, idempotent: false },
  grows: true,
  rest: [{ method: 'POST', path: '/api/organizations', status: 201 }],
  input: z.object({
    organization: z
      .string()
      .min(1)
      .max(60)
      .describe('Handle, such as acme: 2 to 39 lowercase letters, digits and single hyphens'),
    name: Line.optional().describe('Display name; default: the handle'),
  }),
  output: OrganizationView.extend({ next: z.string() }),
  structured: true,
  resource: async ({ organization }) => ({
    target: { kind: 'new_organization', name: organization.toLowerCase() } as const,
  }),
  handler: async ({ organization, name }, { tx, read, principal, services, audit }) => {
    const now = services.now()
    const { user } = principal
    const handle = await claimHandle(organization, { tx, principal, services })
    await assertMayOwnMore(user, read, services)
    const created_at = now.toISOString()
    const account: Frozen<AccountRecord> = {
      id: services.newId(),
      handle,
      name: name ?? handle,
      kind: 'organization',
      owner_id: user.id,
      has_access: true,
      public: false,
      created_at,
    }
    await tx.accounts.insert(account)
    await tx.memberships.insert({
      id: services.newId(),
      account_id: account.id,
      user_id: user.id,
      role: 'admin',
      created_at,
    })
    audit(handle, { name: account.name }, undefined, account)
    return {
      ...(await toOrganizationView(account, principal, tx)),
      next: `Invite members with invite_member, organization ${handle}. Create a project with create_project, such as ${handle}/app.`,
    }
  },
})
