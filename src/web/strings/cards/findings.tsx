import type { ComponentChildren } from 'preact'
import { Button } from '../../components/button.tsx'
import { checkName, languageOf, translateFinding } from '../../findings/translate.ts'
import { Time } from '../../format/time.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { rich, t } from '../../i18n/t.ts'
import type { FindingView } from '../read-string.ts'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from './card-props.ts'

const LOOKS = { error: 'danger', warning: 'warning', info: 'info' } as const

/** Findings on a page. A text can have hundreds. */
const MAX_FINDINGS = 20

/** The findings of a translation. A user ignores a check with a reason, until source or translation change. */
export function Findings(props: CardProps) {
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

function Finding({ request, finding }: FindingProps) {
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
                time: <Time at={ignored.at} now={request.services.now()} />,
              })}
        </Reasoned>
      )}
      {override !== undefined && (
        <Reasoned {...override}>
          {override.by === undefined
            ? t('strings.findings.overridden')
            : rich('strings.findings.overridden_by', {
                name: <bdi>{override.by}</bdi>,
                time: <Time at={override.at} now={request.services.now()} />,
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

function Ignoring({ request, string, translation, failure, finding: { id, ignored } }: FindingProps) {
  const action = stringPath(request, string, translation.locale)
  const submitted = request.form.get('finding') === id
  const count = translation.findings.filter(one => one.id === id).length
  if (ignored !== undefined) {
    return (
      <Form request={request} action={action}>
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
      <Form request={request} action={action} class="stack">
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
