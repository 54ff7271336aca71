import { StateMark } from '../../components/marks/state-mark.tsx'
import { Notice } from '../../components/notice.tsx'
import { numberFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import type { Outcome } from '../actions.ts'
import { RequestCard, ReviewCard } from '../cards/review-card.tsx'
import { ConflictCards, SuggestionsCard } from '../cards/suggestions-card.tsx'
import { KeyHints } from '../key-hints.tsx'
import { FilterStrip } from '../list/filter-strip.tsx'
import { editorPath, listActive, listPath, toParameter } from '../list/filters.ts'
import { ListPane } from '../list/list-pane.tsx'
import { type Around, excerpt, type ListRow, rowText } from '../list/list-row.ts'
import { Icon } from '../marks.tsx'
import { languageAttributes } from '../message-text.tsx'
import { LocaleLabel, shortenKey, stringPath } from '../string-frame.tsx'
import { type CardProps, Failure, StaleNotice, Withheld } from '../string-notices.tsx'
import { ActionBar } from './action-bar.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { EditorData } from './editor-data.tsx'
import { HelpPane } from './help-pane.tsx'
import type { Editor } from './load-editor.ts'
import { SourceSection } from './source-section.tsx'
import { TranslationSection } from './translation-section.tsx'

interface EditorPageProps extends CardProps {
  /** What the last action did. */
  readonly outcome: Outcome | undefined
  readonly note: string | undefined
  readonly editor: Editor
}

/** A string and its translation into one locale, between the list that it was opened from and what helps to translate it. */
export function EditorPage({ outcome, note, editor, ...card }: EditorPageProps) {
  const { string, translation, failure } = card
  const request = useRequest()
  const { filters, isFileOrder, around, choices } = editor
  const { locale } = translation
  const order = isFileOrder ? 'file' : undefined
  const toHref = ({ id }: ListRow): string => editorPath(string.project, id, filters, { locale, order })
  const [next] = around.after
  const isOldText = failure?.isOutdated === true && failure.action === 'approve' && request.form.has('src')
  const isConflict = failure?.isNewer === true || isOldText
  const done = outcome === undefined ? note : t(`strings.done.${outcome}`)
  return (
    <div class="se" data-strings data-editor>
      <FilterStrip {...choices} filters={filters} locale={locale} mainBranch={editor.mainBranch} />
      <div class="se-panes">
        <ListPane
          rows={[...around.before, ...around.self, ...around.after]}
          label={t(isFileOrder ? 'strings.list.of_file' : 'strings.list.title')}
          head={<ListHead {...card} editor={editor} />}
          locale={locale}
          sourceLocale={string.sourceLocale}
          here={string.id}
          toHref={toHref}
        />
        <div class="se-pane se-mid">
          <div class="se-entry">
            <p class="se-back">
              <a href={listPath(string.project, filters, locale)}>
                <Icon name="back" />
                {t('strings.list.back')}
              </a>
            </p>
            <Head {...card} editor={editor} toHref={toHref} />
            <div role="status" class="se-done" data-done>
              {done !== undefined && <Notice kind={outcome === undefined ? 'info' : 'good'} title={done} />}
            </div>
            {failure !== undefined && failure.isNewer !== true && <Failure failure={failure} />}
            <Withheld string={string} />
            {translation.stale !== undefined && <StaleNotice {...card} />}
            {isConflict && <ConflictNotice {...card} typed={editor.message} />}
            <SourceSection
              string={string}
              families={editor.help.families}
              terms={editor.help.terms.flatMap(({ found }) => found)}
              stale={translation.stale}
              fallback={editor.help.fallback}
            />
            <TranslationSection
              {...card}
              draft={editor.draft}
              findings={editor.findings}
              isUnsaved={editor.isUnsaved}
              families={editor.help.families}
            />
          </div>
          <ActionBar {...card} findings={editor.findings} hasNext={next !== undefined} />
          <div class="se-cards">
            {!isFileOrder && (
              <Neighbors around={editor.neighbors} locale={locale} sourceLocale={string.sourceLocale} toHref={toHref} />
            )}
            <RequestCard {...card} />
            <ConflictCards {...card} />
            <SuggestionsCard {...card} />
            <ReviewCard {...card} />
          </div>
        </div>
        <HelpPane {...card} help={editor.help} />
      </div>
      <KeyHints page={translation.actions.write ? 'editor' : 'list'} />
      <EditorData {...card} families={editor.help.families} />
    </div>
  )
}

function ListHead({ string, translation: { locale }, editor }: CardProps & { readonly editor: Editor }) {
  const { filters, isFileOrder } = editor
  const path = (order: string | undefined): string => editorPath(string.project, string.id, filters, { locale, order })
  if (isFileOrder) {
    return (
      <>
        <span>{t('strings.list.in_order')}</span>
        <a href={path(undefined)}>{t('strings.list.only_matches')}</a>
      </>
    )
  }
  return (
    <>
      <a href={listPath(string.project, filters, locale)}>
        {t(listActive(filters).length === 0 ? 'strings.list.title' : 'strings.list.matches')}
      </a>
      <a href={path('file')}>{t('strings.list.show_order')}</a>
    </>
  )
}

interface HeadProps extends CardProps {
  readonly editor: Editor
  readonly toHref: (row: ListRow) => string
}

function Head({ string, translation, editor: { around, filters, choices, isFileOrder }, toHref }: HeadProps) {
  const { state, stale, isLocked, locale } = translation
  const previous = around.before.at(-1)
  const [next] = around.after
  const [only, ...more] = listActive(filters)
  const total =
    only === 'state' && more.length === 0 && filters.file === undefined && !isFileOrder
      ? choices.counts[toParameter(filters.state) ?? '']
      : undefined
  const position =
    around.is_start && around.self.length > 0 && total !== undefined
      ? t('strings.head.position', {
          at: numberFormat().format(around.before.length + 1),
          total: numberFormat().format(total),
        })
      : undefined
  return (
    <div class="se-head">
      <h1 class="se-key" tabIndex={-1} data-heading>
        <bdi>{string.key.length > MAX_KEY ? `${string.key.slice(0, MAX_KEY)}…` : string.key}</bdi>
      </h1>
      <span class="se-state">
        <StateMark state={state} isStale={stale !== undefined} />
      </span>
      {isLocked && <span class="badge">{t('strings.translation.locked')}</span>}
      {string.branch !== undefined && (
        <span class="badge info">{t('strings.filters.branch', { branch: string.branch })}</span>
      )}
      <span class="se-nav">
        {position !== undefined && <span class="quiet num">{position}</span>}
        <Step row={previous} toHref={toHref} kind="previous" />
        <Step row={next} toHref={toHref} kind="next" />
      </span>
      <a class="se-locale" href={stringPath(useRequest(), string)}>
        <LocaleLabel locale={locale} />
      </a>
    </div>
  )
}

/** Longest key in the heading, in UTF-16 units: keys of gettext are whole texts. */
const MAX_KEY = 160

interface StepProps {
  readonly row: ListRow | undefined
  readonly toHref: (row: ListRow) => string
  readonly kind: 'previous' | 'next'
}

function Step({ row, toHref, kind }: StepProps) {
  const icon = <Icon name={kind === 'previous' ? 'up' : 'down'} />
  if (row === undefined) return <span class="button small se-step off">{icon}</span>
  return (
    <a class="button small se-step" href={toHref(row)} rel={kind === 'previous' ? 'prev' : 'next'} data-step={kind}>
      {icon}
      <span class="unseen">{t(`strings.head.${kind}`)}</span>
    </a>
  )
}

interface NeighborsProps {
  readonly around: Around
  readonly locale: string
  readonly sourceLocale: string
  readonly toHref: (row: ListRow) => string
}

/** The strings before and after in the same file: what a reader of the application sees beside this one. */
function Neighbors({ around: { before, after }, locale, sourceLocale, toHref }: NeighborsProps) {
  if (before.length + after.length === 0) return null
  return (
    <section aria-labelledby="near-heading" class="se-section se-near">
      <h2 id="near-heading">{t('strings.near.title')}</h2>
      <ul>
        {[...before, ...after].map(row => {
          const { text, isSource } = rowText(row)
          return (
            <li key={row.id}>
              <StateMark state={row.state} isStale={row.stale !== undefined} isBrief />
              <a class="se-mono" dir="ltr" href={toHref(row)}>
                {shortenKey(row.key)}
              </a>
              <span class={isSource ? 'quiet' : undefined} {...languageAttributes(isSource ? sourceLocale : locale)}>
                {excerpt(text)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
