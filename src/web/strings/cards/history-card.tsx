import { Paging } from '../../components/paging.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import type { CardProps } from './card-props.ts'

/** The revisions of a translation, newest first. */
export function HistoryCard({ visit, translation }: CardProps) {
  const { locale, revisions, next } = translation
  if (revisions.length === 0 && !visit.query.has('cursor')) return null
  const now = visit.services.now()
  return (
    <section class="card" aria-labelledby="history-heading">
      <h2 id="history-heading">History</h2>
      <ol class="rows">
        {revisions.map(({ id, rev, state, value, was, by, at, isCurrent }) => (
          <li key={id}>
            <div>
              <div class="badges">
                <span class="hint">Revision {rev}</span>
                <StateMark state={state} />
                {isCurrent && <span class="badge">Current</span>}
                <AuthorLine by={by} at={at} now={now} />
              </div>
              {value === undefined ? (
                <p class="hint">Translation removed</p>
              ) : (
                <MessageText value={value} locale={locale} before={was} />
              )}
            </div>
          </li>
        ))}
      </ol>
      <Paging visit={visit} noun="revisions" next={next} />
    </section>
  )
}
