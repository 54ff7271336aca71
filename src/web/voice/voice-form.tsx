import { FORMALITIES, TONES, type VoiceFields } from '../../l10n/voice/voice.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Field, Form, Select } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { guidancePath } from '../guidance/place.ts'
import { rich, t } from '../i18n/t.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import type { SavedVoice, VoicePlace } from './load-voice.ts'
import type { VoiceDraft } from './voice-draft.ts'

/** A voice, or its override for a locale, that a form changes. */
export interface VoiceScene {
  readonly place: VoicePlace
  /** The locale whose override the page shows; undefined for the base. */
  readonly locale: string | undefined
  readonly draft: VoiceDraft
  readonly failure?: FormFailure | undefined
  /** What saving would affect; the next submission does it. */
  readonly impact?: SavedVoice | undefined
  readonly isRemoving?: boolean
  /** The version that the form replaces; default: that of the place. */
  readonly base?: number
  /** Whether the version of the page was saved after the form was opened. */
  readonly isConflict?: boolean
}

interface VoiceFormProps extends VoiceScene {
  readonly note: string
}

/** The form of a voice. Saving one that concerns translations asks once more. */
export function VoiceForm(props: VoiceFormProps) {
  const { place, locale, draft, note, base = place.version } = props
  const isReadOnly = place.withheld !== undefined
  return (
    <Form action={formPath(props)} class="panel sections-form voice-form">
      <input type="hidden" name="base_version" value={String(base)} />
      <h2>
        {locale === undefined ? t('voice.base') : rich('voice.for_locale', { locale: <LocaleLabel locale={locale} /> })}
      </h2>
      <fieldset disabled={isReadOnly} class="plain-set" aria-label={t('voice.title')}>
        <div class="columns">
          <Select
            name="tone"
            label={t('voice.tone')}
            hint={tellInherited(props, 'tone')}
            options={[['', t('voice.unset')], ...TONES.map(one => [one, t(`voice.tones.${one}`)] as const)]}
            chosen={draft.tone}
            fault={faultOf(props, 'tone')}
          />
          <Select
            name="formality"
            label={t('voice.formality')}
            hint={tellInherited(props, 'formality')}
            options={[['', t('voice.unset')], ...FORMALITIES.map(one => [one, t(`voice.formalities.${one}`)] as const)]}
            chosen={draft.formality}
          />
        </div>
        <VoiceText {...props} name="target_audience" word="audience" />
        <VoiceText {...props} name="guidelines" word="guidelines" kind="lines" />
        <VoiceText {...props} name="description" word="description" kind="lines" />
        {(locale !== undefined || !place.isOfAccount) && (
          <label class="check">
            <input type="checkbox" name="append" checked={draft.append} />
            <span>{t(locale === undefined ? 'voice.append_to_account' : 'voice.append_to_base')}</span>
          </label>
        )}
        <VoiceText {...props} name="target_countries" word="countries" />
        <CountryNotes draft={draft} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <Field
            name="note"
            label={t('voice.note')}
            hint={t('voice.note_hint')}
            maxlength={1000}
            value={note}
            fault={faultOf(props, 'note')}
          />
        )}
      </fieldset>
      {!isReadOnly && <VoiceActions {...props} />}
    </Form>
  )
}

const formPath = ({ place, locale }: VoiceScene): string =>
  guidancePath(place, '', locale === undefined ? {} : { locale })

const faultOf = ({ failure }: VoiceScene, name: string): string | undefined =>
  failure?.field === name ? failure.message : undefined

interface VoiceTextProps extends VoiceFormProps {
  readonly name: 'target_audience' | 'guidelines' | 'description' | 'target_countries'
  /** Its name in the messages. */
  readonly word: 'audience' | 'guidelines' | 'description' | 'countries'
  readonly kind?: 'lines'
}

/** A field with a text, and what it has without one. */
const VoiceText = ({ name, word, kind, ...props }: VoiceTextProps) => (
  <Field
    name={name}
    {...(kind !== undefined && { kind })}
    label={t(`voice.${word}`)}
    hint={tellInherited(props, name) ?? t(`voice.${word}_hint`)}
    value={props.draft[name]}
    fault={faultOf(props, name)}
  />
)

function VoiceActions(props: VoiceFormProps) {
  const { place, locale, impact, isRemoving = false, isConflict = false } = props
  const isConfirming = impact !== undefined
  const hasOverride = locale !== undefined && place.voice.overrides?.[locale] !== undefined
  return (
    <div class="actions">
      {!(isConfirming && isRemoving) && (
        <Button look="primary" name="action" value={isConfirming ? 'save' : 'check'}>
          {t(isConflict ? 'changes.meanwhile.save' : isConfirming ? 'voice.save_anyway' : 'voice.save')}
        </Button>
      )}
      {hasOverride && (!isConfirming || isRemoving) && (
        <Button look="danger" name="action" value={isConfirming ? 'remove' : 'check_remove'}>
          {t('voice.remove')}
        </Button>
      )}
      {isConflict && <ButtonLink href={formPath(props)}>{t('changes.meanwhile.keep')}</ButtonLink>}
      {!isConflict && (isConfirming || locale !== undefined) && (
        <ButtonLink href={guidancePath(place)}>{t('voice.cancel')}</ButtonLink>
      )}
    </div>
  )
}

/** Longest inherited value in a hint. */
const MAX_HINT_UNITS = 140

/** What a field has without a value of its own. */
function tellInherited({ place, locale }: VoiceScene, field: keyof VoiceFields): string | undefined {
  const { tone, formality, ...fields } = locale === undefined ? (place.base ?? {}) : { ...place.base, ...place.voice }
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
