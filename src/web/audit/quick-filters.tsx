import { daysBefore, toDay } from '../format/day.ts'
import { t } from '../i18n/t.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import { surfaceLabel } from './event-origin.ts'
import { parseAuditFilters } from './parse-filters.ts'

type Filters = Readonly<Record<string, string>>

interface FilterGroup {
  readonly label: string
  /** The filters that a choice of the group sets or removes. */
  readonly names: readonly string[]
  readonly choices: readonly (readonly [text: string, filters: Filters])[]
}

/** Each choice replaces the filters of its group and keeps all others. Days are in UTC. */
const listFilterGroups = (now: Date): readonly FilterGroup[] => [
  {
    label: t('audit.quick_filters.time'),
    names: ['since', 'until'],
    choices: [
      [t('audit.quick_filters.any_time'), {}],
      [t('audit.quick_filters.today'), { since: toDay(now) }],
      [t('audit.quick_filters.last_week'), { since: daysBefore(now, 6) }],
    ],
  },
  {
    label: t('audit.quick_filters.action'),
    names: ['action'],
    choices: [
      [t('audit.quick_filters.all_actions'), {}],
      [t('audit.quick_filters.sign_ins'), { action: 'sign_in' }],
    ],
  },
  {
    label: t('audit.quick_filters.source'),
    names: ['surface'],
    choices: [
      [t('audit.quick_filters.all_sources'), {}],
      ...(['web', 'mcp', 'rest'] as const).map(surface => [surfaceLabel(surface), { surface }] as const),
    ],
  },
]

/** Links to common filters in groups that combine; the current choice of each group is marked. */
export function QuickFilters({
  request,
  hasAccounts,
}: {
  readonly request: PageRequest
  readonly hasAccounts: boolean
}) {
  const filters = parseAuditFilters(request, hasAccounts)
  return (
    <nav class="quick-filters" aria-label={t('audit.quick_filters.label')}>
      {listFilterGroups(request.services.now()).map(group => (
        <div key={group.label} class="actions" role="group" aria-label={group.label}>
          {group.choices.map(([text, choice]) => (
            <a
              key={text}
              class="button small"
              href={choicePath(request, filters, group, choice)}
              aria-current={isChosen(filters, group, choice) ? 'true' : undefined}
            >
              {text}
            </a>
          ))}
        </div>
      ))}
    </nav>
  )
}

/** Returns whether the quick filters show every filter of the URL. */
export const areQuickFilters = (filters: Filters, now: Date): boolean => {
  const groups = listFilterGroups(now)
  const shown = groups.flatMap(({ names }) => names)
  return (
    Object.keys(filters).every(name => shown.includes(name)) &&
    groups.every(group => group.choices.some(([, choice]) => isChosen(filters, group, choice)))
  )
}

/** The parameters are in a fixed order, so that each combination has one address. */
function choicePath(request: PageRequest, filters: Filters, { names }: FilterGroup, choice: Filters): string {
  const kept = Object.entries(filters).filter(([name]) => !names.includes(name))
  const all = [...kept, ...Object.entries(choice)].toSorted(([one], [other]) => one.localeCompare(other))
  return all.length === 0 ? requestPath(request) : `${requestPath(request)}?${new URLSearchParams(all)}`
}

const isChosen = (filters: Filters, { names }: FilterGroup, choice: Filters): boolean =>
  names.every(name => filters[name] === choice[name])
