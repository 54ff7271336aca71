import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { TokenRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reach } from './principal.ts'

/** The accounts that a grant currently reaches. */
export const getGrantReach = ({ accounts }: Pick<Frozen<GrantRecord>, 'accounts'>): Reach =>
  accounts === 'all' ? 'all' : toReach(accounts)

/** The accounts that an account token reaches: its own limit and, if a grant created it, also the current limit of the grant. */
export function getTokenReach(
  { account_id, accounts }: Frozen<TokenRecord>,
  user: Pick<Frozen<UserRecord>, 'account_id'>,
  grant: Frozen<GrantRecord> | undefined,
): Reach {
  const owned = account_id === user.account_id ? accounts : [account_id]
  const own = owned === undefined ? 'all' : toReach(owned)
  return grant === undefined ? own : intersectReach(own, getGrantReach(grant))
}

export const isWithinReach = (reach: Reach, bound: Reach): boolean =>
  bound === 'all' || (reach !== 'all' && [...reach.accounts].every(id => bound.accounts.has(id)))

const toReach = (accounts: readonly string[]): Reach => ({ accounts: new Set(accounts) })

function intersectReach(one: Reach, other: Reach): Reach {
  if (one === 'all' || other === 'all') return one === 'all' ? other : one
  return toReach([...one.accounts].filter(id => other.accounts.has(id)))
}
