import { DataTable } from '../components/data-table.tsx'
import { StateMark } from '../components/marks/state-mark.tsx'
import { Notice } from '../components/notice.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { Outcome } from './actions.ts'
import { CommentsCard } from './cards/comments-card.tsx'
import { SourceSection } from './editor/source-section.tsx'
import type { StringView } from './read-string.ts'
import type { ActionFailure } from './refusals.ts'
import { LocaleLabel, StringFrame, stringPath } from './string-frame.tsx'
import { Failure, Withheld } from './string-notices.tsx'

interface StringPageProps {
  readonly request: PageRequest
  readonly string: StringView
  readonly failure: ActionFailure | undefined
  /** What the last action did. */
  readonly outcome: Outcome | undefined
}

/** A string with the list of its locales. */
export function StringPage({ request, string, failure, outcome }: StringPageProps) {
  return (
    <div class="work se-locales">
      <StringFrame request={request} string={string} />
      {failure !== undefined && <Failure failure={failure} />}
      {outcome !== undefined && <Notice kind="good" title={t(`strings.done.${outcome}`)} />}
      <Withheld string={string} />
      <div class="panel se-source">
        <SourceSection request={request} string={string} />
      </div>
      <Locales request={request} string={string} />
      <CommentsCard request={request} string={string} locale={undefined} failure={failure} />
    </div>
  )
}

function Locales({ request, string }: { readonly request: PageRequest; readonly string: StringView }) {
  const columns = [{ heading: t('strings.filters.locale') }, { heading: t('strings.locales.state') }]
  return (
    <section class="card" aria-labelledby="locales-heading">
      <h2 id="locales-heading">{t('strings.locales.title')}</h2>
      <DataTable label={t('strings.locales.table')} columns={columns}>
        {string.locales.map(({ locale, state, isStale }) => (
          <tr key={locale}>
            <th scope="row">
              <a href={stringPath(request, string, locale)}>
                <LocaleLabel locale={locale} />
              </a>
            </th>
            <td>
              <StateMark state={state} isStale={isStale} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
