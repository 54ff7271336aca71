import { Button, ButtonLink } from '../components/button.tsx'
import { Field } from '../forms/field.tsx'
import { Select } from '../forms/select.tsx'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { localeName } from '../strings/locale-name.ts'
import { type ChangeFilters, FIELDS, filteredPath } from './filters.ts'
import { changesPath } from './paths.ts'
import { BATCH_KINDS } from './view.ts'

interface FilterProps {
  readonly project: LoadedProject
  readonly filters: ChangeFilters
}

/** Limits the list to one kind of batch, and keeps the other filters. */
export function KindFilter({ project, filters: { kind: here, ...others } }: FilterProps) {
  const path = changesPath(project)
  return (
    <nav class="tabset" aria-label={t('changes.filter.kind')}>
      <a href={filteredPath(path, others)} aria-current={here === undefined ? 'true' : undefined}>
        {t('changes.filter.all')}
      </a>
      {BATCH_KINDS.map(kind => (
        <a key={kind} href={filteredPath(path, { ...others, kind })} aria-current={kind === here ? 'true' : undefined}>
          {t(`changes.filter.kinds.${kind}`)}
        </a>
      ))}
    </nav>
  )
}

interface FilterFormProps extends FilterProps {
  readonly fault: { readonly message: string; readonly field: string | undefined } | undefined
}

/** The other filters. Strangers of a public project have none for authors. */
export function FilterForm({ project, filters, fault }: FilterFormProps) {
  const isSet = FIELDS.some(name => filters[name] !== undefined)
  const faultOf = (name: string) => (fault?.field === name ? t('changes.filter.no_date') : undefined)
  const locales = project.record.target_locales.map(tag => [tag, `${localeName(tag) ?? tag} (${tag})`] as const)
  return (
    <details class="filter-box" open={isSet}>
      <summary>{t('changes.filter.more')}</summary>
      <form method="get" action={changesPath(project)} class="filter-form">
        {filters.kind !== undefined && <input type="hidden" name="kind" value={filters.kind} />}
        {!project.isOutsider && (
          <>
            <Field name="person" label={t('changes.filter.person')} value={filters.person} maxlength={60} />
            <Field name="client" label={t('changes.filter.client')} value={filters.client} maxlength={100} />
            <Field name="token" label={t('changes.filter.token')} value={filters.token} maxlength={40} />
          </>
        )}
        <Select
          name="locale"
          label={t('changes.filter.locale')}
          options={[['', t('changes.filter.any')], ...locales]}
          chosen={filters.locale ?? ''}
        />
        <Field
          name="since"
          kind="date"
          label={t('changes.filter.since')}
          value={filters.since}
          fault={faultOf('since')}
        />
        <Field
          name="until"
          kind="date"
          label={t('changes.filter.until')}
          value={filters.until}
          fault={faultOf('until')}
        />
        <div class="actions">
          <Button small>{t('changes.filter.apply')}</Button>
          {isSet && (
            <ButtonLink
              small
              href={filteredPath(changesPath(project), filters.kind === undefined ? {} : { kind: filters.kind })}
            >
              {t('changes.filter.clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </details>
  )
}
