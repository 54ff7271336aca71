import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import type { Term } from '../../l10n/glossary/term.ts'
import { FieldDiff } from '../changes/field-diff.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import type { Visit } from '../requests/visit.ts'
import type { FoundTerms, GlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'

export interface VersionPageProps {
  readonly visit: Visit
  readonly place: GlossaryPlace
  readonly version: FoundTerms['versions'][number]
  readonly isCurrent: boolean
  readonly changes: readonly TermChange[]
  /** What restoring the version would do; the next submission does it. */
  readonly preview: { readonly added: number; readonly changed: number; readonly removed: number } | undefined
}

/** Most terms that the page shows. */
const MAX_TERMS = 40

/** What a version of a glossary changed, and the way back to it. */
export function VersionPage({ visit, place, version, isCurrent, changes, preview }: VersionPageProps) {
  const path = glossaryPath(place, `versions/${version.version}`)
  return (
    <div class="work">
      {preview !== undefined && (
        <Notice kind="warning" title={t('glossary.versions.restore_title', { version: version.version })} isFirst>
          <p>{t('glossary.versions.restore_effect', preview)}</p>
          <Form visit={visit} action={path} class="actions">
            <Button small name="action" value="restore">
              {t('glossary.versions.restore_now')}
            </Button>
            <ButtonLink small href={path}>
              {t('glossary.cancel')}
            </ButtonLink>
          </Form>
        </Notice>
      )}
      <div class="head">
        <div>
          <nav class="meta" aria-label={t('glossary.path')}>
            <a href={glossaryPath(place)}>{t('glossary.title')}</a>
            <span aria-hidden="true">/</span>
            <bdi>{place.target}</bdi>
          </nav>
          <h1>{t('glossary.versions.name', { version: version.version })}</h1>
          <p class="meta">
            <bdi class="who">{version.by}</bdi>
            <Time at={version.at} now={visit.services.now()} />
          </p>
        </div>
        {place.mayRestore && !isCurrent && preview === undefined && (
          <Form visit={visit} action={path} class="actions">
            <Button name="action" value="preview">
              {t('glossary.versions.restore')}
            </Button>
          </Form>
        )}
      </div>
      {version.note !== undefined && (
        <p class="text" dir="auto">
          {version.note}
        </p>
      )}
      <section class="panel" aria-label={t('glossary.versions.changes')}>
        <header>
          <h2>{t('glossary.versions.changes')}</h2>
          <span class="count">{changes.length}</span>
        </header>
        {changes.slice(0, MAX_TERMS).map(({ before, after }) => (
          <TermDiff key={(after ?? before)?.term} before={before} after={after} />
        ))}
        {changes.length > MAX_TERMS && (
          <p class="panel-foot hint">{t('glossary.versions.more', { count: changes.length - MAX_TERMS })}</p>
        )}
      </section>
    </div>
  )
}

function TermDiff({ before, after }: TermChange) {
  const name = (after ?? before)?.term ?? ''
  const [old, now] = [describe(before), describe(after)]
  const fields = [...new Set([...old.keys(), ...now.keys()])].filter(field => old.get(field) !== now.get(field))
  const what = before === null ? 'added' : after === null ? 'removed' : 'changed'
  return (
    <article class="change">
      <div class="change-head">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <span class="hint">{t(`glossary.versions.${what}`)}</span>
      </div>
      <dl class="term-diff">
        {fields.map(field => (
          <FieldDiff key={field} field={field} before={old.get(field)} after={now.get(field)} />
        ))}
      </dl>
    </article>
  )
}

/** The fields of a term as lines of text, by their label. */
function describe(term: Term | null): ReadonlyMap<string, string> {
  if (term === null) return new Map()
  const lines: [string, string | undefined][] = [
    [t('glossary.form.kind'), term.kind === 'normal' ? undefined : t(`glossary.kinds.${term.kind}`)],
    [t('glossary.case'), term.case_sensitive ? t('glossary.yes') : undefined],
    [t('glossary.fields.definition'), term.definition],
    [t('glossary.fields.part_of_speech'), term.part_of_speech],
    [t('glossary.fields.source_variants'), term.source_variants?.join(' · ')],
    ...Object.entries(term.translations).flatMap(([locale, own]): [string, string | undefined][] => [
      [t('glossary.form.translation', { locale }), own.translation],
      [t('glossary.form.variants', { locale }), own.variants?.join(' · ')],
      [t('glossary.form.forbidden', { locale }), own.forbidden?.join(' · ')],
      [t('glossary.form.note', { locale }), own.note],
    ]),
  ]
  return new Map(lines.filter((line): line is [string, string] => line[1] !== undefined))
}
