import type { ComponentChildren } from 'preact'
import { CHECK_IDS } from '../../../l10n/checks/registry.ts'
import { StateMark } from '../../components/marks/state-mark.tsx'
import { checkName } from '../../findings/translate.ts'
import { numberFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import { localeName } from '../locale-name.ts'
import { Icon } from '../marks.tsx'
import {
  ALL_LOCALES,
  type FilterName,
  type Filters,
  findsTranslations,
  listActive,
  listPath,
  MAX_SEARCH_UNITS,
  STATES,
  searchedText,
  toParameter,
  toQuery,
} from './filters.ts'

/** What the strip chooses from, and the counts beside it. */
export interface FilterChoices {
  readonly project: string
  readonly locales: readonly string[]
  /** The paths of the first files. */
  readonly files: readonly string[]
  /** How many strings a filter finds, where an index knows. */
  readonly counts: Readonly<Partial<Record<string, number>>>
}

interface FilterStripProps extends FilterChoices {
  readonly filters: Filters
  readonly locale: string
  readonly mainBranch: string
}

/** The filters of the list: the locale and the file in a form, active filters as links that remove them, others to add. */
export function FilterStrip({ filters, locale, mainBranch, ...choices }: FilterStripProps) {
  const { project, locales, files, counts } = choices
  const active = listActive(filters)
  const without = (name: FilterName): Filters => ({ ...filters, [name]: undefined })
  const isKnownFile = filters.file === undefined || files.includes(filters.file)
  return (
    <search class="se-strip" aria-label={t('strings.filters.title')}>
      <form class="se-picks" method="get" action={`/p/${project}/strings`} data-submit-on-change>
        {active.map(
          name =>
            filters[name] !== undefined && name !== 'q' && <Kept name={name} value={toParameter(filters[name])} />,
        )}
        {filters.branch !== undefined && <Kept name="branch" value={filters.branch} />}
        <label class="se-pick">
          <span class="unseen">{t('strings.filters.locale')}</span>
          <select name="locale">
            {locales.length > 1 && findsTranslations(filters) && (
              <option value={ALL_LOCALES} selected={locale === ALL_LOCALES}>
                {t('strings.filters.all_locales')}
              </option>
            )}
            {locales.map(one => (
              <option key={one} value={one} selected={one === locale} lang={one}>
                {localeName(one) === undefined ? one : `${localeName(one)} · ${one}`}
              </option>
            ))}
          </select>
        </label>
        <label class="se-pick se-file">
          <span class="unseen">{t('strings.filters.file')}</span>
          <select name="file">
            <option value="">{t('strings.filters.all_files')}</option>
            {!isKnownFile && (
              <option value={filters.file} selected>
                {filters.file}
              </option>
            )}
            {files.map(file => (
              <option key={file} value={file} selected={file === filters.file}>
                {file}
              </option>
            ))}
          </select>
        </label>
        <label class="se-find">
          <span class="unseen">{t('strings.filters.search')}</span>
          <input
            type="search"
            name="q"
            value={filters.q}
            maxlength={MAX_SEARCH_UNITS}
            placeholder={t('strings.filters.search')}
            data-search
          />
          <kbd aria-hidden="true">/</kbd>
        </label>
        <button type="submit" class="button small" data-no-script>
          {t('strings.filters.apply')}
        </button>
      </form>
      <div class="se-chips">
        {filters.branch !== undefined && (
          <span class="se-chip">{t('strings.filters.branch', { branch: filters.branch })}</span>
        )}
        {active.map(name => (
          <a key={name} class="se-chip on" href={listPath(project, without(name), locale)}>
            <Described name={name} filters={filters} />
            {counts[countName(name, filters)] !== undefined && active.length === 1 && filters.file === undefined && (
              <span class="num">{numberFormat().format(counts[countName(name, filters)] ?? 0)}</span>
            )}
            <span class="unseen">{t('strings.filters.remove')}</span>
            <Icon name="close" />
          </a>
        ))}
        <details class="se-add" data-closes>
          <summary class="se-chip">{t('strings.filters.add')}</summary>
          <Additions {...choices} filters={filters} locale={locale} />
        </details>
      </div>
      {filters.branch === undefined && (
        <span class="unseen">{t('strings.filters.branch', { branch: mainBranch })}</span>
      )}
    </search>
  )
}

const Kept = ({ name, value }: { readonly name: string; readonly value: string | undefined }) => (
  <input type="hidden" name={name} value={value} />
)

/** The name of the count of a filter: of a state or finding its value, else the filter. */
const countName = (name: FilterName, filters: Filters): string =>
  name === 'state'
    ? (toParameter(filters.state) ?? '')
    : name === 'work'
      ? (filters.work ?? '')
      : name === 'finding'
        ? (filters.finding ?? '')
        : name

function Described({ name, filters }: { readonly name: FilterName; readonly filters: Filters }): ComponentChildren {
  if (name === 'state') return filters.state?.flatMap(state => [<StateMark key={state} state={state} />, ' '])
  if (name === 'work' && filters.work !== undefined) return t(`strings.filters.work.${filters.work}`)
  if (name === 'q') return t('strings.filters.contains', { text: searchedText(filters.q ?? '') })
  if (name === 'tag') return t('strings.filters.tagged', { tag: filters.tag ?? '' })
  if (name === 'request' && filters.request !== undefined) return t(`strings.filters.request.${filters.request}`)
  if (name === 'finding') return describeFinding(filters.finding ?? '')
  if (name === 'stale' || name === 'conflict' || name === 'suggested' || name === 'outdated_voice')
    return t(`strings.filters.${name}`)
  return null
}

const GROUPS = ['any', 'error', 'warning', 'info'] as const

function describeFinding(finding: string): ComponentChildren {
  const group = GROUPS.find(one => one === finding)
  return group === undefined ? checkName(finding) : t(`strings.filters.finding.${group}`)
}

function Additions({ project, counts, filters, locale }: FilterChoices & Pick<FilterStripProps, 'filters' | 'locale'>) {
  const additions: readonly Filters[] = [
    ...STATES.map(state => ({ state: [state] })),
    { state: ['translated', 'approved'] },
    { work: 'left' },
    { work: 'done' },
    { stale: true },
    { finding: 'error' },
    { finding: 'warning' },
    { suggested: true },
    { conflict: true },
    { request: 'open' },
    { request: 'answered' },
    { outdated_voice: true },
  ]
  return (
    <div class="se-menu">
      <ul>
        {additions.map(addition => {
          const [name] = listActive(addition)
          if (name === undefined) return null
          const count = counts[countName(name, addition)]
          return (
            <li key={JSON.stringify(addition)}>
              <a href={listPath(project, { ...filters, ...addition }, locale)}>
                <span>
                  <Described name={name} filters={addition} />
                </span>
                {count !== undefined && <span class="num quiet">{numberFormat().format(count)}</span>}
              </a>
            </li>
          )
        })}
      </ul>
      <form method="get" action={`/p/${project}/strings`}>
        {[...new URLSearchParams(toQuery({ ...filters, tag: undefined, finding: undefined }, { locale }))].map(
          ([name, value]) => (
            <Kept key={name} name={name} value={value} />
          ),
        )}
        <label>
          <span>{t('strings.filters.tag')}</span>
          <input name="tag" maxlength={200} value={filters.tag} />
        </label>
        <label>
          <span>{t('strings.filters.check')}</span>
          <select name="finding">
            <option value="" />
            {GROUPS.map(group => (
              <option key={group} value={group} selected={group === filters.finding}>
                {t(`strings.filters.finding.${group}`)}
              </option>
            ))}
            {CHECK_IDS.map(id => (
              <option key={id} value={id} selected={id === filters.finding}>
                {checkName(id)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button small">
          {t('strings.filters.apply')}
        </button>
      </form>
    </div>
  )
}
