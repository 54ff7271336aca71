import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { MEMORY } from '../../../l10n/engines/engine.ts'
import { MAX_TRANSLATIONS } from '../../../tools/runs/plan.ts'
import { startRun } from '../../../tools/runs/start-run.ts'
import { RunView } from '../../../tools/runs/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { formatDollars } from '../../format/numbers.ts'
import { Fact } from '../../forms/facts.tsx'
import { Form, IdempotencyField } from '../../forms/form.tsx'
import { attempt } from '../../forms/form-route.ts'
import { findPriorSubmission, isExpiredForm, submitOnce } from '../../forms/submit-once.ts'
import { t } from '../../i18n/t.ts'
import { type LoadedProject, loadProject, type ProjectPage } from '../../layout/load-project.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool, type PageRequest, type Route, redirect, type SignedInRequest } from '../../requests/page-request.ts'
import { withSession } from '../../sessions/require.ts'
import { LocaleList } from '../../strings/string-frame.tsx'
import { newRunPath, runPath, runsPath } from '../paths.ts'
import { UsageTable } from '../run-facts.tsx'
import { describeFilter, describeOrder } from '../words.ts'
import { type DraftFaults, parseDraft, type RunDraft, toInput, validateDraft } from './draft.ts'
import { listEngines, readLocales } from './list-engines.ts'
import { NewRunPage } from './new-run-page.tsx'

/** The form to start a run: values, estimate, start. */
export const newRunRoute: Route = {
  path: '/p/:account/:project/runs/new',
  get: withSession(async request => {
    const project = await loadWritable(request)
    await sendForm(request, { project, draft: undefined, faults: {} })
  }),
  post: withSession(async request => {
    const project = await loadWritable(request)
    const draft = parseDraft(request.form)
    const step = request.form.get('step')
    if (step === 'edit') return sendForm(request, { project, draft, faults: {} })
    if (step === 'start') {
      const spent = await findPriorSubmission(request)
      if (spent !== undefined) return redirectToRun(request, project, spent.id)
    }
    const faults = validateDraft(draft, project.record.target_locales)
    if (Object.keys(faults).length > 0) return sendForm(request, { project, draft, faults })
    const run = step === 'start' && !isExpiredForm(request) ? start : sendEstimate
    await run(request, { project, draft })
  }),
}

interface Scene {
  readonly project: LoadedProject
  readonly draft: RunDraft
}

/** @throws PageError for users who may read the project only. */
async function loadWritable(request: SignedInRequest): Promise<LoadedProject> {
  const project = await loadProject(request, 'runs')
  if (project.withheld === undefined) return project
  throw new PageError('forbidden', t('runs.new.withheld', { project: project.name, reason: project.withheld }), {
    nextLink: { href: runsPath(project), text: t('runs.runs_of', { project: project.name }) },
    project: project.place,
  })
}

/** The run of the branch of the page. */
const toStartInput = ({ project: { name, branch, record }, draft }: Scene) => ({
  project: name,
  ...toInput(draft, MEMORY),
  ...(branch !== record.main_branch && { branch }),
})

const Started = z.object({ run: RunView })

async function sendEstimate(request: SignedInRequest, { project, draft }: Scene): Promise<void> {
  const input = { ...toStartInput({ project, draft }), estimate: true }
  let found: RunView | undefined
  const failure = await attempt(request, FIELDS, async () => {
    found = (await callTool(request, { tool: startRun, input, shape: Started }).catch(toFormError)).run
  })
  if (failure !== undefined || found === undefined) return sendRefused(request, { project, draft, failure })
  const { total } = found.counts
  const obstacle =
    total === 0
      ? t('runs.estimate.nothing')
      : total >= MAX_TRANSLATIONS
        ? t('runs.estimate.too_many', { max: MAX_TRANSLATIONS })
        : undefined
  sendPage(request, {
    title: t('runs.estimate.page', { project: project.name }),
    project: project.place,
    body: <EstimatePage project={project} draft={draft} run={found} obstacle={obstacle} />,
  })
}

async function start(request: SignedInRequest, { project, draft }: Scene): Promise<void> {
  const input = toStartInput({ project, draft })
  let id: string | undefined
  const failure = await attempt(request, FIELDS, async () => {
    const submitted = await submitOnce(request, async () => {
      const { run } = await callTool(request, { tool: startRun, input, shape: Started }).catch(toFormError)
      return run
    })
    id = 'spent' in submitted ? submitted.spent.id : submitted.done.id
  })
  if (failure !== undefined) return sendRefused(request, { project, draft, failure })
  redirectToRun(request, project, id)
}

const FIELDS = ['engines', 'locales', 'budget', 'note', 'what'] as const

/** The tools' own fixes name tools. */
function toFormError(error: unknown): never {
  if (!(error instanceof AppError) || !['invalid_input', 'conflict'].includes(error.code)) throw error
  const pageFix =
    error.pageFix ?? (error.code === 'conflict' ? t('runs.new.fixes.conflict') : t('runs.new.fixes.other'))
  throw new AppError(error.code, error.message, { pageFix, field: error.field })
}

interface Refused extends Scene {
  readonly failure: Awaited<ReturnType<typeof attempt>>
}

async function sendRefused(request: SignedInRequest, { project, draft, failure }: Refused): Promise<void> {
  const { field = 'locales', message = '', fix, status } = failure ?? {}
  const faults = { [field]: message } as DraftFaults
  await sendForm(request, { project, draft, faults, fix, status })
}

interface FormState {
  readonly project: LoadedProject
  /** Undefined for an empty form. */
  readonly draft: RunDraft | undefined
  readonly faults: DraftFaults
  readonly fix?: string | undefined
  readonly status?: number | undefined
}

async function sendForm(request: SignedInRequest, { project, draft: given, ...state }: FormState): Promise<void> {
  const { faults, fix, status = 400 } = state
  const locales = await readLocales(request, project)
  const engines = await listEngines(request, project)
  const draft = given ?? {
    ...parseDraft(request.query),
    locales: locales.filter(({ left }) => left > 0).map(({ locale }) => locale),
    engines: engines.defaults,
  }
  const isFine = Object.keys(faults).length === 0
  if (!isFine) request.noteError(request.errorCode() ?? 'invalid_input')
  const refused = request.form.get('step') === 'start' ? 'started' : 'estimated'
  const props = { project, locales, engines, draft, faults, fix, refused } as const
  sendPage(request, {
    title: t(isFine ? 'runs.new.page' : 'runs.new.page_error', { project: project.name }),
    status: isFine ? 200 : status,
    project: project.place,
    body: <NewRunPage {...props} />,
  })
}

/** Without an ID, the submission did not get as far as the run. */
const redirectToRun = (request: PageRequest, project: LoadedProject, id: string | undefined): void =>
  redirect(request, id === undefined ? runsPath(project) : runPath(project, id))

interface EstimatePageProps extends ProjectPage {
  readonly draft: RunDraft
  /** The run as it would start. */
  readonly run: RunView
  /** Why it can't start; undefined if it can. */
  readonly obstacle: string | undefined
}

/** The second step: what the run would consume. Nothing was sent yet. */
function EstimatePage({ project, draft, run, obstacle }: EstimatePageProps) {
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
      <Form action={newRunPath(project)} class="panel sections-form">
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
        <IdempotencyField />
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
