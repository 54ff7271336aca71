import { t } from '../../i18n/t.ts'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import type { RequestView } from '../read-facts.ts'
import type { CardProps } from './card-props.ts'

/** The reviewer's request: their words, the refused translation, beside it what answers the request, and the texts that were refused before. */
export function RequestCard({ request, translation }: CardProps) {
  const { locale, request: refusal, value, by, at, suggestions } = translation
  if (refusal === undefined) return null
  const now = request.services.now()
  const { kind, refused, refusedBy, answeredAt, earlier } = refusal
  const suggestion = suggestions.find(one => one.isAnswer)
  const answer =
    answeredAt === undefined ? undefined : (suggestion ?? (value === undefined ? undefined : { value, by, at }))
  return (
    <section class="panel se-card" aria-labelledby="request-heading">
      <div class="split">
        <h2 id="request-heading">
          {t(kind === 'rejected' ? 'strings.request.rejected' : 'strings.request.requested')}
        </h2>
        <span class={`badge ${answeredAt === undefined ? 'warning' : 'info'}`}>
          {t(answeredAt === undefined ? 'strings.request.open' : 'strings.request.answered')}
        </span>
      </div>
      <Words refusal={refusal} now={now} />
      <div class="columns">
        <div class="before">
          <h3>{t('strings.request.refused')}</h3>
          <MessageText value={refused} locale={locale} after={answer?.value} />
          <AuthorLine by={refusedBy} at={undefined} now={now} />
        </div>
        {answer !== undefined && (
          <div class="after">
            <h3>{t(suggestion === undefined ? 'strings.request.new' : 'strings.request.new_suggestion')}</h3>
            <MessageText value={answer.value} locale={locale} before={refused} />
            <AuthorLine by={answer.by} at={answer.at} now={now} />
          </div>
        )}
      </div>
      {earlier.length > 0 && <h3>{t('strings.request.earlier')}</h3>}
      {earlier.map(one => (
        <div>
          <MessageText value={one.refused} locale={locale} />
          <AuthorLine by={one.refusedBy} at={undefined} now={now} />
          <Words refusal={one} now={now} />
        </div>
      ))}
    </section>
  )
}

/** What a reviewer said of a text. */
const Words = ({ refusal: { comment, by, at }, now }: WordsProps) => (
  <blockquote>
    {comment !== undefined && (
      <p class="text" dir="auto">
        {comment}
      </p>
    )}
    <AuthorLine by={by} at={at} now={now} />
  </blockquote>
)

interface WordsProps {
  readonly refusal: Pick<RequestView, 'comment' | 'by' | 'at'>
  readonly now: Date
}
