import { SavedMeanwhile } from '../changes/saved-meanwhile.tsx'
import { Notice } from '../components/notice.tsx'
import { t } from '../i18n/t.ts'
import { describeFields } from './describe-voice.ts'
import { voicePath } from './load-voice.ts'
import type { VoicePageProps } from './page-props.ts'
import type { SavedVoice } from './save.ts'
import { partOf, toFields } from './voice-draft.ts'
import { VoiceForm } from './voice-form.tsx'
import { VoiceParts } from './voice-parts.tsx'
import { VoiceVersions } from './voice-versions.tsx'

/** A voice: the form of its base or of an override, the overrides and the versions. */
export function VoicePage(props: VoicePageProps) {
  const { request, place, failure, impact, done } = props
  return (
    <div class="work">
      {failure !== undefined && (
        <Notice kind="danger" title={t('voice.failed')} isFirst>
          <p lang="en">
            {failure.field === undefined ? failure.message : <a href={`#${failure.field}`}>{failure.message}</a>}
          </p>
          {failure.fix !== undefined && <p lang="en">{failure.fix}</p>}
        </Notice>
      )}
      {impact !== undefined && <VoiceImpact impact={impact} />}
      {props.isConflict && <Meanwhile {...props} />}
      <div class="head">
        <div>
          <h1>{t('voice.title')}</h1>
          <p class="meta">{t('voice.about')}</p>
        </div>
      </div>
      {done !== undefined && <Notice kind="good" title={t(`voice.done.${done}`)} />}
      {place.withheld !== undefined && (
        <Notice kind="info" title={t('voice.read_only')}>
          <p lang="en">{place.withheld}</p>
        </Notice>
      )}
      <nav class="tabset" aria-label={t('voice.of')}>
        {[false, true].map(isOf => (
          <a
            key={String(isOf)}
            href={voicePath({ project: place.project, isOfAccount: isOf })}
            aria-current={isOf === place.isOfAccount ? 'true' : undefined}
          >
            {isOf
              ? t('voice.of_account', { name: place.project.account.handle })
              : t('voice.of_project', { name: place.project.name })}
          </a>
        ))}
      </nav>
      <div class="with-side">
        <div>
          <VoiceForm {...props} />
        </div>
        <div>
          <VoiceParts {...props} />
          <VoiceVersions request={request} place={place} />
        </div>
      </div>
    </div>
  )
}

/** The newer version of the part that the form would replace. */
function Meanwhile({ request, place, locale, draft, isRemoving }: VoicePageProps) {
  return (
    <SavedMeanwhile
      version={place.versions[0]}
      theirs={new Map(describeFields(partOf(place.voice, locale)))}
      mine={new Map(isRemoving ? [] : describeFields(toFields(draft)))}
      now={request.services.now()}
    />
  )
}

/** How many translations have another voice once a change is saved. */
export function VoiceImpact({ impact: { revise } }: { readonly impact: SavedVoice }) {
  const key = revise.more ? 'voice.impact.at_least' : 'voice.impact.title'
  return (
    <Notice kind="warning" title={t(key, { count: revise.texts })} isFirst>
      <p>{t('voice.impact.about')}</p>
    </Notice>
  )
}
