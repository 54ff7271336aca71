import type { AccountRow } from '../../operator/accounts/row.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { formatAmount } from '../../tools/quota/limits.ts'
import { DataTable } from '../components/data-table.tsx'
import { formatCount } from '../format/count.ts'
import { Time } from '../format/time.tsx'
import { AccountBadges } from './account-badges.tsx'
import { accountPath } from './paths.ts'

interface AccountsTableProps {
  readonly accounts: readonly AccountRow[]
  /** Handle of the operator. */
  readonly me: string
  readonly now: Date
}

const COLUMNS = [
  { heading: 'Account' },
  { heading: 'Strings', kind: 'number' },
  { heading: 'Tokens', kind: 'wide number' },
  { heading: 'Last sign-in', kind: 'wide' },
  { heading: 'Actions', kind: 'actions' },
] as const

/** The accounts of the server, each with a link to its page. */
export function AccountsTable({ accounts, me, now }: AccountsTableProps) {
  return (
    <DataTable label="Accounts" columns={COLUMNS}>
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
                ? 'User'
                : `Organization of ${row.owner}, ${pluralize(row.members ?? 0, 'member')}`}
            </span>
          </th>
          <td class="number">{formatAmount('strings', row.quota.used.strings)}</td>
          <td class="wide number">{formatCount(row.tokens)}</td>
          <td class="wide">{row.person !== undefined && <Time at={row.person.last_sign_in_at} now={now} />}</td>
          <td class="actions">
            <a class="button small" href={accountPath(row.account)} aria-label={`Manage ${row.account}`}>
              Manage
            </a>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
