import { z } from 'zod'
import { findRoles } from '../../auth/policy/authorize.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import { ROLES } from '../../auth/policy/scopes.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** An account with the caller's roles (`2.3.has-access`, `5.5.*`). */
export const AccountView = z.object({
  account: z.string(),
  name: z.string(),
  kind: z.enum(['personal', 'organization']),
  has_access: z.boolean(),
  public: z.boolean(),
  roles: z.array(z.enum(ROLES)),
})

/** Builds the view of an account for the caller. */
export async function toAccountView(
  account: Frozen<AccountRecord>,
  principal: Principal,
  read: Reader,
): Promise<z.infer<typeof AccountView>> {
  const roles = await findRoles(principal, { kind: 'account', account, name: account.handle }, read)
  const { handle, name, kind, has_access } = account
  return {
    account: handle,
    name,
    kind,
    has_access,
    public: account.public,
    roles: ROLES.filter(role => roles.has(role)),
  }
}
