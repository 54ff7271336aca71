import { Button, ButtonLink } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { formatCount } from '../format/count.ts'
import { Time } from '../format/time.tsx'
import { Field } from '../forms/field.tsx'
import { Select } from '../forms/select.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { localeName } from '../strings/locale-name.ts'
import type { FoundTerms, GlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'
import { TermLine } from './term-line.tsx'

export const DONE = ['save', 'delete', 'restore', 'import'] as const

export interface GlossaryPageProps {
  readonly request: PageRequest
  readonly place: GlossaryPlace
  readonly found: FoundTerms
  readonly q: string
  readonly locale: string | undefined
  readonly done: (typeof DONE)[number] | undefined
}

/** The terms of a glossary, with a search, and its versions. */
export function GlossaryPage(props: GlossaryPageProps) {
  const { request, place, found, q, locale, done } = props
  const { project, withheld } = place
  const isFiltered = q !== ''
  const isEmpty = found.total === 0 && !isFiltered
  return (
    <div class="work">
      <div class="head">
        <div>
          <h1>{t('glossary.title')}</h1>
          <p class="meta">{t('glossary.about')}</p>
        </div>
        <div class="actions">
          {!isEmpty && <ButtonLink href={glossaryPath(place, 'export')}>{t('glossary.export')}</ButtonLink>}
          {withheld === undefined && (
            <>
              <ButtonLink href={glossaryPath(place, 'import')}>{t('glossary.import.open')}</ButtonLink>
              <ButtonLink look="primary" href={glossaryPath(place, 'new')}>
                {t('glossary.add')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
      {done !== undefined && <Notice kind="good" title={t(`glossary.done.${done}`)} />}
      {withheld !== undefined && (
        <Notice kind="info" title={t('glossary.read_only')}>
          <p lang="en">{withheld}</p>
        </Notice>
      )}
      <GlossaryTabs place={place} />
      {isEmpty ? (
        <section class="empty">
          <h2>{t('glossary.none.title')}</h2>
          <p>{t('glossary.none.about')}</p>
          {withheld === undefined && (
            <ButtonLink look="primary" href={glossaryPath(place, 'new')}>
              {t('glossary.add')}
            </ButtonLink>
          )}
        </section>
      ) : (
        <div class="with-side">
          <div>
            <form
              method="get"
              action={glossaryPath({ project, isOfAccount: false })}
              class="term-search"
              role="search"
              aria-label={t('glossary.search')}
            >
              {place.isOfAccount && <input type="hidden" name="of" value="account" />}
              <Field name="q" label={t('glossary.search')} value={q} maxlength={200} />
              <Select
                name="locale"
                label={t('glossary.locale')}
                options={[
                  ['', t('glossary.all_locales')],
                  ...project.record.target_locales.map(tag => [tag, `${localeName(tag) ?? tag} (${tag})`] as const),
                ]}
                chosen={locale ?? ''}
              />
              <Button>{t('glossary.apply')}</Button>
            </form>
            {found.terms.length === 0 ? (
              <section class="empty">
                <h2>{t('glossary.no_match')}</h2>
                <ButtonLink href={glossaryPath(place)}>{t('glossary.clear')}</ButtonLink>
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
            <Paging request={request} noun="terms" next={found.next_cursor} />
          </div>
          <VersionList request={request} place={place} version={found.version} versions={found.versions} />
        </div>
      )}
    </div>
  )
}

const columns = () => [{ heading: t('glossary.term') }, { heading: t('glossary.translations') }] as const

/** The glossary of the project, which includes that of its account, or the account's alone. */
function GlossaryTabs({ place: { project, isOfAccount } }: { readonly place: GlossaryPlace }) {
  const tabs = [
    { isOf: false, text: project.name },
    { isOf: true, text: project.account.handle },
  ]
  return (
    <nav class="tabset" aria-label={t('glossary.of')}>
      {tabs.map(({ isOf, text }) => (
        <a
          key={text}
          href={glossaryPath({ project, isOfAccount: isOf })}
          aria-current={isOf === isOfAccount ? 'true' : undefined}
        >
          {t(isOf ? 'glossary.of_account' : 'glossary.of_project', { name: text })}
        </a>
      ))}
    </nav>
  )
}

interface VersionListProps {
  readonly request: PageRequest
  readonly place: GlossaryPlace
  readonly version: number
  readonly versions: FoundTerms['versions']
}

/** The newest versions of a glossary. */
function VersionList({ request, place, version, versions }: VersionListProps) {
  if (versions.length === 0) return null
  return (
    <aside class="panel versions" aria-labelledby="versions-heading">
      <header>
        <h2 id="versions-heading">{t('glossary.versions.title')}</h2>
      </header>
      <ol>
        {versions.map(one => (
          <li key={one.version}>
            <a href={glossaryPath(place, `versions/${one.version}`)}>
              {t('glossary.versions.name', { version: one.version })}
            </a>
            {one.version === version && <span class="badge">{t('glossary.versions.current')}</span>}
            <span class="hint">
              <bdi class="who">{one.by}</bdi> · <Time at={one.at} now={request.services.now()} />
            </span>
            {one.note !== undefined && (
              <span class="hint clamped">
                <bdi>{one.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </aside>
  )
}
