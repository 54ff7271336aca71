import { formatDollars } from '../../../tools/runs/format-dollars.ts'
import type { RunView } from '../../../tools/runs/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { formatCount } from '../../format/count.ts'
import { Form } from '../../forms/form.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { Visit } from '../../requests/visit.ts'
import { LocaleLabel } from '../../strings/string-frame.tsx'
import { runsPath } from '../paths.ts'
import { UsageTable } from '../usage-table.tsx'
import { describeFilter } from '../words.ts'
import type { RunDraft } from './draft.ts'

interface EstimatePageProps {
  readonly visit: Visit
  readonly project: LoadedProject
  readonly draft: RunDraft
  /** The run as it would start. */
  readonly run: RunView
  /** Why it can't start; undefined if it can. */
  readonly obstacle: string | undefined
}

/** The second step: what the run would consume. Nothing was sent yet. */
export function EstimatePage({ visit, project, draft, run, obstacle }: EstimatePageProps) {
  const { estimate, budget } = run
  const isOverBudget = budget !== undefined && (estimate.cost ?? 0) > budget
  return (
    <div class="work form-page">
      <div class="head">
        <div>
          <h1>Start this run?</h1>
          <p class="meta">
            {formatCount(estimate.translations)} {estimate.translations === 1 ? 'translation' : 'translations'}
            {estimate.cost === undefined ? ', free' : `, about ${formatDollars(estimate.cost)}`}. Nothing was sent yet.
          </p>
        </div>
      </div>
      {obstacle !== undefined && <Notice kind="info" title={obstacle} isFirst />}
      {isOverBudget && (
        <Notice kind="warning" title="The estimate is higher than the budget">
          <p>
            The budget is {formatDollars(budget)}. The run pauses before anything is sent. Change the budget, or resume
            it then.
          </p>
        </Notice>
      )}
      <Form visit={visit} action={`${runsPath(project)}/new`} class="panel sections-form">
        <div class="estimate">
          <UsageTable estimate={estimate} hasCosts />
          <dl class="facts">
            <dt>Selects</dt>
            <dd>{describeFilter(run)}</dd>
            <dt>Locales</dt>
            <dd class="locale-list">
              {run.locales.map(locale => (
                <span key={locale}>
                  <LocaleLabel locale={locale} />
                </span>
              ))}
            </dd>
            <dt>Engines</dt>
            <dd>{run.engines.join(', then ')}</dd>
            <dt>Budget</dt>
            <dd>{budget === undefined ? 'None for this run' : formatDollars(budget)}</dd>
            {draft.note !== '' && (
              <>
                <dt>Note</dt>
                <dd class="text" dir="auto">
                  {draft.note}
                </dd>
              </>
            )}
          </dl>
        </div>
        <IdempotencyField visit={visit} />
        {(['locales', 'engines'] as const).flatMap(name =>
          draft[name].map(value => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
        )}
        {(['what', 'budget', 'note'] as const).map(name => (
          <input key={name} type="hidden" name={name} value={draft[name]} />
        ))}
        <div class="actions">
          {obstacle === undefined && (
            <Button look="primary" name="step" value="start">
              Start run
            </Button>
          )}
          <Button name="step" value="edit">
            Change
          </Button>
          <ButtonLink href={runsPath(project)}>Cancel</ButtonLink>
        </div>
      </Form>
    </div>
  )
}
