import { isPastRestoration } from '../../auth/deletion.ts'
import { isOrganizationToken, type Principal } from '../../auth/policy/principal.ts'
import { findActiveUser } from '../../auth/users/active-user.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { Services } from '../pipeline/call.ts'

/** Refuses one organization more than a person can own. @throws AppError `conflict`. */
export async function assertMayOwnMore(
  { id, handle }: Frozen<UserRecord>,
  read: Pick<Reader, 'accounts'>,
  { now, maxOrganizations }: Pick<Services, 'now' | 'maxOrganizations'>,
): Promise<void> {
  const accounts = await read.accounts.list('owner', id)
  const owned = accounts.filter(account => account.kind === 'organization' && !isPastRestoration(account, now()))
  if (owned.length < maxOrganizations) return
  throw new AppError(
    'conflict',
    `${handle} owns ${owned.length} organizations; a person can own ${maxOrganizations} here.`,
    {
      fix: 'Hand one of them over with hand_over_organization. A deleted one counts for as long as it can be restored. Operators raise the limit with DRAGOMAN_MAX_ORGANIZATIONS.',
    },
  )
}

/** Only the owner, and by what is the owner's own: a token for the work of the organization gives nothing away. */
export function assertOwns(
  principal: Principal,
  { owner_id, handle }: Frozen<AccountRecord>,
  owner: Frozen<UserRecord>,
): void {
  if (owner_id !== principal.user.id) {
    throw new AppError('forbidden', `${handle} belongs to ${owner.handle}: only its owner can hand it over.`, {
      fix: `Ask ${owner.handle}.`,
    })
  }
  if (!isOrganizationToken(principal)) return
  throw new AppError('forbidden', `This token was made on an organization: it cannot hand ${handle} over.`, {
    fix: 'Use a token made on your personal account, or do it on the page of the organization.',
  })
}

/** An owner without access could not manage what they own. */
export async function assertMayOwn(
  user: Frozen<UserRecord>,
  { owner_id, handle }: Frozen<AccountRecord>,
  read: Reader,
): Promise<void> {
  if (user.id === owner_id) {
    throw new AppError('conflict', `${user.handle} owns ${handle} already.`, { fix: 'Give another member in to.' })
  }
  const personal = await read.accounts.get(user.account_id)
  if (personal?.has_access === true && (await findActiveUser(user.id, read)) !== undefined) return
  throw new AppError('conflict', `${user.handle} has no access to this service and cannot own ${handle}.`, {
    fix: 'Ask the operator of this server to give them access, or choose another member.',
  })
}
