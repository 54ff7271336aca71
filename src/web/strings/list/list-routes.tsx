import type { SignedIn } from '../../../auth/users/sessions.ts'
import { AppError } from '../../../errors.ts'
import { getEntries } from '../../../tools/entries/get-entries.ts'
import { t } from '../../i18n/t.ts'
import { loadProject } from '../../layout/load-project.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool } from '../../requests/call-tool.ts'
import { type PageRequest, type Route, requestPath } from '../../requests/page-request.ts'
import { redirect } from '../../requests/redirect.ts'
import { withSession } from '../../sessions/require.ts'
import { ALL_LOCALES, type Filters, findsTranslations, listPath, readFilters, toToolInput } from './filters.ts'
import { StringListPage, titleList } from './list-page.tsx'
import { StringList } from './list-row.ts'
import { chooseLocale, loadChoices } from './load-choices.ts'

/** Strings on one page. */
const MAX_ROWS = 40
/** Bytes of their rows. */
const MAX_BYTES = 30_000

/** The strings of a project with their translations into one locale. */
export const stringsRoute: Route = {
  path: '/p/:account/:project/strings',
  get: withSession(async (request, signedIn) => {
    const project = await loadProject(request, signedIn, 'strings')
    const filters = readFilters(request)
    const asked = request.query.get('locale')
    const hasAll = findsTranslations(filters) && project.record.target_locales.length > 1
    if (!asked || (asked === ALL_LOCALES && !hasAll)) {
      return redirect(request, listPath(project.name, filters, await chooseLocale(request, signedIn, project)))
    }
    await sendListPage(request, signedIn, project, filters, asked)
  }),
}

async function sendListPage(
  request: PageRequest,
  signedIn: SignedIn,
  project: Awaited<ReturnType<typeof loadProject>>,
  filters: Filters,
  locale: string,
): Promise<void> {
  const list = await readList(request, signedIn, { name: project.name, filters, locale })
  const choices = await loadChoices(request, signedIn, project, { locale, branch: filters.branch })
  sendPage(request, {
    title: titleList(locale),
    project: project.place,
    body: (
      <StringListPage
        request={request}
        project={project}
        filters={filters}
        locale={locale}
        list={list}
        choices={choices}
      />
    ),
  })
}

interface ListQuery {
  readonly name: string
  readonly filters: Filters
  readonly locale: string
}

async function readList(request: PageRequest, signedIn: SignedIn, { name, filters, locale }: ListQuery) {
  const input = {
    project: name,
    ...(locale !== ALL_LOCALES && { locale }),
    ...toToolInput(filters),
    limit: MAX_ROWS,
    max_bytes: MAX_BYTES,
    cursor: request.query.get('cursor') ?? undefined,
  }
  try {
    return await callTool(request, signedIn, { tool: getEntries, input, shape: StringList })
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
