import { Button } from '../components/button.tsx'
import { FailureNotice } from '../components/failure-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Panel } from '../components/panel.tsx'
import { Select } from '../forms/form.tsx'
import { SavedMeanwhile } from '../guidance/field-diff.tsx'
import { OwnerTabs, ReadOnlyNotice, VersionList } from '../guidance/frame.tsx'
import { guidancePath } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { localeOptions } from '../strings/locale-name.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import type { SavedVoice } from './load-voice.ts'
import { describeFields, partOf, toFields } from './voice-draft.ts'
import { VoiceForm, type VoiceScene } from './voice-form.tsx'

interface VoicePageProps extends VoiceScene {
  readonly note: string
  readonly done: (typeof DONE)[number] | undefined
}

/** What a form did, as the query parameter `done` says. */
export const DONE = ['save', 'remove', 'restore', 'unchanged'] as const

/** A voice: the form of its base or of an override, the overrides and the versions. */
export function VoicePage(props: VoicePageProps) {
  const { place, failure, impact, done } = props
  return (
    <div class="work">
      <FailureNotice title={t('voice.failed')} failure={failure} />
      {impact !== undefined && <VoiceImpact impact={impact} />}
      {props.isConflict === true && <Meanwhile {...props} />}
      <PageHead title={t('voice.title')} about={t('voice.about')} />
      {done !== undefined && <Notice kind="good" title={t(`voice.done.${done}`)} />}
      <ReadOnlyNotice place={place} />
      <OwnerTabs place={place} />
      <div class="with-side">
        <div>
          <VoiceForm {...props} />
        </div>
        <div>
          <VoiceParts {...props} />
          <VersionList {...place} place={place} />
        </div>
      </div>
    </div>
  )
}

/** The newer version of the part that the form would replace. */
function Meanwhile({ place, locale, draft, isRemoving }: VoicePageProps) {
  return (
    <SavedMeanwhile
      version={place.versions[0]}
      theirs={new Map(describeFields(partOf(place.voice, locale)))}
      mine={new Map(isRemoving === true ? [] : describeFields(toFields(draft)))}
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

/** The base of a voice and its overrides, and a form to add one. */
function VoiceParts({ place, locale }: Pick<VoicePageProps, 'place' | 'locale'>) {
  const own = Object.keys(place.voice.overrides ?? {})
  const others = place.project.record.target_locales.filter(tag => !own.includes(tag))
  return (
    <Panel id="parts-heading" title={t('voice.parts')} class="versions">
      <ol>
        <li>
          <a href={guidancePath(place)} aria-current={locale === undefined ? 'true' : undefined}>
            {t('voice.base')}
          </a>
        </li>
        {own.map(tag => (
          <li key={tag}>
            <a href={guidancePath(place, '', { locale: tag })} aria-current={locale === tag ? 'true' : undefined}>
              <LocaleLabel locale={tag} />
            </a>
          </li>
        ))}
      </ol>
      {place.withheld === undefined && others.length > 0 && (
        <form method="get" action={`/p/${place.project.name}/voice`} class="panel-foot add-override">
          {place.isOfAccount && <input type="hidden" name="of" value="account" />}
          <Select name="locale" label={t('voice.add_override')} options={localeOptions(others)} chosen={undefined} />
          <Button small>{t('voice.add')}</Button>
        </form>
      )}
    </Panel>
  )
}
