import { type AuditView, SURFACES } from '../../tools/audit/view.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../forms/field.tsx'
import { type Options, Select } from '../forms/select.tsx'
import { requestPath, type Visit } from '../requests/visit.ts'
import { ACTION_LABELS } from './action-labels.ts'

const FILTERS = ['action', 'user', 'target', 'surface', 'since', 'until'] as const

/** What an address says of the events that are wanted; a field of the form that was left blank asks for nothing. */
export function parseAuditFilters({ query }: Visit, hasAccounts: boolean): Readonly<Record<string, string>> {
  const names = [...FILTERS, ...(hasAccounts ? ['account'] : [])]
  const given = names.map(name => [name, query.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

export const SURFACE_LABELS: Readonly<Record<AuditView['surface'], string>> = {
  mcp: 'MCP',
  rest: 'REST',
  stdio: 'stdio',
  cli: 'Command line',
  control: 'The machine itself',
  web: 'These pages',
  oauth: 'Authorization server',
}

const ACTION_OPTIONS: Options = [
  ['', 'Everything'],
  ...[...ACTION_LABELS].toSorted(([, one], [, other]) => one.localeCompare(other)),
]

const SURFACE_OPTIONS: Options = [
  ['', 'Everywhere'],
  ...SURFACES.map(surface => [surface, SURFACE_LABELS[surface]] as const),
]

interface FilterProps {
  readonly visit: Visit
  /** Whether events of several accounts are listed. */
  readonly hasAccounts: boolean
}

/** Chooses events; what is chosen stands in the address, so that it can be kept and sent to others. */
export function AuditFilter({ visit, hasAccounts }: FilterProps) {
  const filters = parseAuditFilters(visit, hasAccounts)
  const chosen = (name: string): string => filters[name] ?? ''
  const isChosen = Object.keys(filters).length > 0
  return (
    <details open={isChosen}>
      <summary>Filter</summary>
      <form method="get" action={requestPath(visit)} class="stack">
        <div class="filters">
          <Select name="action" label="What" options={ACTION_OPTIONS} chosen={chosen('action')} />
          <Field name="user" label="Who" hint="A handle" value={chosen('user')} maxlength={60} />
          {hasAccounts && (
            <Field name="account" label="In which account" hint="A handle" value={chosen('account')} maxlength={60} />
          )}
          <Field
            name="target"
            label="On what"
            hint="Such as acme/app; acme/* for all that begins so"
            value={chosen('target')}
            maxlength={200}
          />
          <Select name="surface" label="Where it came in" options={SURFACE_OPTIONS} chosen={chosen('surface')} />
          <Field name="since" label="From (UTC)" kind="date" value={chosen('since')} />
          <Field name="until" label="To (UTC)" kind="date" value={chosen('until')} />
        </div>
        <div class="actions">
          <Button>Show</Button>
          {isChosen && (
            <a class="button" href={requestPath(visit)}>
              Show everything
            </a>
          )}
        </div>
      </form>
    </details>
  )
}
