import { Button } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { languageOf } from '../findings/translate.ts'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import type { StringView, TranslationView } from './read-string.ts'
import type { ActionFailure } from './refusals.ts'
import { stringPath } from './string-frame.tsx'

/** Why the last action did nothing. */
export function Failure({ failure }: { readonly failure: ActionFailure }) {
  const { title, message, fix, field, faults, isFromTool = false } = failure
  const own = languageOf({ isEnglish: isFromTool })
  return (
    <Notice kind="danger" title={title} isFirst>
      <p {...own}>{field === undefined || field === 'action' ? message : <a href={`#${field}`}>{message}</a>}</p>
      {faults !== undefined && (
        <ul>
          {faults.map(({ text, isEnglish }) => (
            <li key={text} {...languageOf({ isEnglish })}>
              {text}
            </li>
          ))}
        </ul>
      )}
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}

/** Why the user can't change the string. */
export function Withheld({ string: { isListed, branchName, withheld, project } }: { readonly string: StringView }) {
  if (!isListed) {
    return (
      <Notice kind="info" title={t('strings.withheld.title')}>
        <p>{rich('strings.withheld.not_listed', { branch: <bdi>{branchName}</bdi> })}</p>
      </Notice>
    )
  }
  if (withheld === undefined) return null
  return (
    <Notice kind="info" title={t('strings.withheld.title')}>
      <p>{rich('strings.withheld.why', { project: <bdi>{project}</bdi>, why: <span lang="en">{withheld}</span> })}</p>
    </Notice>
  )
}

/** The source string or its note changed after the translation was written. */
export function StaleNotice({ string, translation }: CardProps) {
  const { stale, actions, locale } = translation
  if (stale === undefined) return null
  return (
    <Notice kind="warning" title={t(`strings.stale.${stale.why}`)}>
      <p>{t(`strings.stale.${stale.why}_why`)}</p>
      {actions.write && (
        <Form action={stringPath(useRequest(), string, locale)} class="actions">
          <Button small name="action" value="confirm">
            {t('strings.stale.confirm')}
          </Button>
          <span class="hint">{t('strings.stale.confirm_hint')}</span>
        </Form>
      )}
    </Notice>
  )
}

export interface CardProps {
  readonly string: StringView
  readonly translation: TranslationView
  /** The last action, if it failed. */
  readonly failure: ActionFailure | undefined
}
