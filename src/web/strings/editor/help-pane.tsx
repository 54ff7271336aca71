import { StateMark } from '../../components/marks/state-mark.tsx'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { AuthorLine } from '../author-line.tsx'
import { CommentsCard } from '../cards/comments-card.tsx'
import { languageAttributes, MessageText } from '../message-text.tsx'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'
import { EDIT_FORM } from './edit-form.tsx'
import { mark } from './highlighted.tsx'
import type { Help, MemoryRow, TermHelp } from './read-help.ts'

/** What helps to translate: the same source elsewhere, terms, the history, the other locales, comments. */
export function HelpPane({ help, ...card }: CardProps & { readonly help: Help }) {
  return (
    <aside class="se-pane se-side" aria-label={t('strings.help.title')}>
      {help.memory.length > 0 && <Memory {...card} rows={help.memory} families={help.families} />}
      {help.terms.length > 0 && <Terms terms={help.terms} card={card} />}
      <History {...card} />
      <Others {...card} families={help.families} />
      <CommentsCard string={card.string} locale={card.translation.locale} failure={card.failure} />
    </aside>
  )
}

interface MemoryProps extends CardProps, Pick<Help, 'families'> {
  readonly rows: readonly MemoryRow[]
}

const toValue = ({ text, forms }: MemoryRow) => forms ?? text ?? ''

function Memory({ string, translation, rows, families }: MemoryProps) {
  const { locale, actions } = translation
  return (
    <section aria-labelledby="memory-heading">
      <h2 id="memory-heading">{t('strings.memory.title')}</h2>
      <p class="hint">{t('strings.memory.same_source')}</p>
      {rows.map((row, at) => {
        const value = toValue(row)
        return (
          <div class="se-sug" key={row.id}>
            <div class="se-sug-head">
              <StateMark state={row.state} isBrief />
              <bdi class="se-mono">{row.project === string.project ? row.key : `${row.project}: ${row.key}`}</bdi>
              {actions.edit && (
                <kbd aria-hidden="true" data-letter hidden>
                  {at + 1}
                </kbd>
              )}
              {actions.edit && (
                <button
                  type="submit"
                  form={EDIT_FORM}
                  class="button small"
                  name="action"
                  value={`use-${at}`}
                  data-insert={typeof value === 'string' ? value : JSON.stringify(value)}
                  aria-label={t('strings.memory.insert_from', { key: row.key })}
                >
                  {t('strings.memory.insert')}
                </button>
              )}
            </div>
            {typeof value === 'string' ? (
              <p {...languageAttributes(locale)}>{mark(value, { syntax: string.syntax, families })}</p>
            ) : (
              <MessageText value={value} locale={locale} />
            )}
          </div>
        )
      })}
    </section>
  )
}

function Terms({
  terms,
  card: { string, translation },
}: {
  readonly terms: readonly TermHelp[]
  readonly card: CardProps
}) {
  const { locale } = translation
  return (
    <section aria-labelledby="terms-heading">
      <h2 id="terms-heading">{t('strings.terms.title')}</h2>
      <dl class="se-terms">
        {terms.map(({ term, kind, translation: own, variants, forbidden, note }) => (
          <div key={term}>
            <dt {...languageAttributes(string.sourceLocale)}>{term}</dt>
            <dd>
              {kind === 'do_not_translate' && <span class="quiet">{t('strings.terms.keep')}</span>}
              {kind === 'forbidden' && <span class="quiet">{t('strings.terms.forbidden')}</span>}
              {own !== undefined && (
                <span {...languageAttributes(locale)}>{[own, ...variants].join(t('strings.text.comma'))}</span>
              )}
              {kind === 'normal' && own === undefined && <span class="quiet">{t('strings.terms.none')}</span>}
              {forbidden.length > 0 && (
                <small>{t('strings.terms.not', { words: forbidden.join(t('strings.text.comma')) })}</small>
              )}
              {note !== undefined && <small dir="auto">{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function History({ string, translation }: CardProps) {
  const request = useRequest()
  const { locale, revisions, next, actions } = translation
  if (revisions.length === 0 && !request.query.has('cursor')) return null
  return (
    <section aria-labelledby="history-heading" id="history" tabIndex={-1}>
      <h2 id="history-heading">{t('strings.history.title')}</h2>
      <ol class="se-hist">
        {revisions.map(({ id, rev, state, value, was, by, at, current }) => (
          <li key={id}>
            <StateMark state={state} isBrief />
            <div>
              <p class="hint">
                {t('strings.history.revision', { rev: String(rev) })}{' '}
                {current && <span class="badge">{t('strings.history.current')}</span>} <AuthorLine by={by} at={at} />
              </p>
              {value === undefined ? (
                <p class="hint">{t('strings.history.removed')}</p>
              ) : (
                <MessageText value={value} locale={locale} before={was} />
              )}
              {actions.edit && value !== undefined && !current && (
                <button type="submit" form={EDIT_FORM} class="button small" name="action" value={`restore-${rev}`}>
                  {t('strings.history.restore')}
                  <span class="unseen">{t('strings.history.revision', { rev: String(rev) })}</span>
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {(next !== undefined || request.query.has('cursor')) && (
        <p class="se-more">
          {request.query.has('cursor') && (
            <a href={stringPath(request, string, locale)}>{t('strings.history.newest')}</a>
          )}
          {next !== undefined && (
            <a href={stringPath(request, string, locale, { cursor: next })} rel="next">
              {t('strings.history.older')}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

/** Other locales that the pane shows. */
const MAX_OTHERS = 8

function Others({ string, translation, families }: CardProps & Pick<Help, 'families'>) {
  const request = useRequest()
  const others = string.locales.filter(one => one.locale !== translation.locale)
  if (others.length === 0) return null
  const shown = [
    ...others.filter(({ value }) => value !== undefined),
    ...others.filter(({ value }) => value === undefined),
  ].slice(0, MAX_OTHERS)
  return (
    <section aria-labelledby="others-heading" id="others" tabIndex={-1}>
      <h2 id="others-heading">
        {t('strings.others.title')}
        <kbd aria-hidden="true" data-letter hidden>
          o
        </kbd>
      </h2>
      <dl class="se-others">
        {shown.map(({ locale, state, isStale, value }) => {
          const text = typeof value === 'object' ? (value['other'] ?? Object.values(value)[0]) : value
          return (
            <div key={locale}>
              <dt>
                <a href={stringPath(request, string, locale)}>
                  <StateMark state={state} isStale={isStale} isBrief />
                  <span class="locale-code">{locale}</span>
                </a>
              </dt>
              <dd>
                {text === undefined ? (
                  <span class="quiet">{t('strings.translation.none')}</span>
                ) : (
                  <span {...languageAttributes(locale)}>
                    {mark(text.slice(0, MAX_TEXT), { syntax: string.syntax, families })}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <p class="se-more">
        <a href={stringPath(request, string)}>{t('strings.others.all', { count: string.locales.length })}</a>
      </p>
    </section>
  )
}

/** Longest text of another locale, in UTF-16 units. */
const MAX_TEXT = 300
