import { revokeInvitationsOf } from '../../auth/organizations/invitations.ts'
import { revokeTokens } from '../../auth/tokens/lifecycle.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord, MembershipRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { auditEndedTokens } from '../tokens/ended-tokens.ts'

/** Bounds everything that reads all members. */
export const MAX_MEMBERS = 1_000

type Organization = Frozen<AccountRecord>

/** A membership with its user. */
export interface Member {
  readonly member: Frozen<MembershipRecord>
  readonly user: Frozen<UserRecord>
}

/** The member of this handle. @throws AppError `not_found`, the same for users who do not exist. */
export async function findMember(
  handle: string,
  organization: Organization,
  read: Pick<Reader, 'users' | 'memberships'>,
): Promise<Member> {
  const user = await read.users.by('handle', handle.toLowerCase())
  const member = user && (await read.memberships.by('pair', compoundKey(organization.id, user.id)))
  if (user !== undefined && member !== undefined) return { member, user }
  throw new AppError('not_found', `${organization.handle} has no member ${JSON.stringify(handle.slice(0, 60))}.`, {
    fix: 'Call list_members for its members.',
    pageFix: 'Choose one of the members of the organization.',
  })
}

/**
 * Checks that the membership to end or change is not the owner's.
 * @throws AppError `conflict`.
 */
export function assertNotOwner({ owner_id, handle }: Organization, { id, handle: name }: Frozen<UserRecord>): void {
  if (owner_id !== id) return
  throw new AppError('conflict', `${name} owns ${handle}. Owners cannot leave, be removed or change role.`, {
    fix: 'Hand the organization over first, with hand_over_organization.',
    pageFix: 'Transfer the organization first, under Settings.',
  })
}

/** How many tokens and invitations ended with a membership. */
type EndedMembership = Readonly<Record<'revoked_tokens' | 'revoked_invitations', number>>

/**
 * Ends a membership and revokes the user's tokens on the organization and the invitations they sent. Other credentials of the user lose the organization at
 * once, because policy reads memberships.
 * @throws AppError `conflict` for the owner.
 */
export async function endMembership(
  organization: Organization,
  { member, user }: Member,
  why: 'member_left' | 'member_removed',
  context: WriteContext,
): Promise<EndedMembership> {
  const { tx, services, principal } = context
  const now = services.now()
  assertNotOwner(organization, user)
  await tx.memberships.remove(member.id)
  const tokens = await tx.tokens.list('active', user.id)
  const own = tokens.filter(({ account_id }) => account_id === organization.id)
  const ended = await revokeTokens(tx, own, now)
  await auditEndedTokens(ended, why, context)
  const by = { by: principal.user, now }
  return {
    revoked_tokens: ended.length,
    revoked_invitations: await revokeInvitationsOf(tx, user, organization, by),
  }
}
