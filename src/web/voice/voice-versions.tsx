import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { type VoicePlace, voicePath } from './load-voice.ts'

/** The newest versions of a voice. */
export function VoiceVersions({ request, place }: { readonly request: PageRequest; readonly place: VoicePlace }) {
  if (place.versions.length === 0) return null
  return (
    <section class="panel versions" aria-labelledby="versions-heading">
      <header>
        <h2 id="versions-heading">{t('voice.versions.title')}</h2>
      </header>
      <ol>
        {place.versions.map(one => (
          <li key={one.version}>
            <a href={voicePath(place, `versions/${one.version}`)}>
              {t('voice.versions.name', { version: one.version })}
            </a>
            {one.version === place.version && <span class="badge">{t('voice.versions.current')}</span>}
            <span class="hint">
              <bdi class="who">{one.by}</bdi> · <Time at={one.at} now={request.services.now()} />
            </span>
            {one.note !== undefined && (
              <span class="hint clamped">
                <bdi>{one.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
