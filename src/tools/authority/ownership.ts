import { isPastRestoration } from '../../auth/deletion.ts'
import { isOrganizationToken, type Principal } from '../../auth/policy/principal.ts'
import { findActiveUser } from '../../auth/users/active-user.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { Services } from '../pipeline/call.ts'

/**
 * Checks that a user may own one more organization (`DRAGOMAN_MAX_ORGANIZATIONS`).
 * @throws AppError `conflict`.
 */
export async function assertMayOwnMore(
  { id, handle }: Frozen<UserRecord>,
  read: Pick<Reader, 'accounts'>,
  { now, maxOrganizations }: Pick<Services, 'now' | 'maxOrganizations'>,
): Promise<void> {
  const accounts = await read.accounts.list('owner', id)
  const owned = accounts.filter(account => account.kind === 'organization' && !isPastRestoration(account, now()))
  if (owned.length < maxOrganizations) return
  throw new AppError('conflict', `${handle} owns ${owned.length} organizations. The limit is ${maxOrganizations}.`, {
    fix: 'Hand one over with hand_over_organization. Deleted ones count until they can no longer be restored. Operators raise the limit with DRAGOMAN_MAX_ORGANIZATIONS.',
    pageFix:
      'Hand one over on its settings page. Deleted ones count until they can no longer be restored. Operators can raise the limit.',
  })
}

/**
 * Checks that the owner transfers the organization, and not with a token of an organization.
 * @throws AppError `forbidden`.
 */
export function assertOwns(
  principal: Principal,
  { owner_id, handle }: Frozen<AccountRecord>,
  owner: Frozen<UserRecord>,
): void {
  if (owner_id !== principal.user.id) {
    throw new AppError('forbidden', `Only the owner of ${handle}, ${owner.handle}, can hand it over.`, {
      fix: `Ask ${owner.handle}.`,
    })
  }
  if (!isOrganizationToken(principal)) return
  throw new AppError('forbidden', `This token was made on an organization and cannot hand ${handle} over.`, {
    fix: "Use a token made on your personal account, or the organization's settings page.",
  })
}

/**
 * Rejects a new owner who already owns the organization, is suspended or has no access.
 * @throws AppError `conflict`.
 */
export async function assertMayOwn(
  user: Frozen<UserRecord>,
  { owner_id, handle }: Frozen<AccountRecord>,
  read: Reader,
): Promise<void> {
  if (user.id === owner_id) {
    throw new AppError('conflict', `${user.handle} already owns ${handle}.`, { fix: 'Give another member in to.' })
  }
  const personal = await read.accounts.get(user.account_id)
  if (personal?.has_access === true && (await findActiveUser(user.id, read)) !== undefined) return
  throw new AppError('conflict', `${user.handle} has no access to this server and cannot own ${handle}.`, {
    fix: 'Choose another member, or ask an operator to grant access.',
  })
}
