import { NON_TOOL_ACTIONS } from '../../auth/audit/events.ts'
import { AUDITED_TOOLS } from '../../tools/audit/actions.ts'
import { SURFACES } from '../../tools/audit/surfaces.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { daysBefore, toDay } from '../format/day.ts'
import { Field, type Options, Select } from '../forms/form.tsx'
import { isMessageKey } from '../i18n/catalog.ts'
import { currentLanguage } from '../i18n/current.ts'
import { t } from '../i18n/t.ts'
import { type PageRequest, requestPath, useRequest } from '../requests/page-request.ts'
import { surfaceLabel } from './event-row.tsx'

const FILTERS = ['action', 'user', 'target', 'surface', 'since', 'until'] as const

/** The filters in the URL, by parameter. Omits blank fields. */
export function parseAuditFilters({ query }: PageRequest, hasAccounts: boolean): Readonly<Record<string, string>> {
  const names = [...FILTERS, ...(hasAccounts ? ['account'] : [])]
  const given = names.map(name => [name, query.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

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
export function QuickFilters({ hasAccounts }: { readonly hasAccounts: boolean }) {
  const request = useRequest()
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
const areQuickFilters = (filters: Filters, now: Date): boolean => {
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

/** Every action of the audit log in the past tense: `Deleted project`. */
export const ACTION_LABELS: ReadonlyMap<string, string> = new Map([
  ...AUDITED_TOOLS.map(({ name, pastTense }) => [name, pastTense] as const),
  ...Object.entries(NON_TOOL_ACTIONS),
])

/** The action in the language of the page. */
export function actionLabel(action: string): string {
  const key = `audit.actions.${action.replace(' ', '_')}`
  return isMessageKey(key) ? t(key) : action
}

const listActions = (): Options => [
  ['', t('audit.filter.all_actions')],
  ...[...ACTION_LABELS.keys()]
    .map(action => [action, actionLabel(action)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, currentLanguage())),
]

const listSurfaces = (): Options => [
  ['', t('audit.filter.all_sources')],
  ...SURFACES.map(surface => [surface, surfaceLabel(surface)] as const),
]

interface FilterProps {
  /** Whether events of several accounts are listed. */
  readonly hasAccounts: boolean
}

const FILTER_DIALOG = 'filters'

/** The form for all filters, behind a button while the quick filters show them. */
export function AuditFilter({ hasAccounts }: FilterProps) {
  const request = useRequest()
  if (!areQuickFilters(parseAuditFilters(request, hasAccounts), request.services.now())) {
    return <FilterForm hasAccounts={hasAccounts} />
  }
  return (
    <div class="actions">
      <button type="button" class="button small" popovertarget={FILTER_DIALOG}>
        {t('audit.filter.more')}
      </button>
      <div id={FILTER_DIALOG} popover="auto" role="dialog" aria-labelledby={`${FILTER_DIALOG}-title`} class="dialog">
        <FilterForm hasAccounts={hasAccounts} isPopover />
      </div>
    </div>
  )
}

/** The filters are in the URL, so that it can be bookmarked and shared. */
function FilterForm({ hasAccounts, isPopover = false }: FilterProps & { readonly isPopover?: boolean }) {
  const request = useRequest()
  const filters = parseAuditFilters(request, hasAccounts)
  const chosen = (name: string): string => filters[name] ?? ''
  return (
    <form method="get" action={requestPath(request)} class="stack">
      <h2 id={`${FILTER_DIALOG}-title`}>{t('audit.filter.title')}</h2>
      <div class="filters">
        <Select name="action" label={t('audit.filter.action')} options={listActions()} chosen={chosen('action')} />
        <Field
          name="user"
          label={t('audit.filter.user')}
          hint={t('audit.filter.user_hint')}
          value={chosen('user')}
          maxlength={60}
        />
        {hasAccounts && (
          <Field
            name="account"
            label={t('audit.filter.account')}
            hint={t('audit.filter.account_hint')}
            value={chosen('account')}
            maxlength={60}
          />
        )}
        <Field
          name="target"
          label={t('audit.filter.target')}
          hint={t('audit.filter.target_hint')}
          value={chosen('target')}
          maxlength={200}
        />
        <Select name="surface" label={t('audit.filter.source')} options={listSurfaces()} chosen={chosen('surface')} />
        <Field name="since" label={t('audit.filter.since')} kind="date" value={chosen('since')} />
        <Field name="until" label={t('audit.filter.until')} kind="date" value={chosen('until')} />
      </div>
      <div class={isPopover ? 'actions end' : 'actions'}>
        {isPopover && (
          <button type="button" class="button" popovertarget={FILTER_DIALOG} popovertargetaction="hide">
            {t('audit.filter.cancel')}
          </button>
        )}
        {Object.keys(filters).length > 0 && (
          <ButtonLink href={requestPath(request)}>{t('audit.filter.clear')}</ButtonLink>
        )}
        <Button look={isPopover ? 'primary' : undefined}>{t('audit.filter.apply')}</Button>
      </div>
    </form>
  )
}
