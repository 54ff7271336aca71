import type { AccountRow } from '../../operator/accounts/row.ts'
import { formatAmount } from '../../tools/quota/limits.ts'
import { findNearResources } from '../../tools/quota/view.ts'
import { DataTable } from '../components/data-table.tsx'
import { formatCount } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import { accountPath } from './paths.ts'

interface AccountsTableProps {
  readonly accounts: readonly AccountRow[]
  /** Handle of the operator. */
  readonly me: string
}

const listColumns = () =>
  [
    { heading: t('operator.accounts.columns.account') },
    { heading: t('operator.accounts.columns.strings'), kind: 'number' },
    { heading: t('operator.accounts.columns.tokens'), kind: 'wide number' },
    { heading: t('operator.accounts.columns.last_sign_in'), kind: 'wide' },
    { heading: t('operator.accounts.columns.actions'), kind: 'actions' },
  ] as const

/** The accounts of the server, each with a link to its page. */
export function AccountsTable({ accounts, me }: AccountsTableProps) {
  return (
    <DataTable label={t('operator.accounts.title')} columns={listColumns()}>
      {accounts.map(row => (
        <tr key={row.account}>
          <th scope="row">
            <span class="name">
              <bdi>{row.name}</bdi>
              {row.name !== row.account && <code>{row.account}</code>}
              <AccountBadges row={row} me={me} />
            </span>
            <span class="hint">
              {row.kind === 'personal'
                ? t('operator.accounts.user')
                : t('operator.accounts.organization', { owner: row.owner ?? '', members: row.members ?? 0 })}
            </span>
          </th>
          <td class="number">{formatAmount('strings', row.quota.used.strings)}</td>
          <td class="wide number">{formatCount(row.tokens)}</td>
          <td class="wide">{row.person !== undefined && <Time at={row.person.last_sign_in_at} />}</td>
          <td class="actions">
            <a
              class="button small"
              href={accountPath(row.account)}
              aria-label={t('operator.accounts.manage_account', { account: row.account })}
            >
              {t('operator.accounts.manage')}
            </a>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

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
