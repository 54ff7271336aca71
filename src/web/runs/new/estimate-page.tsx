import type { RunView } from '../../../tools/runs/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Fact } from '../../components/fact.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { formatDollars } from '../../format/dollars.ts'
import { Form } from '../../forms/form.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { LocaleList } from '../../strings/string-frame.tsx'
import { newRunPath, runsPath } from '../paths.ts'
import { UsageTable } from '../usage-table.tsx'
import { describeFilter, describeOrder } from '../words.ts'
import type { RunDraft } from './draft.ts'

interface EstimatePageProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly draft: RunDraft
  /** The run as it would start. */
  readonly run: RunView
  /** Why it can't start; undefined if it can. */
  readonly obstacle: string | undefined
}

/** The second step: what the run would consume. Nothing was sent yet. */
export function EstimatePage({ request, project, draft, run, obstacle }: EstimatePageProps) {
  const { estimate, budget } = run
  const isOverBudget = budget !== undefined && (estimate.cost ?? 0) > budget
  return (
    <div class="work form-page">
      <PageHead
        title={t('runs.estimate.title')}
        about={
          estimate.cost === undefined
            ? t('runs.estimate.free', { count: estimate.translations })
            : t('runs.estimate.about', { count: estimate.translations, cost: formatDollars(estimate.cost) })
        }
      />
      {obstacle !== undefined && <Notice kind="info" title={obstacle} isFirst />}
      {isOverBudget && (
        <Notice kind="warning" title={t('runs.estimate.over_budget')}>
          <p>{t('runs.estimate.over_budget_effect', { budget: formatDollars(budget) })}</p>
        </Notice>
      )}
      <Form request={request} action={newRunPath(project)} class="panel sections-form">
        <div class="estimate">
          <UsageTable estimate={estimate} hasCosts />
          <dl class="facts">
            <Fact term={t('runs.facts.selects')}>{describeFilter(run)}</Fact>
            {run.already_suggested !== undefined && (
              <dd class="hint">{t('runs.facts.left_out', { count: run.already_suggested })}</dd>
            )}
            <Fact term={t('runs.facts.branch')}>{run.branch !== undefined && <bdi>{run.branch}</bdi>}</Fact>
            <Fact term={t('runs.facts.locales')} class="locale-list">
              <LocaleList locales={run.locales} most={run.locales.length} more="runs.facts.more" />
            </Fact>
            <Fact term={t('runs.facts.engines')}>{describeOrder(run.engines)}</Fact>
            <Fact term={t('runs.facts.budget')}>
              {budget === undefined ? t('runs.facts.no_budget') : formatDollars(budget)}
            </Fact>
            <Fact term={t('runs.estimate.note')} class="text" dir="auto">
              {draft.note !== '' && draft.note}
            </Fact>
          </dl>
        </div>
        <IdempotencyField request={request} />
        {(['locales', 'engines'] as const).flatMap(name =>
          draft[name].map(value => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
        )}
        {(['what', 'budget', 'note'] as const).map(name => (
          <input key={name} type="hidden" name={name} value={draft[name]} />
        ))}
        <div class="actions">
          {obstacle === undefined && (
            <Button look="primary" name="step" value="start">
              {t('runs.list.start')}
            </Button>
          )}
          <Button name="step" value="edit">
            {t('runs.estimate.change')}
          </Button>
          <ButtonLink href={runsPath(project)}>{t('runs.new.cancel')}</ButtonLink>
        </div>
      </Form>
    </div>
  )
}
