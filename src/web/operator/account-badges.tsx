import type { AccountRow } from '../../operator/accounts/row.ts'
import { findNearResources } from '../../tools/quota/view.ts'
import { t } from '../i18n/t.ts'

/** The states of an account that an operator should notice. */
export function AccountBadges({ row, me }: { readonly row: AccountRow; readonly me: string }) {
  const { account, person, has_access, quota, deleted_at } = row
  return (
    <>
      {account === me && <span class="badge good">{t('operator.badges.you')}</span>}
      {person?.operator === true && <span class="badge info">{t('operator.badges.operator')}</span>}
      {person?.suspended_at !== undefined && <span class="badge danger">{t('operator.badges.suspended')}</span>}
      {!has_access && <span class="badge warning">{t('operator.badges.read_only')}</span>}
      {findNearResources(quota).length > 0 && <span class="badge warning">{t('operator.badges.near_limit')}</span>}
      {row.public && <span class="badge info">{t('operator.badges.public')}</span>}
      {deleted_at !== undefined && <span class="badge danger">{t('operator.badges.deleted')}</span>}
    </>
  )
}
