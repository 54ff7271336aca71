import type { Family } from '../../../l10n/message/families.ts'
import { Fact } from '../../forms/facts.tsx'
import { unitListFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import { AuthorLine } from '../author-line.tsx'
import { MessageText } from '../message-text.tsx'
import type { StringView, TranslationView } from '../read-string.ts'
import { LocaleLabel } from '../string-frame.tsx'
import { HighlightedMessage } from './highlighted.tsx'
import type { Help } from './read-help.ts'

interface SourceSectionProps {
  readonly string: StringView
  readonly terms?: readonly string[]
  readonly families?: readonly Family[] | undefined
  readonly stale?: TranslationView['stale']
  readonly fallback?: Help['fallback']
}

/** The source string, and what helps to translate it. */
export function SourceSection({ string, terms = [], families, stale, fallback }: SourceSectionProps) {
  const { source, sourceLocale, syntax } = string
  return (
    <section aria-labelledby="source-heading" class="se-section">
      <div class="se-lang">
        <h2 id="source-heading">{t('strings.source.title')}</h2>
        <span class="quiet">
          <LocaleLabel locale={sourceLocale} />
        </span>
      </div>
      {stale?.source !== undefined && (
        <div class="se-was">
          <h3>{t('strings.stale.previous')}</h3>
          <MessageText value={stale.source} locale={sourceLocale} after={source} />
        </div>
      )}
      <HighlightedMessage
        value={source}
        before={stale?.source}
        locale={sourceLocale}
        syntax={syntax}
        families={families}
        terms={terms}
      />
      {fallback !== undefined && (
        <div class="se-fallback">
          <h3>
            {t('strings.source.fallback')}{' '}
            <span class="quiet">
              <LocaleLabel locale={fallback.locale} />
            </span>
          </h3>
          <MessageText value={fallback.forms ?? fallback.text ?? ''} locale={fallback.locale} />
        </div>
      )}
      <Facts string={string} />
    </section>
  )
}

/** A string can be used in hundreds of places. */
const MAX_REFERENCES = 5

function Facts({ string }: Pick<SourceSectionProps, 'string'>) {
  const { file, context, note, addedNote, references, tags, max, isUntranslatable } = string
  return (
    <dl class="se-facts">
      <Fact term={t('strings.source.context')} dir="auto">
        {context}
      </Fact>
      <Fact term={t('strings.source.note')} class="text" dir="auto">
        {note}
      </Fact>
      {addedNote !== undefined && (
        <Fact term={t('strings.source.added_note')}>
          <span class="text" dir="auto">
            {addedNote.text}
          </span>{' '}
          <AuthorLine by={addedNote.by} at={addedNote.at} />
        </Fact>
      )}
      <Fact term={t('strings.source.length')}>{max !== undefined && t('strings.source.at_most', { max })}</Fact>
      <Fact term={t('strings.source.file')}>
        <bdi class="se-mono">{file}</bdi>
      </Fact>
      {references.length > 0 && (
        <Fact term={t('strings.source.used_in')} class="se-refs">
          {references.slice(0, MAX_REFERENCES).map(reference => (
            <bdi key={reference} class="se-mono">
              {reference}
            </bdi>
          ))}
          {references.length > MAX_REFERENCES && (
            <span class="hint">{t('strings.source.more_places', { count: references.length - MAX_REFERENCES })}</span>
          )}
        </Fact>
      )}
      <Fact term={t('strings.source.tags')}>{tags.length > 0 && <bdi>{unitListFormat().format(tags)}</bdi>}</Fact>
      <Fact term={t('strings.translation.title')}>{isUntranslatable && t('strings.source.untranslatable')}</Fact>
    </dl>
  )
}
