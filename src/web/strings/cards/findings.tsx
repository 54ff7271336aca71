import { Button } from '../../components/button.tsx'
import { Time } from '../../format/time.tsx'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { stringPath } from '../string-frame.tsx'
import type { FindingView } from '../string-view.ts'
import type { CardProps } from './card-props.ts'

const LEVELS = { error: ['danger', 'Error'], warning: ['warning', 'Warning'], info: ['info', 'Info'] } as const

/** Findings on a page. A text can have hundreds. */
const MAX_FINDINGS = 20

/** The findings of a translation. A user ignores a check with a reason, until source or translation change. */
export function Findings(props: CardProps) {
  const { findings, actions } = props.translation
  const shown = findings.slice(0, MAX_FINDINGS)
  return (
    <div class="stack">
      <h3>Findings</h3>
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
      {findings.length > MAX_FINDINGS && <p class="hint">And {findings.length - MAX_FINDINGS} more findings.</p>}
    </div>
  )
}

type FindingProps = CardProps & { readonly finding: FindingView }

function Finding({ visit, finding: { id, level, message, fix, ignored } }: FindingProps) {
  const [look, word] = LEVELS[level]
  return (
    <div>
      <span class="badges">
        <span class={ignored === undefined ? `badge ${look}` : 'badge'}>
          {word}
          {ignored !== undefined && ', ignored'}
        </span>
        <code>{id}</code>
      </span>
      <p dir="auto">{message}</p>
      {fix !== undefined && (
        <p class="hint" dir="auto">
          {fix}
        </p>
      )}
      {ignored !== undefined && (
        <p class="hint">
          {ignored.by !== undefined && <bdi>{ignored.by}</bdi>} ignored it{' '}
          <Time at={ignored.at} now={visit.services.now()} />: <bdi>{ignored.reason}</bdi>
        </p>
      )}
    </div>
  )
}

function Ignoring({ visit, string, translation, failure, finding: { id, ignored } }: FindingProps) {
  const action = stringPath(visit, string, translation.locale)
  const submitted = visit.form.get('finding') === id
  const count = translation.findings.filter(one => one.id === id).length
  if (ignored !== undefined) {
    return (
      <Form visit={visit} action={action}>
        <input type="hidden" name="finding" value={id} />
        <Button small name="action" value="unignore" label={`Stop ignoring ${id}`}>
          Stop ignoring
        </Button>
      </Form>
    )
  }
  const failed = failure?.action === 'ignore' && submitted ? failure : undefined
  const name = `reason-${id}`
  return (
    <details class="wide-row" open={failed !== undefined}>
      <summary aria-label={`Ignore ${id}`}>Ignore</summary>
      <Form visit={visit} action={action} class="stack">
        <input type="hidden" name="finding" value={id} />
        <Field
          id={name}
          name="reason"
          label="Reason"
          hint={`${count > 1 ? `Ignores all ${count} findings of this check. They come` : 'The finding comes'} back when the source string or the translation changes.`}
          required
          maxlength={1000}
          value={failed === undefined ? undefined : (visit.form.get('reason') ?? '')}
          fault={failed?.field === name ? failed.message : undefined}
        />
        <div class="actions">
          <Button small name="action" value="ignore" label={`Ignore finding ${id}`}>
            Ignore finding
          </Button>
        </div>
      </Form>
    </details>
  )
}
