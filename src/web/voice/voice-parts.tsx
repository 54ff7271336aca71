import { Button } from '../components/button.tsx'
import { Select } from '../forms/select.tsx'
import { t } from '../i18n/t.ts'
import { localeName } from '../strings/locale-name.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { voicePath } from './load-voice.ts'
import type { VoicePageProps } from './page-props.ts'

/** The base of a voice and its overrides, and a form to add one. */
export function VoiceParts({ place, locale }: Pick<VoicePageProps, 'place' | 'locale'>) {
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
