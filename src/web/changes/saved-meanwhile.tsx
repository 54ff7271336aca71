import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import { FieldDiffs } from './field-diff.tsx'

interface SavedMeanwhileProps {
  /** The newer version; undefined if it is too old to be listed. */
  readonly version: { readonly by: string; readonly at: string } | undefined
  /** The fields of the newer version, and those that the user typed, by label. */
  readonly theirs: ReadonlyMap<string, string>
  readonly mine: ReadonlyMap<string, string>
  readonly now: Date
}

/** What somebody else saved since the form was opened, beside what the user typed. The form below replaces it. */
export function SavedMeanwhile({ version, theirs, mine, now }: SavedMeanwhileProps) {
  return (
    <>
      <Notice kind="danger" title={t('changes.meanwhile.title')} isFirst>
        {version !== undefined && (
          <p>
            {rich('changes.meanwhile.who', {
              who: <bdi>{version.by}</bdi>,
              when: <Time at={version.at} now={now} />,
            })}
          </p>
        )}
        <p>{t('changes.meanwhile.effect')}</p>
      </Notice>
      <section class="panel" aria-labelledby="meanwhile-title">
        <header>
          <h2 id="meanwhile-title">{t('changes.meanwhile.compare')}</h2>
        </header>
        <FieldDiffs before={theirs} after={mine} />
      </section>
    </>
  )
}
