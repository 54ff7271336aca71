import type { SignedIn } from '../../auth/users/sessions.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import type { Overview } from '../../operator/overview.ts'
import { formatHeap } from '../../tools/quota/heap-guard.ts'
import { Button } from '../components/button.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { Time } from '../format/time.tsx'
import { Field } from '../forms/field.tsx'
import { Select } from '../forms/select.tsx'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { stripFlash } from '../requests/flash.ts'
import type { Visit } from '../requests/visit.ts'
import { AccountItem } from './account-item.tsx'

interface OperatorPageProps extends Overview {
  readonly visit: Visit
  readonly signedIn: SignedIn
  readonly accounts: readonly AccountRow[]
  readonly next: string | undefined
  /** What was done just before. */
  readonly flash: string | undefined
}

/** How the service does, who operates it, and every account with what an operator can change of it. */
export function OperatorPage({ visit, signedIn, store, heap, operators, accounts, next, flash }: OperatorPageProps) {
  const filters = stripFlash(visit.query)
  return (
    <OperatorFrame visit={visit} here="accounts">
      {flash !== undefined && <Notice kind="good" title={flash} />}
      {!store.writable && (
        <Notice kind="danger" title="Nothing can be written now">
          <p>{store.reason ?? 'The store does not say why.'} Reading goes on.</p>
        </Notice>
      )}
      {heap.level !== 'normal' && (
        <Notice
          kind={heap.level === 'full' ? 'danger' : 'warning'}
          title={heap.level === 'full' ? 'Out of memory: nothing can be added' : 'Memory is getting short'}
        >
          <p>
            {formatHeap(heap)}. From {heap.max_percent} % on, writes that add records are refused. To see what to do,
            run <code>{getCommandLine(visit)('doctor')}</code> on the server.
          </p>
        </Notice>
      )}
      <section class="card">
        <h2>Accounts</h2>
        <Search filters={filters} />
        <FreshSignInNotice
          visit={visit}
          what="A change needs"
          first="change something here"
          back={operatorPath(filters)}
        />
        {accounts.length === 0 ? (
          <p>No account is like that.</p>
        ) : (
          <ul class="rows">
            {accounts.map(row => (
              <AccountItem key={row.account} visit={visit} row={row} me={signedIn.user.handle} />
            ))}
          </ul>
        )}
        <Paging visit={visit} noun="accounts" next={next} />
      </section>
      <Operators visit={visit} operators={operators} />
      <StoreFacts store={store} heap={heap} />
    </OperatorFrame>
  )
}

const operatorPath = (query: URLSearchParams): string => (query.size === 0 ? '/operator' : `/operator?${query}`)

const KINDS = [
  ['', 'All'],
  ['personal', 'People'],
  ['organization', 'Organizations'],
] as const

function Search({ filters }: { readonly filters: URLSearchParams }) {
  return (
    <form method="get" action="/operator" class="account-search">
      <Field
        name="starting_with"
        label="Handle begins with"
        value={filters.get('starting_with') ?? ''}
        maxlength={60}
      />
      <Select name="kind" label="Kind" options={KINDS} chosen={filters.get('kind') ?? ''} />
      <Button>Search</Button>
    </form>
  )
}

function Operators({ visit, operators }: Pick<OperatorPageProps, 'visit' | 'operators'>) {
  return (
    <section class="card">
      <h2>Who operates</h2>
      <ul class="rows">
        {operators.map(({ handle, signs_in_by: ways, since, suspended_at }) => (
          <li key={handle}>
            <div>
              <span class="name">
                {handle}
                {suspended_at !== undefined && <span class="badge danger">Suspended</span>}
              </span>
              <span class="hint">
                Here since <Time at={since} now={visit.services.now()} />, signs in{' '}
                {ways.length === 0 ? 'by links alone' : `as ${ways.join(' and as ')}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <p class="hint">
        To make {visit.services.auth.machineHandle} an operator, run{' '}
        <code>{getCommandLine(visit)('login-link --operator')}</code> on the server. <code>DRAGOMAN_OPERATORS</code>{' '}
        names operators who sign in through a provider.
      </p>
    </section>
  )
}

function StoreFacts({ store: { engine, writable, counts }, heap }: Pick<Overview, 'store' | 'heap'>) {
  const kept = Object.entries(counts).filter(([, count]) => count > 0)
  return (
    <section class="card">
      <h2>Store</h2>
      <dl class="facts">
        <dt>State</dt>
        <dd>{writable ? 'Reads and writes' : 'Reads only'}</dd>
        <dt>Engine</dt>
        <dd>{engine}</dd>
        <dt>Memory</dt>
        <dd>{formatHeap(heap)}</dd>
        <dt>Records</dt>
        <dd>{kept.map(([name, count]) => `${name.replaceAll('_', ' ')}: ${count}`).join(', ') || 'None'}</dd>
      </dl>
    </section>
  )
}
