import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, MembershipRecord, UserRecord } from '../../store/records/identity.ts'

/** A member of an organization. `since`: when they joined, RFC 3339. */
export const MemberView = z.object({
  user: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member']),
  since: z.string(),
})

export type MemberView = z.infer<typeof MemberView>

export function toMemberView(
  { role, created_at }: Frozen<MembershipRecord>,
  user: Frozen<UserRecord>,
  { owner_id }: Pick<Frozen<AccountRecord>, 'owner_id'>,
): MemberView {
  return {
    user: user.handle,
    name: user.name,
    role: owner_id === user.id ? 'owner' : role,
    since: created_at,
  }
}
