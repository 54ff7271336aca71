import { ASSETS } from '../../assets/manifest.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { stripFlash } from '../../requests/flash.ts'
import { type PageRequest, requestPath } from '../../requests/page-request.ts'
import { hasLetterKeys, KeyHints } from '../key-hints.tsx'
import { type FilterChoices, FilterStrip } from './filter-strip.tsx'
import { ALL_LOCALES, editorPath, type Filters, listActive, listPath, MAX_SEARCH_UNITS } from './filters.ts'
import { ListPane } from './list-pane.tsx'
import type { StringList } from './list-row.ts'

interface StringListPageProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly filters: Filters
  readonly locale: string
  readonly list: StringList
  readonly choices: FilterChoices
}

/** The strings of a project by filter, and what they are in a locale. */
export function StringListPage({ request, project, filters, locale, list, choices }: StringListPageProps) {
  const { name, record } = project
  const { entries, next_cursor: next } = list
  return (
    <div class="se se-only-list" data-strings data-letters={hasLetterKeys(request) ? undefined : 'off'}>
      <h1 class="unseen">{titleList(locale)}</h1>
      <FilterStrip {...choices} filters={filters} locale={locale} mainBranch={record.main_branch} />
      <ListPane
        rows={entries}
        label={t('strings.list.title')}
        head={
          <>
            <span>{describeCount(entries.length, locale, next !== undefined || request.query.has('cursor'))}</span>
            {filters.q !== undefined && filters.q.length > MAX_SEARCH_UNITS && (
              <strong>{t('strings.list.cut', { max: MAX_SEARCH_UNITS })}</strong>
            )}
          </>
        }
        locale={locale}
        sourceLocale={record.source_locale}
        here={undefined}
        isWide
        toHref={row => editorPath(name, row.id, filters, { locale: row.locale ?? locale })}
      >
        {entries.length === 0 && next === undefined && <Empty {...{ request, project, filters, locale }} />}
        {entries.length === 0 && next !== undefined && (
          <p class="se-searched">{t('strings.list.searched', { count: list.looked_at ?? 0 })}</p>
        )}
        <Pages request={request} next={next} />
      </ListPane>
      <KeyHints request={request} page="list" />
      <script type="module" src={ASSETS.editor.path} />
    </div>
  )
}

/** The title of the list of a locale, or of all. */
export const titleList = (locale: string): string =>
  locale === ALL_LOCALES ? t('strings.list.title_all') : t('strings.list.title_locale', { locale })

/** A string has a row for each locale in the list of all. */
function describeCount(count: number, locale: string, isPart: boolean): string {
  const unit = locale === ALL_LOCALES ? 'translations' : 'strings'
  return t(`strings.list.${isPart ? 'part' : 'count'}.${unit}`, { count })
}

function Empty({ request, project, filters, locale }: EmptyProps) {
  if (listActive(filters).length > 0 || filters.file !== undefined || request.query.has('cursor')) {
    return (
      <div class="se-empty">
        <h2>{t('strings.empty.no_match')}</h2>
        <a class="button" href={listPath(project.name, { ...branchOnly(filters) }, locale)}>
          {t('strings.empty.clear')}
        </a>
      </div>
    )
  }
  return (
    <div class="se-empty">
      <h2>{t('strings.empty.no_strings')}</h2>
      <p>{t('strings.empty.no_strings_why')}</p>
      <code>dragoman push</code>
    </div>
  )
}

interface EmptyProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly filters: Filters
  readonly locale: string
}

const branchOnly = ({ branch }: Filters): Filters => (branch === undefined ? {} : { branch })

function Pages({ request, next }: { readonly request: PageRequest; readonly next: string | undefined }) {
  const isLater = request.query.has('cursor')
  if (next === undefined && !isLater) return null
  const toHref = (cursor: string | undefined): string => {
    const query = stripFlash(request.query)
    query.delete('cursor')
    if (cursor !== undefined) query.set('cursor', cursor)
    return `${requestPath(request)}?${query}`
  }
  return (
    <div class="se-pages">
      {isLater && (
        <a class="button small" href={toHref(undefined)}>
          {t('strings.list.first')}
        </a>
      )}
      {next !== undefined && (
        <a class="button small" href={toHref(next)} rel="next">
          {t('strings.list.more')}
        </a>
      )}
    </div>
  )
}
