import { TERM_KINDS } from '../../l10n/glossary/term.ts'
import type { StoredTerm } from '../../tools/glossary/load.ts'
import { SavedMeanwhile } from '../changes/saved-meanwhile.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { Select } from '../forms/select.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { describeTerm } from './describe-term.ts'
import { Impact } from './impact.tsx'
import type { FoundTerms, GlossaryPlace } from './load-glossary.ts'
import { glossaryPath } from './paths.ts'
import type { SavedTerms } from './save.ts'
import { isFilled, localeField, type TermDraft, toTerm } from './term-draft.ts'

export interface TermFormProps {
  readonly request: PageRequest
  readonly place: GlossaryPlace
  /** The name of the term to change; undefined for a new one. */
  readonly name: string | undefined
  readonly draft: TermDraft
  /** The version that the form changes. */
  readonly base: number
  readonly failure: FormFailure | undefined
  /** What saving or deleting would affect; the next submission does it. */
  readonly impact: SavedTerms | undefined
  readonly isDeleting: boolean
  /** The term as somebody else saved it since the form was opened, with the versions of the glossary. */
  readonly newer: { readonly term: StoredTerm; readonly versions: FoundTerms['versions'] } | undefined
}

/** The form of a term. Saving a term that concerns strings asks once more. */
export function TermForm(props: TermFormProps) {
  const { request, place, name, draft, base, failure, impact, isDeleting, newer } = props
  const action = name === undefined ? glossaryPath(place, 'new') : glossaryPath(place, 'term', { term: name })
  const isReadOnly = place.withheld !== undefined
  const faultOf = (field: string) => (failure?.field === field ? failure.message : undefined)
  return (
    <div class="work form-page">
      {failure !== undefined && (
        <Notice kind="danger" title={t('glossary.form.failed')} isFirst>
          <p lang="en">
            {failure.field === undefined ? failure.message : <a href={`#${failure.field}`}>{failure.message}</a>}
          </p>
          {failure.fix !== undefined && <p lang="en">{failure.fix}</p>}
        </Notice>
      )}
      {impact !== undefined && <Impact place={place} impact={impact} />}
      {newer !== undefined && (
        <SavedMeanwhile
          version={newer.versions.find(one => one.version === newer.term.version)}
          theirs={describeTerm(newer.term)}
          mine={describeTerm(isDeleting ? null : toTerm(draft, newer.term))}
          now={request.services.now()}
        />
      )}
      <div class="head">
        <div>
          <nav class="meta" aria-label={t('glossary.path')}>
            <a href={glossaryPath(place)}>{t('glossary.title')}</a>
            <span aria-hidden="true">/</span>
            <bdi>{place.target}</bdi>
          </nav>
          <h1>{name === undefined ? t('glossary.add') : <bdi>{name}</bdi>}</h1>
        </div>
      </div>
      {isReadOnly && (
        <Notice kind="info" title={t('glossary.read_only')}>
          <p lang="en">{place.withheld}</p>
        </Notice>
      )}
      <Form request={request} action={action} class="panel sections-form term-form">
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

function TermActions({ place, name, impact, isDeleting, newer }: TermFormProps) {
  const isAsked = impact !== undefined
  return (
    <div class="actions">
      {!(isAsked && isDeleting) && (
        <Button look="primary" name="action" value={isAsked ? 'save' : 'check'}>
          {t(
            newer !== undefined
              ? 'changes.meanwhile.save'
              : isAsked
                ? 'glossary.form.save_anyway'
                : 'glossary.form.save',
          )}
        </Button>
      )}
      {name !== undefined && !(isAsked && !isDeleting) && (
        <Button look="danger" name="action" value={isAsked ? 'delete' : 'check_delete'}>
          {t(isAsked ? 'glossary.form.delete_anyway' : 'glossary.form.delete')}
        </Button>
      )}
      {newer === undefined ? (
        <ButtonLink href={glossaryPath(place)}>{t('glossary.cancel')}</ButtonLink>
      ) : (
        <ButtonLink href={glossaryPath(place, 'term', { term: newer.term.term })}>
          {t('changes.meanwhile.keep')}
        </ButtonLink>
      )}
    </div>
  )
}
