import { z } from 'zod'
import { activeUser } from '../../auth/active-user.ts'
import { changesOf } from '../../auth/audit.ts'
import { isOfOrganization, type Principal } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { organizationTarget } from '../resources.ts'
import { Handle } from '../shapes.ts'
import { writeTool } from '../tool.ts'
import { assertConfirmed } from './confirm.ts'
import { findMember } from './members.ts'
import { OrganizationView, viewOrganization } from './organization-shape.ts'
import { assertMayOwnMore } from './ownership.ts'

/** Makes another member the owner; who owned it goes on as an administrator. */
export const handOverOrganization = writeTool({
  name: 'hand_over_organization',
  title: 'Hand an organization over',
  description:
    'Make another member the owner of an organization that you own. You stay an admin, and only the new owner can give it back. Needs confirm: the handle of the organization once more.',
  scope: 'organization:admin',
  toolset: 'organizations',
  hints: { destructive: true, idempotent: false },
  rest: [{ method: 'POST', path: '/api/organizations/:organization/owner' }],
  input: z.object({
    organization: Handle,
    to: Handle.describe('Handle of the member who is to own it'),
    confirm: z.string().optional().describe('The handle of the organization again'),
  }),
  output: OrganizationView,
  structured: true,
  resource: ({ organization }, call) => organizationTarget(organization, call),
  handler: async ({ to, confirm }, { tx, read, principal, services, resource: { account }, audit }) => {
    const owner = await read.users.get(account.owner_id)
    if (owner === undefined) throw new Error(`account ${account.id} has no owner`)
    assertOwns(principal, account, owner)
    const { member, user } = await findMember(to, account, read)
    await assertMayOwn(user, account, read)
    await assertMayOwnMore(user, { read, now: services.now() })
    await assertConfirmed(
      account.handle,
      confirm,
      async () => `Nothing was changed; ${user.handle} would own ${account.handle}`,
    )
    await tx.memberships.put({ ...member, role: 'admin' })
    const changed = { ...account, owner_id: user.id }
    await tx.accounts.put(changed)
    const before = { owner: owner.handle, role: member.role }
    audit(account.handle, undefined, changesOf(before, { owner: user.handle, role: 'admin' }, ['owner', 'role']))
    return viewOrganization(changed, principal, tx)
  },
})

/** Only the owner, and by what is the owner's own: a token for the work of the organization gives nothing away. */
function assertOwns(
  principal: Principal,
  { owner_id, handle }: Frozen<AccountRecord>,
  owner: Frozen<UserRecord>,
): void {
  if (owner_id !== principal.user.id) {
    throw new AppError('forbidden', `${handle} belongs to ${owner.handle}: only its owner can hand it over.`, {
      fix: `Ask ${owner.handle}.`,
    })
  }
  if (!isOfOrganization(principal)) return
  throw new AppError('forbidden', `This token was made on an organization: it cannot hand ${handle} over.`, {
    fix: 'Use a token made on your personal account, or do it on the page of the organization.',
  })
}

/** An owner without access could not manage what they own. */
async function assertMayOwn(
  user: Frozen<UserRecord>,
  { owner_id, handle }: Frozen<AccountRecord>,
  read: Reader,
): Promise<void> {
  if (user.id === owner_id) {
    throw new AppError('conflict', `${user.handle} owns ${handle} already.`, { fix: 'Give another member in to.' })
  }
  const personal = await read.accounts.get(user.account_id)
  if (personal?.has_access === true && (await activeUser(user.id, read)) !== undefined) return
  throw new AppError('conflict', `${user.handle} has no access to this service and cannot own ${handle}.`, {
    fix: 'Ask the operator of this server to give them access, or choose another member.',
  })
}
