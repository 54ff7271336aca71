import { SURFACES } from '../../tools/audit/view.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../forms/field.tsx'
import { type Options, Select } from '../forms/select.tsx'
import { requestPath, type Visit } from '../requests/visit.ts'
import { ACTION_LABELS } from './action-labels.ts'
import { SURFACE_LABELS } from './event-origin.ts'
import { parseAuditFilters } from './parse-filters.ts'
import { isQuickFilter } from './quick-filters.tsx'

const ACTION_OPTIONS: Options = [
  ['', 'All actions'],
  ...[...ACTION_LABELS].toSorted(([, one], [, other]) => one.localeCompare(other)),
]

const SURFACE_OPTIONS: Options = [['', 'All'], ...SURFACES.map(surface => [surface, SURFACE_LABELS[surface]] as const)]

interface FilterProps {
  readonly visit: Visit
  /** Whether events of several accounts are listed. */
  readonly hasAccounts: boolean
}

/** The form for all filters. They are in the URL, so that it can be bookmarked and shared. */
export function AuditFilter({ visit, hasAccounts }: FilterProps) {
  const filters = parseAuditFilters(visit, hasAccounts)
  const chosen = (name: string): string => filters[name] ?? ''
  const isChosen = Object.keys(filters).length > 0
  return (
    <details open={isChosen && !isQuickFilter(filters, visit.services.now())}>
      <summary>More filters</summary>
      <form method="get" action={requestPath(visit)} class="stack">
        <div class="filters">
          <Select name="action" label="Action" options={ACTION_OPTIONS} chosen={chosen('action')} />
          <Field name="user" label="User" hint="For example: ana" value={chosen('user')} maxlength={60} />
          {hasAccounts && (
            <Field name="account" label="Account" hint="For example: acme" value={chosen('account')} maxlength={60} />
          )}
          <Field
            name="target"
            label="Target"
            hint="For example: acme/website, or acme/*"
            value={chosen('target')}
            maxlength={200}
          />
          <Select name="surface" label="Through" options={SURFACE_OPTIONS} chosen={chosen('surface')} />
          <Field name="since" label="From (UTC)" kind="date" value={chosen('since')} />
          <Field name="until" label="To (UTC)" kind="date" value={chosen('until')} />
        </div>
        <div class="actions">
          <Button>Apply filters</Button>
          {isChosen && (
            <a class="button" href={requestPath(visit)}>
              Clear filters
            </a>
          )}
        </div>
      </form>
    </details>
  )
}
