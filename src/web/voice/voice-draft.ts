import type { Voice, VoiceFields } from '../../l10n/voice/voice.ts'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'

interface CountryNote {
  readonly country: string
  readonly note: string
}

/** The fields with one text. */
export const TEXTS = ['tone', 'formality', 'target_audience', 'guidelines', 'description'] as const

/** The form of a voice, or of its override for a locale, as typed. */
export interface VoiceDraft extends Readonly<Record<(typeof TEXTS)[number], string>> {
  /** Country codes with commas. */
  readonly target_countries: string
  readonly notes: readonly CountryNote[]
  readonly append: boolean
}

const readTexts = (read: (name: (typeof TEXTS)[number]) => string) =>
  Object.fromEntries(TEXTS.map(name => [name, read(name)])) as Record<(typeof TEXTS)[number], string>

export const toDraft = (fields: VoiceFields): VoiceDraft => ({
  ...readTexts(name => fields[name] ?? ''),
  target_countries: (fields.target_countries ?? []).join(', '),
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
    ...readTexts(read),
    target_countries: read('target_countries'),
    notes: notes
      .map((note, at) => ({ country: (countries[at] ?? '').trim().toUpperCase(), note: clean(note) }))
      .filter(({ country, note }) => country !== '' || note !== ''),
    append: form.has('append'),
  }
}

/** The fields as `save_voice` takes them. Empty ones are left out. */
export function toFields(draft: VoiceDraft): Readonly<Record<string, unknown>> {
  const countries = draft.target_countries
    .split(/[\s,]+/)
    .map(one => one.toUpperCase())
    .filter(one => one !== '')
  return {
    ...Object.fromEntries(TEXTS.map(name => [name, draft[name]] as const).filter(([, text]) => text !== '')),
    ...(countries.length > 0 && { target_countries: countries }),
    ...(draft.notes.length > 0 && {
      cultural_notes: Object.fromEntries(draft.notes.map(({ country, note }) => [country, note])),
    }),
    ...(draft.append && { append: true }),
  }
}

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

/** The fields of a voice as lines of text, by their label. */
export function describeVoice({ overrides = {}, ...base }: Voice): ReadonlyMap<string, string> {
  const lines = [
    ...describeFields(base),
    ...Object.entries(overrides).flatMap(([locale, own]) =>
      describeFields(own).map(([name, value]) => [`${locale}: ${name}`, value] as const),
    ),
  ]
  return new Map(lines)
}

/** The fields of the base or an override, without empty ones. */
export function describeFields(fields: VoiceFields): readonly (readonly [string, string])[] {
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('voice.tone'), fields.tone === undefined ? undefined : t(`voice.tones.${fields.tone}`)],
    [t('voice.formality'), fields.formality === undefined ? undefined : t(`voice.formalities.${fields.formality}`)],
    [t('voice.audience'), fields.target_audience],
    [t('voice.guidelines'), fields.guidelines],
    [t('voice.description'), fields.description],
    [t('voice.countries'), fields.target_countries && unitListFormat().format(fields.target_countries)],
    [t('voice.appends'), fields.append === true ? t('voice.yes') : undefined],
    ...Object.entries(fields.cultural_notes ?? {}).map(
      ([country, note]) => [t('voice.note_about', { country }), note] as const,
    ),
  ]
  return lines.filter((line): line is readonly [string, string] => line[1] !== undefined)
}
