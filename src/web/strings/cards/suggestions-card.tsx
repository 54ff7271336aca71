import { Button } from '../../components/button.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { listFormat } from '../../i18n/formats.ts'
import { rich, t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import type { SuggestionView } from '../read-facts.ts'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'

/** Texts of files that conflict with the translation. A user decides which one stays. */
export function ConflictCards(props: CardProps) {
  const conflicts = props.translation.suggestions.filter(({ isConflict }) => isConflict)
  return (
    <>
      {conflicts.map((conflict, at) => (
        <Conflict
          key={conflict.id}
          {...props}
          suggestion={conflict}
          place={conflicts.length > 1 ? at + 1 : undefined}
        />
      ))}
    </>
  )
}

/** Other translations that users or agents suggest. */
export function SuggestionsCard(props: CardProps) {
  const suggestions = props.translation.suggestions.filter(({ isConflict }) => !isConflict)
  if (suggestions.length === 0) return null
  const { locale, value } = props.translation
  return (
    <section class="panel se-card" aria-labelledby="suggestions-heading">
      <h2 id="suggestions-heading">{t('strings.suggestions.title')}</h2>
      <ul class="rows">
        {suggestions.map((suggestion, at) => (
          <li key={suggestion.id}>
            <div>
              <MessageText value={suggestion.value} locale={locale} before={value} />
              {suggestion.why !== undefined && (
                <p class="hint">{rich('strings.suggestions.reason', { why: <bdi>{suggestion.why}</bdi> })}</p>
              )}
              <AuthorLine by={suggestion.by} at={suggestion.at} />
              {suggestion.isAnswer && <span class="badge info">{t('strings.suggestions.answers')}</span>}
              {!suggestion.isCurrent && <p class="hint">{t('strings.suggestions.other_source')}</p>}
            </div>
            <Decision
              {...props}
              suggestion={suggestion}
              accept={t('strings.suggestions.accept')}
              decline={t('strings.suggestions.reject')}
              about={
                suggestions.length > 1
                  ? t('strings.suggestions.numbered', { at: String(at + 1) })
                  : t('strings.suggestions.one')
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DecidedProps extends CardProps {
  readonly suggestion: SuggestionView
}

function Conflict(props: DecidedProps & { readonly place: number | undefined }) {
  const { suggestion, place } = props
  const { locale, value, by, at } = props.translation
  const { branches } = suggestion
  const title =
    place === undefined ? t('strings.file_conflict.title') : t('strings.file_conflict.numbered', { at: String(place) })
  return (
    <section class="panel se-card" aria-label={title}>
      <div class="split">
        <h2>{title}</h2>
        <span class="badge warning">{t('strings.file_conflict.waits')}</span>
      </div>
      <p class="hint">
        {branches.length > 0
          ? rich('strings.file_conflict.why_on', { branches: <bdi>{listFormat().format(branches)}</bdi> })
          : t('strings.file_conflict.why')}
      </p>
      <div class="columns">
        <div class="before">
          <h3>{t('strings.file_conflict.project')}</h3>
          {value === undefined ? (
            <p class="hint">{t('strings.translation.none')}</p>
          ) : (
            <MessageText value={value} locale={locale} after={suggestion.value} />
          )}
          <AuthorLine by={by} at={at} />
        </div>
        <div class="after">
          <h3>{t('strings.file_conflict.file')}</h3>
          <MessageText value={suggestion.value} locale={locale} before={value} />
          <AuthorLine by={suggestion.by} at={suggestion.at} />
        </div>
      </div>
      <Decision
        {...props}
        accept={t('strings.file_conflict.use')}
        decline={t('strings.file_conflict.keep')}
        about={
          place === undefined
            ? t('strings.file_conflict.one')
            : t('strings.file_conflict.one_numbered', { at: String(place) })
        }
      />
    </section>
  )
}

interface DecisionProps extends DecidedProps {
  readonly accept: string
  readonly decline: string
  /** Tells the buttons of several suggestions apart. */
  readonly about: string
}

function Decision({ string, translation, failure, suggestion, accept, decline, about }: DecisionProps) {
  const request = useRequest()
  const { actions, rev, locale } = translation
  if (!actions.write) return null
  const { id, isCurrent } = suggestion
  const isFailed = failure?.field === `words-${id}`
  const mayAccept = actions.acceptSuggestions && isCurrent
  return (
    <Form action={stringPath(request, string, locale)} class="stack wide-row">
      <input type="hidden" name="suggestion" value={id} />
      {rev !== undefined && <input type="hidden" name="rev" value={rev} />}
      {suggestion.isAnswer && (
        <Field
          id={`words-${id}`}
          name="words"
          label={t('strings.suggestions.comment')}
          hint={t('strings.suggestions.comment_hint')}
          maxlength={1000}
          value={isFailed ? (request.form.get('words') ?? '') : undefined}
          fault={isFailed ? failure.message : undefined}
        />
      )}
      <div class="actions">
        {mayAccept && (
          <Button small name="action" value="accept" label={`${accept}: ${about}`}>
            {accept}
          </Button>
        )}
        <Button small name="action" value="decline" label={`${decline}: ${about}`}>
          {decline}
        </Button>
        {!mayAccept && actions.write && !actions.acceptSuggestions && (
          <span class="hint">{t('strings.suggestions.unlock')}</span>
        )}
      </div>
    </Form>
  )
}
