import { listAccounts } from '../../operator/accounts/list.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { type Overview, overview } from '../../operator/overview.ts'
import { formatBytes } from '../../tools/quota/limits.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { formatLocalAmount } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { Facts } from '../forms/facts.tsx'
import { Field, Select } from '../forms/form.tsx'
import { isMessageKey } from '../i18n/catalog.ts'
import { listFormat, unitListFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { stripFlash } from '../requests/flash.ts'
import { type Route, type SignedInRequest, useRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { AccountsTable } from './accounts-table.tsx'
import { NEW_SIGN_IN_LINK_PATH, OPERATOR_PATH } from './paths.ts'
import { runOperatorAction } from './run-action.ts'

/** Keeps a page below 50 kB. */
const PAGE_ROWS = 25

/** The list of all accounts, for operators. */
export const operatorRoute: Route = {
  path: OPERATOR_PATH,
  get: withSession(async request => {
    const { query } = request
    const input = {
      limit: PAGE_ROWS,
      cursor: query.get('cursor') ?? undefined,
      kind: query.get('kind') || undefined,
      starting_with: query.get('starting_with') ?? undefined,
    }
    const { store, heap, operators } = await runOperatorAction(request, overview, {})
    const { accounts, next_cursor: next } = await runOperatorAction(request, listAccounts, input)
    const props = { request, store, heap, operators, accounts, next }
    sendPage(request, { title: t('operator.overview.title'), body: <OperatorPage {...props} /> })
  }),
}

interface OperatorPageProps extends Overview {
  readonly request: SignedInRequest
  readonly accounts: readonly AccountRow[]
  readonly next: string | undefined
}

/** All accounts, the operators, and the state of the server. */
function OperatorPage({ request, store, heap, operators, accounts, next }: OperatorPageProps) {
  const filters = stripFlash(request.query)
  return (
    <OperatorFrame here="accounts">
      {!store.writable && (
        <Notice kind="danger" title={t('operator.store.read_only_title')}>
          {store.reason !== undefined && <p>{store.reason}</p>}
        </Notice>
      )}
      {heap.level !== 'normal' && (
        <Notice
          kind={heap.level === 'full' ? 'danger' : 'warning'}
          title={heap.level === 'full' ? t('operator.memory.full') : t('operator.memory.low')}
        >
          <p>
            {rich('operator.memory.advice', {
              memory: describeHeap(heap),
              percent: heap.max_percent,
              command: <code>{getCommandLine(request)('doctor')}</code>,
            })}
          </p>
        </Notice>
      )}
      <section class="card">
        <div class="split">
          <h2>{t('operator.accounts.title')}</h2>
          <ButtonLink href={NEW_SIGN_IN_LINK_PATH} small>
            {t('operator.accounts.create')}
          </ButtonLink>
        </div>
        <Search filters={filters} />
        {accounts.length === 0 ? (
          <p>{t('operator.accounts.none')}</p>
        ) : (
          <AccountsTable accounts={accounts} me={request.signedIn.user.handle} />
        )}
        <Paging noun="accounts" next={next} />
      </section>
      <Operators operators={operators} />
      <ServerFacts store={store} heap={heap} />
    </OperatorFrame>
  )
}

const listKinds = () =>
  [
    ['', t('operator.search.kinds.all')],
    ['personal', t('operator.search.kinds.users')],
    ['organization', t('operator.search.kinds.organizations')],
  ] as const

function Search({ filters }: { readonly filters: URLSearchParams }) {
  const [handle, kind] = [filters.get('starting_with') ?? '', filters.get('kind') ?? '']
  return (
    <form method="get" action={OPERATOR_PATH} class="account-search" role="search">
      <Field name="starting_with" label={t('operator.search.handle')} value={handle} maxlength={60} />
      <Select name="kind" label={t('operator.search.type')} options={listKinds()} chosen={kind} />
      <div class="actions">
        <Button>{t('operator.search.submit')}</Button>
        {(handle !== '' || kind !== '') && <ButtonLink href={OPERATOR_PATH}>{t('operator.search.clear')}</ButtonLink>}
      </div>
    </form>
  )
}

const listOperatorColumns = () =>
  [
    { heading: t('operator.operators.columns.user') },
    { heading: t('operator.operators.columns.ways') },
    { heading: t('operator.operators.columns.created'), kind: 'wide' },
  ] as const

function describeWays(providers: readonly string[], passkeys: number): string {
  const ways = passkeys === 0 ? providers : [...providers, t('passkeys.title')]
  return ways.length === 0 ? t('operator.operators.links_only') : listFormat().format(ways)
}

function Operators({ operators }: Pick<OperatorPageProps, 'operators'>) {
  const request = useRequest()
  return (
    <section class="card">
      <h2>{t('operator.operators.title')}</h2>
      <DataTable label={t('operator.operators.title')} columns={listOperatorColumns()}>
        {operators.map(({ handle, signs_in_by, passkeys, since, suspended_at }) => (
          <tr key={handle}>
            <th scope="row">
              <span class="name">
                {handle}
                {suspended_at !== undefined && <span class="badge danger">{t('operator.operators.suspended')}</span>}
              </span>
            </th>
            <td>{describeWays(signs_in_by, passkeys)}</td>
            <td class="wide">
              <Time at={since} />
            </td>
          </tr>
        ))}
      </DataTable>
      <p class="hint">
        {rich('operator.operators.advice', {
          user: request.services.auth.machineHandle,
          command: <code>{getCommandLine(request)('login-link --operator')}</code>,
          variable: <code>DRAGOMAN_OPERATORS</code>,
        })}
      </p>
    </section>
  )
}

const describeHeap = ({ used_bytes, limit_bytes, percent }: Overview['heap']): string =>
  t('operator.server.heap', {
    used: formatLocalAmount(formatBytes(used_bytes)),
    limit: formatLocalAmount(formatBytes(limit_bytes)),
    share: percent / 100,
  })

function listRecords(counts: Overview['store']['counts']): readonly string[] {
  return Object.entries(counts).flatMap(([table, count]) => {
    const key = `operator.records.${table}`
    return count === 0 ? [] : [t('operator.server.record', { name: isMessageKey(key) ? t(key) : table, count })]
  })
}

function ServerFacts({ store: { engine, writable, counts }, heap }: Pick<Overview, 'store' | 'heap'>) {
  return (
    <section class="card">
      <h2>{t('operator.server.title')}</h2>
      <Facts
        of={{
          [t('operator.server.store')]: t(writable ? 'operator.server.writable' : 'operator.server.read_only', {
            engine,
          }),
          [t('operator.server.memory')]: describeHeap(heap),
          [t('operator.server.records')]:
            unitListFormat().format(listRecords(counts)) || t('operator.server.no_records'),
        }}
      />
    </section>
  )
}
