import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { StateMark } from '../components/state-mark.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import type { Outcome } from './actions.ts'
import { OUTCOMES } from './actions.ts'
import type { CardProps } from './cards/card-props.ts'
import { CommentsCard } from './cards/comments-card.tsx'
import { HistoryCard } from './cards/history-card.tsx'
import { RequestCard } from './cards/request-card.tsx'
import { ReviewCard } from './cards/review-card.tsx'
import { SourceCard } from './cards/source-card.tsx'
import { ConflictCards, SuggestionsCard } from './cards/suggestions-card.tsx'
import { TranslationCard } from './cards/translation-card.tsx'
import { MessageText } from './message-text.tsx'
import type { ActionFailure } from './refusals.ts'
import { LocaleLabel, StringFrame, stringPath } from './string-frame.tsx'
import type { ReadString, StringView } from './string-view.ts'

interface StringPageProps extends ReadString {
  readonly visit: Visit
  readonly failure: ActionFailure | undefined
  /** What the last action did. */
  readonly outcome: Outcome | undefined
}

/** A string: its translation into one locale with everything to decide about it, or the list of its locales. */
export function StringPage({ visit, string, translation, failure, outcome }: StringPageProps) {
  const card = translation && { visit, string, translation, failure }
  return (
    <>
      <StringFrame visit={visit} string={string} {...(translation !== undefined && { here: translation.locale })} />
      {failure !== undefined && <Failure failure={failure} />}
      {outcome !== undefined && <Notice kind="good" title={OUTCOMES[outcome]} />}
      <Withheld string={string} />
      {card === undefined ? (
        <>
          <SourceCard visit={visit} string={string} />
          <Locales visit={visit} string={string} />
        </>
      ) : (
        <>
          {card.translation.stale !== undefined && <Stale {...card} />}
          <RequestCard {...card} />
          <ConflictCards {...card} />
          <div class="desk">
            <SourceCard visit={visit} string={string} />
            <TranslationCard {...card} />
            <ReviewCard {...card} />
          </div>
          <SuggestionsCard {...card} />
          <HistoryCard {...card} />
        </>
      )}
      <CommentsCard visit={visit} string={string} locale={translation?.locale} failure={failure} />
    </>
  )
}

function Failure({ failure: { title, message, fix, field, faults } }: { readonly failure: ActionFailure }) {
  return (
    <Notice kind="danger" title={title} isFirst>
      <p>{field === undefined || field === 'action' ? message : <a href={`#${field}`}>{message}</a>}</p>
      {faults !== undefined && (
        <ul>
          {faults.map(fault => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}

/** Why the user can't change the string. */
function Withheld({ string: { isListed, branchName, withheld, project } }: { readonly string: StringView }) {
  if (!isListed) {
    return (
      <Notice kind="info" title="You can only read this string">
        <p>
          Branch <bdi>{branchName}</bdi> does not have it.
        </p>
      </Notice>
    )
  }
  if (withheld === undefined) return null
  return (
    <Notice kind="info" title="You can only read this string">
      <p>
        You can't change {project}: {withheld}.
      </p>
    </Notice>
  )
}

function Stale({ visit, string, translation }: CardProps) {
  const { stale, actions, locale } = translation
  if (stale === undefined) return null
  const hasSource = stale.why === 'source_changed'
  return (
    <Notice kind="warning" title={hasSource ? 'The source string changed' : 'The note changed'}>
      <p>The translation is older than the {hasSource ? 'source string' : 'note'} and may no longer fit.</p>
      {stale.source !== undefined && (
        <>
          <h2>Previous source string</h2>
          <MessageText value={stale.source} locale={string.sourceLocale} after={string.source} />
        </>
      )}
      {actions.write && (
        <Form visit={visit} action={stringPath(visit, string, locale)} class="actions">
          <Button small name="action" value="confirm">
            Confirm translation
          </Button>
          <span class="hint">It stays as it is, for the current source string.</span>
        </Form>
      )}
    </Notice>
  )
}

const COLUMNS = [{ heading: 'Locale' }, { heading: 'State' }] as const

function Locales({ visit, string }: { readonly visit: Visit; readonly string: StringView }) {
  return (
    <section class="card" aria-labelledby="locales-heading">
      <h2 id="locales-heading">Translations</h2>
      <DataTable label="Translations by locale" columns={COLUMNS}>
        {string.locales.map(({ locale, state, isStale }) => (
          <tr key={locale}>
            <th scope="row">
              <a href={stringPath(visit, string, locale)}>
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
