import type { Voice, VoiceFields } from '../../l10n/voice/voice.ts'
import { FieldDiff } from '../changes/field-diff.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import type { Visit } from '../requests/visit.ts'
import { type VoicePlace, voicePath } from './load-voice.ts'
import type { SavedVoice } from './save.ts'
import { VoiceImpact } from './voice-page.tsx'

export interface VoiceVersionPageProps {
  readonly visit: Visit
  readonly place: VoicePlace
  readonly version: VoicePlace['versions'][number]
  readonly voice: Voice
  /** The version before it. */
  readonly before: Voice
  /** What restoring it would affect; the next submission does it. */
  readonly impact: SavedVoice | undefined
}

/** What a version of a voice changed, and the way back to it. */
export function VoiceVersionPage({ visit, place, version, voice, before, impact }: VoiceVersionPageProps) {
  const path = voicePath(place, `versions/${version.version}`)
  const [old, now] = [describe(before), describe(voice)]
  const fields = [...new Set([...old.keys(), ...now.keys()])].filter(field => old.get(field) !== now.get(field))
  return (
    <div class="work">
      {impact !== undefined && <VoiceImpact impact={impact} />}
      <div class="head">
        <div>
          <nav class="meta" aria-label={t('voice.path')}>
            <a href={voicePath(place)}>{t('voice.title')}</a>
            <span aria-hidden="true">/</span>
            <bdi>{place.target}</bdi>
          </nav>
          <h1>{t('voice.versions.name', { version: version.version })}</h1>
          <p class="meta">
            <bdi class="who">{version.by}</bdi>
            <Time at={version.at} now={visit.services.now()} />
          </p>
        </div>
        {place.mayRestore && version.version !== place.version && (
          <Form visit={visit} action={path} class="actions">
            <Button
              look={impact === undefined ? undefined : 'primary'}
              name="action"
              value={impact === undefined ? 'check' : 'restore'}
            >
              {t(impact === undefined ? 'voice.versions.restore' : 'voice.versions.restore_anyway')}
            </Button>
            {impact !== undefined && <ButtonLink href={path}>{t('voice.cancel')}</ButtonLink>}
          </Form>
        )}
      </div>
      {version.note !== undefined && (
        <p class="text" dir="auto">
          {version.note}
        </p>
      )}
      <section class="panel" aria-label={t('voice.versions.changes')}>
        <header>
          <h2>{t('voice.versions.changes')}</h2>
        </header>
        <dl class="term-diff">
          {fields.map(field => (
            <FieldDiff key={field} field={field} before={old.get(field)} after={now.get(field)} />
          ))}
        </dl>
      </section>
    </div>
  )
}

/** The fields of a voice as lines of text, by their label. */
function describe({ overrides = {}, ...base }: Voice): ReadonlyMap<string, string> {
  const lines = [
    ...describeFields(base),
    ...Object.entries(overrides).flatMap(([locale, own]) =>
      describeFields(own).map(([name, value]) => [`${locale}: ${name}`, value] as const),
    ),
  ]
  return new Map(lines)
}

function describeFields(fields: VoiceFields): readonly (readonly [string, string])[] {
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
