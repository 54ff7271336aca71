import type { Visit } from '../../requests/visit.ts'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import { LocaleLabel } from '../string-frame.tsx'
import type { StringView } from '../string-view.ts'

interface SourceCardProps {
  readonly visit: Visit
  readonly string: StringView
}

/** The source string, and what helps to translate it. */
export function SourceCard({ visit, string }: SourceCardProps) {
  const { source, sourceLocale } = string
  return (
    <section class="card" aria-labelledby="source-heading">
      <div class="split">
        <h2 id="source-heading">Source string</h2>
        <span>
          <LocaleLabel locale={sourceLocale} />
        </span>
      </div>
      <MessageText value={source} locale={sourceLocale} />
      <Facts visit={visit} string={string} />
    </section>
  )
}

function Facts({ visit, string }: SourceCardProps) {
  const { context, note, addedNote, references, tags, max, isUntranslatable } = string
  const facts = [context, note, addedNote, max, references[0], tags[0]]
  if (!isUntranslatable && facts.every(fact => fact === undefined)) return null
  return (
    <dl class="facts">
      {context !== undefined && (
        <>
          <dt>Context</dt>
          <dd dir="auto">{context}</dd>
        </>
      )}
      {note !== undefined && (
        <>
          <dt>Note</dt>
          <dd class="text" dir="auto">
            {note}
          </dd>
        </>
      )}
      {addedNote !== undefined && (
        <>
          <dt>Added note</dt>
          <dd>
            <span class="text" dir="auto">
              {addedNote.text}
            </span>{' '}
            <AuthorLine by={addedNote.by} at={addedNote.at} now={visit.services.now()} />
          </dd>
        </>
      )}
      {max !== undefined && (
        <>
          <dt>Length</dt>
          <dd>At most {max} characters</dd>
        </>
      )}
      {references.length > 0 && (
        <>
          <dt>Used in</dt>
          <dd class="lines">
            {references.slice(0, MAX_REFERENCES).map(reference => (
              <code key={reference}>{reference}</code>
            ))}
            {references.length > MAX_REFERENCES && (
              <span class="hint">and {references.length - MAX_REFERENCES} more places</span>
            )}
          </dd>
        </>
      )}
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd>{tags.join(', ')}</dd>
        </>
      )}
      {isUntranslatable && (
        <>
          <dt>Translation</dt>
          <dd>Not to be translated</dd>
        </>
      )}
    </dl>
  )
}

/** A string can be used in hundreds of places. */
const MAX_REFERENCES = 5
