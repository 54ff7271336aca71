import type { SignedIn } from '../../auth/users/sessions.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import type { Overview } from '../../operator/overview.ts'
import { formatRecordCounts } from '../../operator/record-counts.ts'
import { formatHeap } from '../../tools/quota/heap-guard.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { Time } from '../format/time.tsx'
import { Field } from '../forms/field.tsx'
import { Select } from '../forms/select.tsx'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { stripFlash } from '../requests/flash.ts'
import type { Visit } from '../requests/visit.ts'
import { AccountsTable } from './accounts-table.tsx'
import { NEW_SIGN_IN_LINK_PATH, OPERATOR_PATH } from './paths.ts'

interface OperatorPageProps extends Overview {
  readonly visit: Visit
  readonly signedIn: SignedIn
  readonly accounts: readonly AccountRow[]
  readonly next: string | undefined
}

/** All accounts, the operators, and the state of the server. */
export function OperatorPage({ visit, signedIn, store, heap, operators, accounts, next }: OperatorPageProps) {
  const filters = stripFlash(visit.query)
  return (
    <OperatorFrame visit={visit} here="accounts">
      {!store.writable && (
        <Notice kind="danger" title="The store is read-only">
          {store.reason !== undefined && <p>{store.reason}</p>}
        </Notice>
      )}
      {heap.level !== 'normal' && (
        <Notice
          kind={heap.level === 'full' ? 'danger' : 'warning'}
          title={heap.level === 'full' ? 'Out of memory: nothing can be added' : 'Memory is running low'}
        >
          <p>
            {formatHeap(heap)}. From {heap.max_percent} % on, writes that add records are refused. To see what to do,
            run <code>{getCommandLine(visit)('doctor')}</code> on the server.
          </p>
        </Notice>
      )}
      <section class="card">
        <div class="split">
          <h2>Accounts</h2>
          <ButtonLink href={NEW_SIGN_IN_LINK_PATH} small>
            Create user or sign-in link
          </ButtonLink>
        </div>
        <Search filters={filters} />
        {accounts.length === 0 ? (
          <p>No accounts match.</p>
        ) : (
          <AccountsTable accounts={accounts} me={signedIn.user.handle} now={visit.services.now()} />
        )}
        <Paging visit={visit} noun="accounts" next={next} />
      </section>
      <Operators visit={visit} operators={operators} />
      <ServerFacts store={store} heap={heap} />
    </OperatorFrame>
  )
}

const KINDS = [
  ['', 'All'],
  ['personal', 'Users'],
  ['organization', 'Organizations'],
] as const

function Search({ filters }: { readonly filters: URLSearchParams }) {
  const [handle, kind] = [filters.get('starting_with') ?? '', filters.get('kind') ?? '']
  return (
    <form method="get" action={OPERATOR_PATH} class="account-search" role="search">
      <Field name="starting_with" label="Handle starts with" value={handle} maxlength={60} />
      <Select name="kind" label="Type" options={KINDS} chosen={kind} />
      <div class="actions">
        <Button>Search</Button>
        {(handle !== '' || kind !== '') && <ButtonLink href={OPERATOR_PATH}>Clear</ButtonLink>}
      </div>
    </form>
  )
}

const OPERATOR_COLUMNS = [
  { heading: 'User' },
  { heading: 'Signs in with' },
  { heading: 'Created', kind: 'wide' },
] as const

function Operators({ visit, operators }: Pick<OperatorPageProps, 'visit' | 'operators'>) {
  return (
    <section class="card">
      <h2>Operators</h2>
      <DataTable label="Operators" columns={OPERATOR_COLUMNS}>
        {operators.map(({ handle, signs_in_by: ways, since, suspended_at }) => (
          <tr key={handle}>
            <th scope="row">
              <span class="name">
                {handle}
                {suspended_at !== undefined && <span class="badge danger">Suspended</span>}
              </span>
            </th>
            <td>{ways.length === 0 ? 'Sign-in links only' : ways.join(', ')}</td>
            <td class="wide">
              <Time at={since} now={visit.services.now()} />
            </td>
          </tr>
        ))}
      </DataTable>
      <p class="hint">
        To make {visit.services.auth.machineHandle} an operator, run{' '}
        <code>{getCommandLine(visit)('login-link --operator')}</code> on the server. Set <code>DRAGOMAN_OPERATORS</code>{' '}
        for operators who sign in with a provider.
      </p>
    </section>
  )
}

function ServerFacts({ store: { engine, writable, counts }, heap }: Pick<Overview, 'store' | 'heap'>) {
  return (
    <section class="card">
      <h2>Server</h2>
      <dl class="facts">
        <dt>Store</dt>
        <dd>
          {engine}, {writable ? 'writable' : 'read-only'}
        </dd>
        <dt>Memory</dt>
        <dd>{formatHeap(heap)}</dd>
        <dt>Records</dt>
        <dd>{formatRecordCounts(counts) || 'None'}</dd>
      </dl>
    </section>
  )
}
