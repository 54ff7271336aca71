import { TERM_KINDS } from '../../l10n/glossary/term.ts'
import type { StoredTerm } from '../../tools/glossary/load.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { FailureNotice } from '../components/failure-notice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Field, Form, Select } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { SavedMeanwhile } from '../guidance/field-diff.tsx'
import { Crumbs, ReadOnlyNotice } from '../guidance/frame.tsx'
import { type GuidancePlace, guidancePath, type Version } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { Impact } from './impact.tsx'
import type { SavedTerms } from './load-glossary.ts'
import { describeTerm, isFilled, localeField, type TermDraft, toTerm } from './term-draft.ts'

/** A term that a form creates, changes or deletes. */
export interface TermScene {
  readonly place: GuidancePlace
  /** The term to change; undefined for a new one. */
  readonly before: StoredTerm | undefined
  readonly draft: TermDraft
  readonly failure?: FormFailure | undefined
  /** What saving or deleting would affect; the next submission does it. */
  readonly impact?: SavedTerms | undefined
  readonly isDeleting?: boolean
  /** The version that the form changes; default: the present one. */
  readonly base?: number
  /** Whether somebody else saved the term since the form was opened. */
  readonly isConflict?: boolean
}

interface TermFormProps extends TermScene {
  readonly base: number
  readonly versions: readonly Version[]
}

/** The form of a term. Saving a term that concerns strings asks once more. */
export function TermForm(props: TermFormProps) {
  const { place, before, draft, base, versions, failure, impact, isDeleting = false } = props
  const name = before?.term
  const newer = props.isConflict === true ? before : undefined
  const action = name === undefined ? guidancePath(place, 'new') : guidancePath(place, 'term', { term: name })
  const isReadOnly = place.withheld !== undefined
  const faultOf = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <div class="work form-page">
      <FailureNotice title={t('glossary.form.failed')} failure={failure} />
      {impact !== undefined && <Impact place={place} impact={impact} />}
      {newer !== undefined && (
        <SavedMeanwhile
          version={versions.find(one => one.version === newer.version)}
          theirs={describeTerm(newer)}
          mine={describeTerm(isDeleting ? null : toTerm(draft, newer))}
        />
      )}
      <PageHead path={<Crumbs place={place} />} title={name === undefined ? t('glossary.add') : <bdi>{name}</bdi>} />
      <ReadOnlyNotice place={place} />
      <Form action={action} class="panel sections-form term-form">
        <input type="hidden" name="base_version" value={String(base)} />
        <fieldset disabled={isReadOnly} class="plain-set" aria-label={t('glossary.term')}>
          {name === undefined ? (
            <Field
              name="term"
              label={t('glossary.term')}
              hint={t('glossary.form.term_hint')}
              maxlength={200}
              value={draft.term}
              fault={faultOf('term')}
              required
            />
          ) : (
            <input type="hidden" name="term" value={name} />
          )}
          <Select
            name="kind"
            label={t('glossary.form.kind')}
            options={TERM_KINDS.map(kind => [kind, t(`glossary.kinds.${kind}`)])}
            chosen={draft.kind}
          />
          <label class="check">
            <input type="checkbox" name="case_sensitive" checked={draft.isCaseSensitive} />
            <span>{t('glossary.form.case')}</span>
          </label>
          <Field
            name="definition"
            kind="lines"
            label={t('glossary.form.definition')}
            maxlength={1000}
            value={draft.definition}
            fault={faultOf('definition')}
          />
          <Field
            name="part_of_speech"
            label={t('glossary.form.part_of_speech')}
            hint={t('glossary.form.part_hint')}
            maxlength={40}
            value={draft.partOfSpeech}
          />
          <Field
            name="source_variants"
            kind="lines"
            label={t('glossary.form.source_variants')}
            hint={t('glossary.form.source_variants_hint')}
            value={draft.sourceVariants}
          />
        </fieldset>
        <fieldset disabled={isReadOnly} class="plain-set">
          <legend>{t('glossary.translations')}</legend>
          {Object.entries(draft.locales).map(([tag, own]) => (
            <details key={tag} open={isFilled(own)} class="term-locale">
              <summary>
                <LocaleLabel locale={tag} />
              </summary>
              <div class="columns">
                <input type="hidden" name="locale" value={tag} />
                <Field
                  name={localeField(tag, 'translation')}
                  label={t('glossary.form.translation', { locale: tag })}
                  maxlength={1000}
                  value={own.translation}
                />
                <Field
                  name={localeField(tag, 'note')}
                  label={t('glossary.form.note', { locale: tag })}
                  maxlength={1000}
                  value={own.note}
                />
                <Field
                  name={localeField(tag, 'variants')}
                  kind="lines"
                  label={t('glossary.form.variants', { locale: tag })}
                  hint={t('glossary.form.one_a_line')}
                  value={own.variants}
                />
                <Field
                  name={localeField(tag, 'forbidden')}
                  kind="lines"
                  label={t('glossary.form.forbidden', { locale: tag })}
                  hint={t('glossary.form.one_a_line')}
                  value={own.forbidden}
                />
              </div>
            </details>
          ))}
        </fieldset>
        {!isReadOnly && <TermActions {...props} />}
      </Form>
    </div>
  )
}

function TermActions({ place, before, impact, isDeleting = false, isConflict = false }: TermFormProps) {
  const isConfirming = impact !== undefined
  return (
    <div class="actions">
      {!(isConfirming && isDeleting) && (
        <Button look="primary" name="action" value={isConfirming ? 'save' : 'check'}>
          {t(isConflict ? 'changes.meanwhile.save' : isConfirming ? 'glossary.form.save_anyway' : 'glossary.form.save')}
        </Button>
      )}
      {before !== undefined && !(isConfirming && !isDeleting) && (
        <Button look="danger" name="action" value={isConfirming ? 'delete' : 'check_delete'}>
          {t(isConfirming ? 'glossary.form.delete_anyway' : 'glossary.form.delete')}
        </Button>
      )}
      {isConflict && before !== undefined ? (
        <ButtonLink href={guidancePath(place, 'term', { term: before.term })}>{t('changes.meanwhile.keep')}</ButtonLink>
      ) : (
        <ButtonLink href={guidancePath(place)}>{t('glossary.cancel')}</ButtonLink>
      )}
    </div>
  )
}
