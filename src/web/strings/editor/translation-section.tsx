import type { ComponentChildren } from 'preact'
import type { Family } from '../../../l10n/message/families.ts'
import { Button } from '../../components/button.tsx'
import { checkName, languageOf, translateFinding } from '../../findings/translate.ts'
import { Time } from '../../format/time.tsx'
import { Field, Form } from '../../forms/form.tsx'
import { rich, t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { AuthorLine } from '../author-line.tsx'
import type { FindingView } from '../read-string.ts'
import { LocaleLabel, stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import { HighlightedMessage } from './highlighted.tsx'

const LOOKS = { error: 'danger', warning: 'warning', info: 'info' } as const

/** Findings on a page. A text can have hundreds. */
const MAX_FINDINGS = 20

/** The findings of a translation. A user ignores a check with a reason, until source or translation change. */
function Findings(props: CardProps) {
  const { findings, actions } = props.translation
  const shown = findings.slice(0, MAX_FINDINGS)
  return (
    <details class="se-decide" open={props.failure?.action === 'ignore' || !actions.edit}>
      <summary>{t('strings.findings.title', { count: findings.length })}</summary>
      <ul class="rows">
        {shown.map((finding, at) => {
          const isLast = shown.findLastIndex(({ id }) => id === finding.id) === at
          return (
            <li key={at}>
              <Finding {...props} finding={finding} />
              {actions.write && isLast && <Ignoring {...props} finding={finding} />}
            </li>
          )
        })}
      </ul>
      {findings.length > MAX_FINDINGS && (
        <p class="hint">{t('strings.findings.more', { count: findings.length - MAX_FINDINGS })}</p>
      )}
    </details>
  )
}

type FindingProps = CardProps & { readonly finding: FindingView }

function Finding({ finding }: FindingProps) {
  const { id, level, ignored, override } = finding
  const { message, fix, ...own } = translateFinding(finding)
  return (
    <div>
      <span class="badges">
        <span class={ignored === undefined ? `badge ${LOOKS[level]}` : 'badge'}>
          {t(`project.level.${level}`)}
          {ignored !== undefined && ` · ${t('strings.findings.ignored')}`}
        </span>
        <b>{checkName(id)}</b>
        <code>{id}</code>
      </span>
      <p {...languageOf(own)}>{message}</p>
      {fix !== undefined && (
        <p class="hint" {...languageOf(own)}>
          {fix}
        </p>
      )}
      {ignored !== undefined && (
        <Reasoned {...ignored}>
          {ignored.by === undefined
            ? t('strings.findings.ignored')
            : rich('strings.findings.ignored_by', {
                name: <bdi>{ignored.by}</bdi>,
                time: <Time at={ignored.at} />,
              })}
        </Reasoned>
      )}
      {override !== undefined && (
        <Reasoned {...override}>
          {override.by === undefined
            ? t('strings.findings.overridden')
            : rich('strings.findings.overridden_by', {
                name: <bdi>{override.by}</bdi>,
                time: <Time at={override.at} />,
              })}
        </Reasoned>
      )}
    </div>
  )
}

/** Who set a finding aside, with the reason. */
function Reasoned({ reason, children }: { readonly reason: string | undefined; readonly children: ComponentChildren }) {
  return (
    <p class="hint">
      {children}
      {reason !== undefined && (
        <>
          {': '}
          <bdi>{reason}</bdi>
        </>
      )}
    </p>
  )
}

function Ignoring({ string, translation, failure, finding: { id, ignored } }: FindingProps) {
  const request = useRequest()
  const action = stringPath(request, string, translation.locale)
  const submitted = request.form.get('finding') === id
  const count = translation.findings.filter(one => one.id === id).length
  if (ignored !== undefined) {
    return (
      <Form action={action}>
        <input type="hidden" name="finding" value={id} />
        <Button
          small
          name="action"
          value="unignore"
          label={t('strings.findings.stop_ignoring_check', { check: checkName(id) })}
        >
          {t('strings.findings.stop_ignoring')}
        </Button>
      </Form>
    )
  }
  const failed = failure?.action === 'ignore' && submitted ? failure : undefined
  const name = `reason-${id}`
  return (
    <details class="wide-row" open={failed !== undefined}>
      <summary aria-label={t('strings.findings.ignore_check', { check: checkName(id) })}>
        {t('strings.findings.ignore')}
      </summary>
      <Form action={action} class="stack">
        <input type="hidden" name="finding" value={id} />
        <Field
          id={name}
          name="reason"
          label={t('strings.findings.reason')}
          hint={t('strings.findings.reason_hint', { count })}
          required
          maxlength={1000}
          value={failed === undefined ? undefined : (request.form.get('reason') ?? '')}
          fault={failed?.field === name ? failed.message : undefined}
        />
        <div class="actions">
          <Button
            small
            name="action"
            value="ignore"
            label={t('strings.findings.ignore_finding_check', { check: checkName(id) })}
          >
            {t('strings.findings.ignore_finding')}
          </Button>
        </div>
      </Form>
    </details>
  )
}

interface TranslationSectionProps extends EditFormProps {
  readonly families: readonly Family[]
}

/** The translation: its fields for those who may write, its text for others, and the findings to decide about. */
export function TranslationSection({ draft, findings, isUnsaved, families, ...card }: TranslationSectionProps) {
  const { string, translation } = card
  const { locale, value, by, at, actions } = translation
  return (
    <section aria-labelledby="translation-heading" class="se-section">
      <div class="se-lang">
        <h2 id="translation-heading">{t('strings.translation.title')}</h2>
        <span class="quiet">
          <LocaleLabel locale={locale} />
        </span>
        <span class="se-by">
          <AuthorLine by={by} at={at} />
          {draft.kind !== 'text' && actions.edit && (
            <span class="hint">{t('strings.translation.forms', { count: draft.fields.length })}</span>
          )}
        </span>
      </div>
      {actions.edit && <EditForm {...card} draft={draft} findings={findings} isUnsaved={isUnsaved} />}
      {!actions.edit && value === undefined && <p class="hint">{t('strings.translation.none')}</p>}
      {!actions.edit && value !== undefined && (
        <HighlightedMessage value={value} locale={locale} syntax={string.syntax} families={families} />
      )}
      {translation.findings.length > 0 && <Findings {...card} />}
      {actions.write && <Lock {...card} />}
    </section>
  )
}

function Lock({ string, translation: { locale, isLocked } }: CardProps) {
  return (
    <Form action={stringPath(useRequest(), string, locale)} class="se-lock">
      <span class="hint">{t(isLocked ? 'strings.lock.locked' : 'strings.lock.unlocked')}</span>
      <Button small name="action" value={isLocked ? 'unlock' : 'lock'}>
        {t(isLocked ? 'strings.lock.unlock' : 'strings.lock.lock')}
      </Button>
    </Form>
  )
}
