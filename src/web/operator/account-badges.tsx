import type { AccountRow } from '../../operator/accounts/row.ts'
import { findNearResources } from '../../tools/quota/view.ts'

/** The states of an account that an operator should notice. */
export function AccountBadges({ row, me }: { readonly row: AccountRow; readonly me: string }) {
  const { account, person, has_access, quota, deleted_at } = row
  return (
    <>
      {account === me && <span class="badge good">You</span>}
      {person?.operator === true && <span class="badge info">Operator</span>}
      {person?.suspended_at !== undefined && <span class="badge danger">Suspended</span>}
      {!has_access && <span class="badge warning">Read-only</span>}
      {findNearResources(quota).length > 0 && <span class="badge warning">Near the limit</span>}
      {row.public && <span class="badge info">Public</span>}
      {deleted_at !== undefined && <span class="badge danger">Deleted</span>}
    </>
  )
}
