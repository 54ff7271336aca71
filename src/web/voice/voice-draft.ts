import type { Voice, VoiceFields } from '../../l10n/voice/voice.ts'

/** A note about a country as typed. */
export interface CountryNote {
  readonly country: string
  readonly note: string
}

/** The form of a voice, or of its override for a locale, as typed. */
export interface VoiceDraft {
  readonly tone: string
  readonly formality: string
  readonly audience: string
  readonly guidelines: string
  readonly description: string
  /** Country codes with commas. */
  readonly countries: string
  readonly notes: readonly CountryNote[]
  readonly append: boolean
}

export const toDraft = (fields: VoiceFields): VoiceDraft => ({
  tone: fields.tone ?? '',
  formality: fields.formality ?? '',
  audience: fields.target_audience ?? '',
  guidelines: fields.guidelines ?? '',
  description: fields.description ?? '',
  countries: (fields.target_countries ?? []).join(', '),
  notes: Object.entries(fields.cultural_notes ?? {}).map(([country, note]) => ({ country, note })),
  append: fields.append === true,
})

/** Most notes that a form has. */
const MAX_NOTES = 60

export function readDraft(form: URLSearchParams): VoiceDraft {
  const clean = (text: string): string => text.replaceAll('\r\n', '\n').trim()
  const read = (name: string): string => clean(form.get(name) ?? '')
  const notes = form.getAll('note_text').slice(0, MAX_NOTES)
  const countries = form.getAll('note_country')
  return {
    tone: read('tone'),
    formality: read('formality'),
    audience: read('target_audience'),
    guidelines: read('guidelines'),
    description: read('description'),
    countries: read('target_countries'),
    notes: notes
      .map((note, at) => ({ country: (countries[at] ?? '').trim().toUpperCase(), note: clean(note) }))
      .filter(({ country, note }) => country !== '' || note !== ''),
    append: form.has('append'),
  }
}

/** The fields as `save_voice` takes them. Empty ones are left out. */
export function toFields(draft: VoiceDraft): Readonly<Record<string, unknown>> {
  const countries = draft.countries
    .split(/[\s,]+/)
    .map(one => one.toUpperCase())
    .filter(one => one !== '')
  return {
    ...(draft.tone !== '' && { tone: draft.tone }),
    ...(draft.formality !== '' && { formality: draft.formality }),
    ...(draft.audience !== '' && { target_audience: draft.audience }),
    ...(draft.guidelines !== '' && { guidelines: draft.guidelines }),
    ...(draft.description !== '' && { description: draft.description }),
    ...(countries.length > 0 && { target_countries: countries }),
    ...(draft.notes.length > 0 && {
      cultural_notes: Object.fromEntries(draft.notes.map(({ country, note }) => [country, note])),
    }),
    ...(draft.append && { append: true }),
  }
}

/** The base of a voice, or its override for a locale. */
export function partOf({ overrides, ...base }: Voice, locale: string | undefined): VoiceFields {
  return locale === undefined ? base : (overrides?.[locale] ?? {})
}

/** The whole voice with one part replaced: its base, or the override for a locale. Undefined removes the override. */
export function withPart(voice: Voice, locale: string | undefined, draft: VoiceDraft | undefined): object {
  const { overrides, ...base } = voice
  if (locale === undefined) {
    return { ...(draft === undefined ? base : toFields(draft)), ...(overrides !== undefined && { overrides }) }
  }
  const { [locale]: _, ...others } = overrides ?? {}
  const own = draft === undefined ? {} : { [locale]: toFields(draft) }
  return { ...base, overrides: { ...others, ...own } }
}
