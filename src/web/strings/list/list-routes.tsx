import { AppError } from '../../../errors.ts'
import { getEntries } from '../../../tools/entries/get-entries.ts'
import { ASSETS } from '../../assets/manifest.ts'
import { pageHref } from '../../components/data-table.tsx'
import { t } from '../../i18n/t.ts'
import { loadProject, type ProjectPage } from '../../layout/load-project.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import {
  callTool,
  type Route,
  redirect,
  requestPath,
  type SignedInRequest,
  useRequest,
} from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { hasLetterKeys, KeyHints } from '../key-hints.tsx'
import { type FilterChoices, FilterStrip } from './filter-strip.tsx'
import {
  ALL_LOCALES,
  editorPath,
  type Filters,
  findsTranslations,
  listActive,
  listPath,
  MAX_SEARCH_UNITS,
  readFilters,
  toToolInput,
} from './filters.ts'
import { ListPane } from './list-pane.tsx'
import { StringList } from './list-row.ts'
import { chooseLocale, loadChoices } from './load-choices.ts'

/** Strings on one page. */
const MAX_ROWS = 40
/** Bytes of their rows. */
const MAX_BYTES = 30_000

/** The strings of a project with their translations into one locale. */
export const stringsRoute: Route = {
  path: '/p/:account/:project/strings',
  get: withSession(async request => {
    const project = await loadProject(request, 'strings')
    const filters = readFilters(request)
    const wanted = request.query.get('locale')
    const hasAll = findsTranslations(filters) && project.record.target_locales.length > 1
    if (!wanted || (wanted === ALL_LOCALES && !hasAll)) {
      return redirect(request, listPath(project.name, filters, await chooseLocale(request, project)))
    }
    const page = { project, filters, locale: wanted }
    const list = await readList(request, page)
    const choices = await loadChoices(request, project, { locale: wanted, branch: filters.branch })
    sendPage(request, {
      title: titleList(wanted),
      project: project.place,
      body: <StringListPage {...page} list={list} choices={choices} />,
    })
  }),
}

interface ListedProps extends ProjectPage {
  readonly filters: Filters
  readonly locale: string
}

async function readList(request: SignedInRequest, { project: { name }, filters, locale }: ListedProps) {
  const input = {
    project: name,
    ...(locale !== ALL_LOCALES && { locale }),
    ...toToolInput(filters),
    limit: MAX_ROWS,
    max_bytes: MAX_BYTES,
    cursor: request.query.get('cursor') ?? undefined,
  }
  try {
    return await callTool(request, { tool: getEntries, input, shape: StringList })
  } catch (error) {
    // A cursor of another query has a page of its own.
    if (!(error instanceof AppError) || error.field === 'cursor') throw error
    if (!['not_found', 'invalid_input'].includes(error.code)) throw error
    throw new PageError('not_found', t('strings.no_such_place'), {
      fix: t('layout.error.check_address'),
      nextLink: { href: requestPath(request), text: t('strings.list.all') },
    })
  }
}

interface StringListPageProps extends ListedProps {
  readonly list: StringList
  readonly choices: FilterChoices
}

function StringListPage({ project, filters, locale, list, choices }: StringListPageProps) {
  const request = useRequest()
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
        {entries.length === 0 && next === undefined && <Empty {...{ project, filters, locale }} />}
        {entries.length === 0 && next !== undefined && (
          <p class="se-searched">{t('strings.list.searched', { count: list.looked_at ?? 0 })}</p>
        )}
        <Pages next={next} />
      </ListPane>
      <KeyHints page="list" />
      <script type="module" src={ASSETS.editor.path} />
    </div>
  )
}

const titleList = (locale: string): string =>
  locale === ALL_LOCALES ? t('strings.list.title_all') : t('strings.list.title_locale', { locale })

/** A string has a row for each locale in the list of all. */
function describeCount(count: number, locale: string, isPart: boolean): string {
  const unit = locale === ALL_LOCALES ? 'translations' : 'strings'
  return t(`strings.list.${isPart ? 'part' : 'count'}.${unit}`, { count })
}

function Empty({ project, filters, locale }: ListedProps) {
  if (listActive(filters).length > 0 || filters.file !== undefined || useRequest().query.has('cursor')) {
    return (
      <div class="se-empty">
        <h2>{t('strings.empty.no_match')}</h2>
        <a class="button" href={listPath(project.name, branchOnly(filters), locale)}>
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

const branchOnly = ({ branch }: Filters): Filters => (branch === undefined ? {} : { branch })

function Pages({ next }: { readonly next: string | undefined }) {
  const request = useRequest()
  const isLater = request.query.has('cursor')
  if (next === undefined && !isLater) return null
  return (
    <div class="se-pages">
      {isLater && (
        <a class="button small" href={pageHref(request, undefined)}>
          {t('strings.list.first')}
        </a>
      )}
      {next !== undefined && (
        <a class="button small" href={pageHref(request, next)} rel="next">
          {t('strings.list.more')}
        </a>
      )}
    </div>
  )
}
