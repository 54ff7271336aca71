import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import type { CardProps } from './card-props.ts'

/** The reviewer's request: their words, the refused translation, and beside it what answers the request. */
export function RequestCard({ visit, translation }: CardProps) {
  const { locale, request, value, by, at, suggestions } = translation
  if (request === undefined) return null
  const now = visit.services.now()
  const { kind, comment, refused, refusedBy, answeredAt } = request
  const suggestion = suggestions.find(one => one.isAnswer)
  const answer =
    answeredAt === undefined ? undefined : (suggestion ?? (value === undefined ? undefined : { value, by, at }))
  return (
    <section class="card" aria-labelledby="request-heading">
      <div class="split">
        <h2 id="request-heading">{kind === 'rejected' ? 'Rejected translation' : 'Requested changes'}</h2>
        <span class={`badge ${answeredAt === undefined ? 'warning' : 'info'}`}>
          {answeredAt === undefined ? 'Waits for a new translation' : 'Answered: waits for review'}
        </span>
      </div>
      <blockquote>
        {comment !== undefined && (
          <p class="text" dir="auto">
            {comment}
          </p>
        )}
        <AuthorLine by={request.by} at={request.at} now={now} />
      </blockquote>
      <div class="columns">
        <div class="before">
          <h3>Refused</h3>
          <MessageText value={refused} locale={locale} after={answer?.value} />
          <AuthorLine by={refusedBy} at={undefined} now={now} />
        </div>
        {answer !== undefined && (
          <div class="after">
            <h3>{suggestion === undefined ? 'New' : 'New, as a suggestion'}</h3>
            <MessageText value={answer.value} locale={locale} before={refused} />
            <AuthorLine by={answer.by} at={answer.at} now={now} />
          </div>
        )}
      </div>
    </section>
  )
}
