import { SavedMeanwhile } from '../changes/saved-meanwhile.tsx'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Select } from '../forms/select.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { localeName } from '../strings/locale-name.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { describeFields } from './describe-voice.ts'
import { type VoicePlace, voicePath } from './load-voice.ts'
import type { VoicePageProps } from './page-props.ts'
import type { SavedVoice } from './save.ts'
import { partOf, toFields } from './voice-draft.ts'
import { VoiceForm } from './voice-form.tsx'

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

/** The newest versions of a voice. */
function VoiceVersions({ request, place }: { readonly request: PageRequest; readonly place: VoicePlace }) {
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

/** The base of a voice and its overrides, and a form to add one. */
function VoiceParts({ place, locale }: Pick<VoicePageProps, 'place' | 'locale'>) {
  const own = Object.keys(place.voice.overrides ?? {})
  const others = place.project.record.target_locales.filter(tag => !own.includes(tag))
  return (
    <section class="panel versions" aria-labelledby="parts-heading">
      <header>
        <h2 id="parts-heading">{t('voice.parts')}</h2>
      </header>
      <ol>
        <li>
          <a href={voicePath(place)} aria-current={locale === undefined ? 'true' : undefined}>
            {t('voice.base')}
          </a>
        </li>
        {own.map(tag => (
          <li key={tag}>
            <a href={voicePath(place, '', { locale: tag })} aria-current={locale === tag ? 'true' : undefined}>
              <LocaleLabel locale={tag} />
            </a>
          </li>
        ))}
      </ol>
      {place.withheld === undefined && others.length > 0 && (
        <form method="get" action={`/p/${place.project.name}/voice`} class="panel-foot add-override">
          {place.isOfAccount && <input type="hidden" name="of" value="account" />}
          <Select
            name="locale"
            label={t('voice.add_override')}
            options={others.map(tag => [tag, `${localeName(tag) ?? tag} (${tag})`] as const)}
            chosen={undefined}
          />
          <Button small>{t('voice.add')}</Button>
        </form>
      )}
    </section>
  )
}
