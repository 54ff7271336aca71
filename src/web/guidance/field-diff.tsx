import { diffWords } from '../../text/diff-words.ts'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'

interface SavedMeanwhileProps {
  /** The newer version; undefined if it is too old to be listed. */
  readonly version: { readonly by: string; readonly at: string } | undefined
  /** The fields of the newer version, and those that the user typed, by label. */
  readonly theirs: ReadonlyMap<string, string>
  readonly mine: ReadonlyMap<string, string>
}

/** What somebody else saved since the form was opened, beside what the user typed. The form below replaces it. */
export function SavedMeanwhile({ version, theirs, mine }: SavedMeanwhileProps) {
  return (
    <>
      <Notice kind="danger" title={t('changes.meanwhile.title')} isFirst>
        {version !== undefined && (
          <p>
            {rich('changes.meanwhile.who', {
              who: <bdi>{version.by}</bdi>,
              when: <Time at={version.at} />,
            })}
          </p>
        )}
        <p>{t('changes.meanwhile.effect')}</p>
      </Notice>
      <Panel id="meanwhile-title" title={t('changes.meanwhile.compare')}>
        <FieldDiffs before={theirs} after={mine} />
      </Panel>
    </>
  )
}

interface FieldDiffProps {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The words of a field before and after a change. */
function FieldDiff({ field, before, after }: FieldDiffProps) {
  const words = diffWords(before ?? '', after ?? '')
  return (
    <div>
      <dt>{field}</dt>
      <dd>
        {before !== undefined && (
          <p class="diff-line del">
            <span class="sign" aria-hidden="true">
              −
            </span>
            <span class="unseen">{t('changes.diff.del')}</span>
            <span dir="auto">
              {words.before.map(({ text, isChanged }, at) => (isChanged ? <del key={at}>{text}</del> : text))}
            </span>
          </p>
        )}
        {after !== undefined && (
          <p class="diff-line ins">
            <span class="sign" aria-hidden="true">
              +
            </span>
            <span class="unseen">{t('changes.diff.ins')}</span>
            <span dir="auto">
              {words.after.map(({ text, isChanged }, at) => (isChanged ? <ins key={at}>{text}</ins> : text))}
            </span>
          </p>
        )}
      </dd>
    </div>
  )
}

interface FieldDiffsProps {
  /** Texts of fields by label. */
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

/** The fields that a change concerns. */
export function FieldDiffs({ before, after }: FieldDiffsProps) {
  const fields = [...new Set([...before.keys(), ...after.keys()])]
  return (
    <dl class="term-diff">
      {fields
        .filter(field => before.get(field) !== after.get(field))
        .map(field => (
          <FieldDiff key={field} field={field} before={before.get(field)} after={after.get(field)} />
        ))}
    </dl>
  )
}
