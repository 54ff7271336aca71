import type { AccountRow } from '../../operator/accounts/row.ts'
import { formatAmount } from '../../tools/quota/limits.ts'
import { DataTable } from '../components/data-table.tsx'
import { formatCount } from '../format/count.ts'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import { AccountBadges } from './account-badges.tsx'
import { accountPath } from './paths.ts'

interface AccountsTableProps {
  readonly accounts: readonly AccountRow[]
  /** Handle of the operator. */
  readonly me: string
  readonly now: Date
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
export function AccountsTable({ accounts, me, now }: AccountsTableProps) {
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
          <td class="wide">{row.person !== undefined && <Time at={row.person.last_sign_in_at} now={now} />}</td>
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
