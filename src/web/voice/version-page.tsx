import type { Voice } from '../../l10n/voice/voice.ts'
import { FieldDiffs } from '../changes/field-diff.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { describeVoice } from './describe-voice.ts'
import { type VoicePlace, voicePath } from './load-voice.ts'
import type { SavedVoice } from './save.ts'
import { VoiceImpact } from './voice-page.tsx'

export interface VoiceVersionPageProps {
  readonly request: PageRequest
  readonly place: VoicePlace
  readonly version: VoicePlace['versions'][number]
  readonly voice: Voice
  /** The version before it. */
  readonly before: Voice
  /** What restoring it would affect; the next submission does it. */
  readonly impact: SavedVoice | undefined
}

/** What a version of a voice changed, and the way back to it. */
export function VoiceVersionPage({ request, place, version, voice, before, impact }: VoiceVersionPageProps) {
  const path = voicePath(place, `versions/${version.version}`)
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
            <Time at={version.at} now={request.services.now()} />
          </p>
        </div>
        {place.mayRestore && version.version !== place.version && (
          <Form request={request} action={path} class="actions">
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
        <FieldDiffs before={describeVoice(before)} after={describeVoice(voice)} />
      </section>
    </div>
  )
}
