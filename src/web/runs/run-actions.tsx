import type { RunView } from '../../tools/runs/view.ts'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { formatDollars } from '../format/numbers.ts'
import { Field, Form } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { useRequest } from '../requests/page-request.ts'
import { runPath } from './paths.ts'
import { adviseReason, describeReason } from './words.ts'

interface RunActionProps extends ProjectPage {
  readonly run: RunView
  /** Why the run was not resumed. */
  readonly failure: FormFailure | undefined
}

/** The button that cancels an open run. */
export function CancelRun({ project, run }: Omit<RunActionProps, 'failure'>) {
  if (project.withheld !== undefined || run.ended_at !== undefined) return null
  return (
    <Confirm
      id="cancel"
      open={t('runs.cancel.open')}
      title={t('runs.cancel.title')}
      submit={t('runs.cancel.submit')}
      dismiss={t('runs.cancel.dismiss')}
      action={runPath(project, run.id)}
      name="action"
      value="cancel"
    >
      <p>{t('runs.cancel.effect')}</p>
    </Confirm>
  )
}

/** Why a run is paused or failed, or did nothing, and the form to resume a paused one. */
export function StoppedNotice({ project, run, failure }: RunActionProps) {
  const { state, reason, message } = run
  if (state === 'completed' && message !== undefined) return <Notice kind="info" title={message} />
  if (state !== 'paused' && state !== 'failed') return null
  const fix = reason && adviseReason(reason)
  const isPaused = state === 'paused'
  return (
    <Notice
      kind={isPaused ? 'warning' : 'danger'}
      title={reason === undefined ? t(`runs.stopped.${state}`) : describeReason(reason)}
    >
      {message !== undefined && <p dir="auto">{message}</p>}
      {fix !== undefined && project.withheld === undefined && <p>{fix}</p>}
      {isPaused && project.withheld === undefined && <ResumeForm project={project} run={run} failure={failure} />}
    </Notice>
  )
}

/** Why the form to resume was refused. */
export function NotResumed({ failure: { message, fix, field } }: { readonly failure: FormFailure }) {
  return (
    <Notice kind="danger" title={t('runs.resume.refused')} isFirst>
      <p>{field === 'budget' ? <a href="#budget">{message}</a> : message}</p>
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}

/** Asks for a budget if the run has one. */
function ResumeForm({ project, run, failure }: RunActionProps) {
  const { budget, reason } = run
  return (
    <Form action={runPath(project, run.id)} class="resume">
      {reason === 'budget' && (
        <Field
          name="budget"
          label={t('runs.resume.budget')}
          hint={budget === undefined ? undefined : t('runs.resume.budget_hint', { budget: formatDollars(budget) })}
          maxlength={12}
          value={failure === undefined ? undefined : (useRequest().form.get('budget') ?? '')}
          fault={failure?.field === 'budget' ? failure.message : undefined}
        />
      )}
      <div class="actions">
        <Button look="primary" name="action" value="resume">
          {t('runs.resume.submit')}
        </Button>
        <span class="hint">{t('runs.resume.hint')}</span>
      </div>
    </Form>
  )
}
