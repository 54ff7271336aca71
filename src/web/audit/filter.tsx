import { SURFACES } from '../../tools/audit/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Field } from '../forms/field.tsx'
import { type Options, Select } from '../forms/select.tsx'
import { requestPath, type Visit } from '../requests/visit.ts'
import { ACTION_LABELS } from './action-labels.ts'
import { SURFACE_LABELS } from './event-origin.ts'
import { parseAuditFilters } from './parse-filters.ts'
import { areQuickFilters } from './quick-filters.tsx'

const ACTION_OPTIONS: Options = [
  ['', 'All actions'],
  ...[...ACTION_LABELS].toSorted(([, one], [, other]) => one.localeCompare(other)),
]

const SURFACE_OPTIONS: Options = [
  ['', 'All sources'],
  ...SURFACES.map(surface => [surface, SURFACE_LABELS[surface]] as const),
]

interface FilterProps {
  readonly visit: Visit
  /** Whether events of several accounts are listed. */
  readonly hasAccounts: boolean
}

const FILTER_DIALOG = 'filters'

/** The form for all filters, behind a button while the quick filters show them. */
export function AuditFilter({ visit, hasAccounts }: FilterProps) {
  if (!areQuickFilters(parseAuditFilters(visit, hasAccounts), visit.services.now())) {
    return <FilterForm visit={visit} hasAccounts={hasAccounts} />
  }
  return (
    <div class="actions">
      <button type="button" class="button small" popovertarget={FILTER_DIALOG}>
        More filters
      </button>
      <div id={FILTER_DIALOG} popover="auto" role="dialog" aria-labelledby={`${FILTER_DIALOG}-title`} class="dialog">
        <FilterForm visit={visit} hasAccounts={hasAccounts} isPopover />
      </div>
    </div>
  )
}

/** The filters are in the URL, so that it can be bookmarked and shared. */
function FilterForm({ visit, hasAccounts, isPopover = false }: FilterProps & { readonly isPopover?: boolean }) {
  const filters = parseAuditFilters(visit, hasAccounts)
  const chosen = (name: string): string => filters[name] ?? ''
  return (
    <form method="get" action={requestPath(visit)} class="stack">
      <h2 id={`${FILTER_DIALOG}-title`}>Filters</h2>
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
        <Select name="surface" label="Source" options={SURFACE_OPTIONS} chosen={chosen('surface')} />
        <Field name="since" label="From (UTC)" kind="date" value={chosen('since')} />
        <Field name="until" label="To (UTC)" kind="date" value={chosen('until')} />
      </div>
      <div class={isPopover ? 'actions end' : 'actions'}>
        {isPopover && (
          <button type="button" class="button" popovertarget={FILTER_DIALOG} popovertargetaction="hide">
            Cancel
          </button>
        )}
        {Object.keys(filters).length > 0 && <ButtonLink href={requestPath(visit)}>Clear filters</ButtonLink>}
        <Button look={isPopover ? 'primary' : undefined}>Apply filters</Button>
      </div>
    </form>
  )
}
