import { t } from '../i18n/t.ts'
import { languageAttributes } from '../strings/message-text.tsx'
import type { GlossaryPlace, TermRow } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'

/** Most locales in a row. */
const MAX_LOCALES = 4

interface TermLineProps {
  readonly place: GlossaryPlace
  readonly term: TermRow
  readonly locale: string | undefined
}

/** A term in the list, with its rules and its translations. */
export function TermLine({ place, term, locale }: TermLineProps) {
  const translations = Object.entries(term.translations ?? {})
  const isInherited = term.from !== undefined
  return (
    <tr>
      <th scope="row" class="term-name">
        <a
          href={glossaryPath({ ...place, isOfAccount: place.isOfAccount || isInherited }, 'term', { term: term.term })}
        >
          <bdi>{term.term}</bdi>
        </a>
        <span class="badges">
          <KindBadge kind={term.kind ?? 'normal'} />
          {term.case_sensitive === true && <span class="badge">{t('glossary.case')}</span>}
          {isInherited && <span class="badge info">{t('glossary.from', { name: term.from ?? '' })}</span>}
        </span>
        {term.definition !== undefined && (
          <span class="hint clamped">
            <bdi>{term.definition}</bdi>
          </span>
        )}
      </th>
      <td>
        {translations.length === 0 ? (
          <span class="hint">{t(locale === undefined ? 'glossary.untranslated' : 'glossary.untranslated_here')}</span>
        ) : (
          <ul class="term-translations">
            {translations.slice(0, MAX_LOCALES).map(([tag, { translation, forbidden = [] }]) => (
              <li key={tag}>
                <code class="locale-code">{tag}</code>{' '}
                {translation !== undefined && <bdi {...languageAttributes(tag)}>{translation}</bdi>}
                {forbidden.length > 0 && (
                  <span class="hint">
                    {t('glossary.not_word')} <bdi {...languageAttributes(tag)}>{forbidden.slice(0, 3).join(' · ')}</bdi>
                  </span>
                )}
              </li>
            ))}
            {translations.length > MAX_LOCALES && (
              <li class="hint">{t('glossary.more_locales', { count: translations.length - MAX_LOCALES })}</li>
            )}
          </ul>
        )}
      </td>
    </tr>
  )
}

/** The rule of a term; nothing for a usual one. */
function KindBadge({ kind }: { readonly kind: 'normal' | 'do_not_translate' | 'forbidden' }) {
  if (kind === 'normal') return null
  return <span class={`badge ${kind === 'forbidden' ? 'danger' : 'warning'}`}>{t(`glossary.kinds.${kind}`)}</span>
}
