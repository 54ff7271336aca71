import { Button, ButtonLink } from '../components/button.tsx'
import { DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { formatCount } from '../format/numbers.ts'
import { Field, Select } from '../forms/form.tsx'
import { OwnerTabs, ReadOnlyNotice, VersionList } from '../guidance/frame.tsx'
import { type GuidancePlace, guidancePath } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { localeOptions } from '../strings/locale-name.ts'
import { languageAttributes } from '../strings/message-text.tsx'
import type { FoundTerms, TermRow } from './load-glossary.ts'

export const DONE = ['save', 'delete', 'restore', 'import'] as const

interface GlossaryPageProps {
  readonly place: GuidancePlace
  readonly found: FoundTerms
  readonly q: string
  readonly locale: string | undefined
  readonly done: (typeof DONE)[number] | undefined
}

/** The terms of a glossary, with a search, and its versions. */
export function GlossaryPage({ place, found, q, locale, done }: GlossaryPageProps) {
  const { project, withheld } = place
  const isEmpty = found.total === 0 && q === ''
  return (
    <div class="work">
      <PageHead title={t('glossary.title')} about={t('glossary.about')}>
        <div class="actions">
          {!isEmpty && <ButtonLink href={guidancePath(place, 'export')}>{t('glossary.export')}</ButtonLink>}
          {withheld === undefined && (
            <>
              <ButtonLink href={guidancePath(place, 'import')}>{t('glossary.import.open')}</ButtonLink>
              <ButtonLink look="primary" href={guidancePath(place, 'new')}>
                {t('glossary.add')}
              </ButtonLink>
            </>
          )}
        </div>
      </PageHead>
      {done !== undefined && <Notice kind="good" title={t(`glossary.done.${done}`)} />}
      <ReadOnlyNotice place={place} />
      <OwnerTabs place={place} />
      {isEmpty ? (
        <section class="empty">
          <h2>{t('glossary.none.title')}</h2>
          <p>{t('glossary.none.about')}</p>
          {withheld === undefined && (
            <ButtonLink look="primary" href={guidancePath(place, 'new')}>
              {t('glossary.add')}
            </ButtonLink>
          )}
        </section>
      ) : (
        <div class="with-side">
          <div>
            <form
              method="get"
              action={guidancePath({ ...place, isOfAccount: false })}
              class="term-search"
              role="search"
              aria-label={t('glossary.search')}
            >
              {place.isOfAccount && <input type="hidden" name="of" value="account" />}
              <Field name="q" label={t('glossary.search')} value={q} maxlength={200} />
              <Select
                name="locale"
                label={t('glossary.locale')}
                options={[['', t('glossary.all_locales')], ...localeOptions(project.record.target_locales)]}
                chosen={locale ?? ''}
              />
              <Button>{t('glossary.apply')}</Button>
            </form>
            {found.terms.length === 0 ? (
              <section class="empty">
                <h2>{t('glossary.no_match')}</h2>
                <ButtonLink href={guidancePath(place)}>{t('glossary.clear')}</ButtonLink>
              </section>
            ) : (
              <section class="panel" aria-label={t('glossary.terms')}>
                <header>
                  <h2>{t('glossary.terms')}</h2>
                  <span class="count">{formatCount(found.total)}</span>
                </header>
                <DataTable label={t('glossary.terms')} columns={columns()} isStacked>
                  {found.terms.map(term => (
                    <TermLine key={term.term} place={place} term={term} locale={locale} />
                  ))}
                </DataTable>
              </section>
            )}
            <Paging noun="terms" next={found.next_cursor} />
          </div>
          <VersionList place={place} version={found.version} versions={found.versions} />
        </div>
      )}
    </div>
  )
}

const columns = () => [{ heading: t('glossary.term') }, { heading: t('glossary.translations') }] as const

/** Most locales in a row. */
const MAX_LOCALES = 4

interface TermLineProps {
  readonly place: GuidancePlace
  readonly term: TermRow
  readonly locale: string | undefined
}

/** A term in the list, with its rules and its translations. */
function TermLine({ place, term, locale }: TermLineProps) {
  const translations = Object.entries(term.translations ?? {})
  const isInherited = term.from !== undefined
  return (
    <tr>
      <th scope="row" class="term-name">
        <a
          href={guidancePath({ ...place, isOfAccount: place.isOfAccount || isInherited }, 'term', { term: term.term })}
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
