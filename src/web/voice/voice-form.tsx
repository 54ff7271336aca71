import { FORMALITIES, TONES, type VoiceFields } from '../../l10n/voice/voice.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { Select } from '../forms/select.tsx'
import { rich, t } from '../i18n/t.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { voicePath } from './load-voice.ts'
import type { VoicePageProps } from './page-props.ts'
import type { VoiceDraft } from './voice-draft.ts'

/** The form of a voice. Saving one that concerns translations asks once more. */
export function VoiceForm({
  request,
  place,
  locale,
  draft,
  note,
  failure,
  impact,
  isRemoving,
  base,
  isConflict,
}: VoicePageProps) {
  const isReadOnly = place.withheld !== undefined
  const faultOf = (field: string) => (failure?.field === field ? failure.message : undefined)
  const inherited = locale === undefined ? (place.base ?? {}) : { ...place.base, ...place.voice }
  const hint = (field: keyof VoiceFields) => tellInherited(inherited, field)
  const isOverride = locale !== undefined
  return (
    <Form
      request={request}
      action={voicePath(place, '', isOverride ? { locale } : {})}
      class="panel sections-form voice-form"
    >
      <input type="hidden" name="base_version" value={String(base)} />
      <h2>{isOverride ? rich('voice.for_locale', { locale: <LocaleLabel locale={locale} /> }) : t('voice.base')}</h2>
      <fieldset disabled={isReadOnly} class="plain-set" aria-label={t('voice.title')}>
        <div class="columns">
          <Select
            name="tone"
            label={t('voice.tone')}
            hint={hint('tone')}
            options={[['', t('voice.unset')], ...TONES.map(one => [one, t(`voice.tones.${one}`)] as const)]}
            chosen={draft.tone}
            fault={faultOf('tone')}
          />
          <Select
            name="formality"
            label={t('voice.formality')}
            hint={hint('formality')}
            options={[['', t('voice.unset')], ...FORMALITIES.map(one => [one, t(`voice.formalities.${one}`)] as const)]}
            chosen={draft.formality}
          />
        </div>
        <Field
          name="target_audience"
          label={t('voice.audience')}
          hint={hint('target_audience') ?? t('voice.audience_hint')}
          value={draft.audience}
          fault={faultOf('target_audience')}
        />
        <Field
          name="guidelines"
          kind="lines"
          label={t('voice.guidelines')}
          hint={hint('guidelines') ?? t('voice.guidelines_hint')}
          value={draft.guidelines}
          fault={faultOf('guidelines')}
        />
        <Field
          name="description"
          kind="lines"
          label={t('voice.description')}
          hint={hint('description') ?? t('voice.description_hint')}
          value={draft.description}
          fault={faultOf('description')}
        />
        {(isOverride || !place.isOfAccount) && (
          <label class="check">
            <input type="checkbox" name="append" checked={draft.append} />
            <span>{t(isOverride ? 'voice.append_to_base' : 'voice.append_to_account')}</span>
          </label>
        )}
        <Field
          name="target_countries"
          label={t('voice.countries')}
          hint={hint('target_countries') ?? t('voice.countries_hint')}
          value={draft.countries}
          fault={faultOf('target_countries')}
        />
        <CountryNotes draft={draft} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <Field
            name="note"
            label={t('voice.note')}
            hint={t('voice.note_hint')}
            maxlength={1000}
            value={note}
            fault={faultOf('note')}
          />
        )}
      </fieldset>
      {!isReadOnly && (
        <div class="actions">
          {!(impact !== undefined && isRemoving) && (
            <Button look="primary" name="action" value={impact === undefined ? 'check' : 'save'}>
              {t(isConflict ? 'changes.meanwhile.save' : impact === undefined ? 'voice.save' : 'voice.save_anyway')}
            </Button>
          )}
          {isOverride && place.voice.overrides?.[locale] !== undefined && (impact === undefined || isRemoving) && (
            <Button look="danger" name="action" value={impact === undefined ? 'check_remove' : 'remove'}>
              {t('voice.remove')}
            </Button>
          )}
          {isConflict ? (
            <ButtonLink href={voicePath(place, '', isOverride ? { locale } : {})}>
              {t('changes.meanwhile.keep')}
            </ButtonLink>
          ) : (
            (impact !== undefined || isOverride) && <ButtonLink href={voicePath(place)}>{t('voice.cancel')}</ButtonLink>
          )}
        </div>
      )}
    </Form>
  )
}

/** Longest inherited value in a hint. */
const MAX_HINT_UNITS = 140

/** What a field has without a value of its own. */
function tellInherited({ tone, formality, ...fields }: VoiceFields, field: keyof VoiceFields): string | undefined {
  if (field === 'tone') return tone && t('voice.inherited', { value: t(`voice.tones.${tone}`) })
  if (field === 'formality') return formality && t('voice.inherited', { value: t(`voice.formalities.${formality}`) })
  const value = fields[field]
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : ''
  if (text === '') return undefined
  const short =
    text.length <= MAX_HINT_UNITS ? text : `${text.slice(0, MAX_HINT_UNITS).replace(/[\uD800-\uDBFF]$/, '')}…`
  return t('voice.inherited', { value: short })
}

/** A note for each country, and a blank one to add. */
function CountryNotes({ draft, isReadOnly }: { readonly draft: VoiceDraft; readonly isReadOnly: boolean }) {
  const notes = isReadOnly ? draft.notes : [...draft.notes, { country: '', note: '' }]
  if (notes.length === 0) return null
  return (
    <fieldset class="plain-set country-notes">
      <legend>{t('voice.notes')}</legend>
      <p class="hint">{t('voice.notes_hint')}</p>
      {notes.map(({ country, note }, at) => (
        <div class="country-note" key={at}>
          <Field
            name="note_country"
            id={`note_country-${at}`}
            kind="code"
            label={t('voice.country', { n: at + 1 })}
            maxlength={2}
            value={country}
          />
          <Field
            name="note_text"
            id={`note_text-${at}`}
            kind="lines"
            label={t('voice.country_note', { n: at + 1 })}
            value={note}
          />
        </div>
      ))}
    </fieldset>
  )
}
