import { formatDollars } from '../../tools/runs/format-dollars.ts'
import type { RunView } from '../../tools/runs/view.ts'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { LoadedProject } from '../layout/load-project.ts'
import type { Visit } from '../requests/visit.ts'
import { runPath } from './paths.ts'
import { REASONS } from './words.ts'

interface RunActionProps {
  readonly visit: Visit
  readonly project: LoadedProject
  readonly run: RunView
  /** Why the run was not resumed. */
  readonly failure: FormFailure | undefined
}

/** The button that cancels an open run. */
export function CancelRun({ visit, project, run }: Omit<RunActionProps, 'failure'>) {
  if (project.withheld !== undefined || run.ended_at !== undefined) return null
  return (
    <Confirm
      visit={visit}
      id="cancel"
      open="Cancel run"
      title="Cancel this run?"
      submit="Cancel this run"
      dismiss="Keep it"
      action={runPath(project, run.id)}
      name="action"
      value="cancel"
    >
      <p>The run sends nothing more. Its changes stay, and you can revert them as one batch.</p>
    </Confirm>
  )
}

/** Why a run is paused or failed, or did nothing, and the form to resume a paused one. */
export function StoppedNotice({ visit, project, run, failure }: RunActionProps) {
  const { state, reason, message } = run
  if (state === 'completed' && message !== undefined) return <Notice kind="info" title={message} />
  if (state !== 'paused' && state !== 'failed') return null
  const words = reason && REASONS[reason]
  const isPaused = state === 'paused'
  return (
    <Notice kind={isPaused ? 'warning' : 'danger'} title={words?.why ?? `The run is ${state}.`}>
      {message !== undefined && <p dir="auto">{message}</p>}
      {words?.fix !== undefined && project.withheld === undefined && <p>{words.fix}</p>}
      {isPaused && project.withheld === undefined && (
        <ResumeForm visit={visit} project={project} run={run} failure={failure} />
      )}
    </Notice>
  )
}

/** Why the form to resume was refused. */
export function NotResumed({ failure: { message, fix, field } }: { readonly failure: FormFailure }) {
  return (
    <Notice kind="danger" title="The run was not resumed" isFirst>
      <p>{field === 'budget' ? <a href="#budget">{message}</a> : message}</p>
      {fix !== undefined && <p>{fix}</p>}
      <ErrorDetails />
    </Notice>
  )
}

/** Asks for a budget if the run has one. */
function ResumeForm({ visit, project, run, failure }: RunActionProps) {
  const { budget, reason } = run
  return (
    <Form visit={visit} action={runPath(project, run.id)} class="resume">
      {reason === 'budget' && (
        <Field
          name="budget"
          label="New budget in US dollars (optional)"
          hint={budget === undefined ? undefined : `For the whole run. Now ${formatDollars(budget)}.`}
          maxlength={12}
          value={failure === undefined ? undefined : (visit.form.get('budget') ?? '')}
          fault={failure?.field === 'budget' ? failure.message : undefined}
        />
      )}
      <div class="actions">
        <Button look="primary" name="action" value="resume">
          Resume run
        </Button>
        <span class="hint">Nothing that was answered is sent again.</span>
      </div>
    </Form>
  )
}
