import type { Voice, VoiceFields } from '../../l10n/voice/voice.ts'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'

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
