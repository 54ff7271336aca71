import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { cancelRun } from '../../tools/runs/end-run.ts'
import { getRuns } from '../../tools/runs/get-runs.ts'
import { startRun } from '../../tools/runs/start-run.ts'
import { RunView } from '../../tools/runs/view.ts'
import { attempt, type FormFailure } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import { loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import {
  callTool,
  listPage,
  type PageRequest,
  type Route,
  redirect,
  type SignedInRequest,
} from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { parseBudget } from './new/draft.ts'
import { newRunRoute } from './new/new-run-routes.tsx'
import { runPath } from './paths.ts'
import { readRun } from './read-runs.ts'
import { RUN_ACTIONS, RunPage } from './run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { describeRun, RUN_STATES, type RunState, stateName } from './words.ts'

const MAX_RUNS = 25
const MAX_ITEMS = 30
/** Failures above the other translations. */
const MAX_FIRST_FAILURES = 10

const list: Route = {
  path: '/p/:account/:project/runs',
  get: withSession(async request => {
    const project = await loadProject(request, 'runs')
    const state = findState(request)
    const input = { project: project.name, state, limit: MAX_RUNS }
    const { items: runs, next } = await listPage(request, { tool: getRuns, list: 'runs', item: RunView, input })
    sendPage(request, {
      title: t('runs.list.page', { project: project.name }),
      project: project.place,
      body: <RunsPage project={project} runs={runs} state={state} next={next} />,
    })
  }),
}

const findState = ({ query }: PageRequest): RunState | undefined =>
  RUN_STATES.find(state => state === query.get('state'))

const show: Route = {
  path: '/p/:account/:project/runs/:run',
  get: withSession(request => sendRunPage(request, undefined)),
  post: withSession(async request => {
    const project = await loadProject(request, 'runs')
    const { run = '' } = request.params
    const action = request.form.get('action')
    if (action !== 'cancel' && action !== 'resume') {
      throw new AppError('invalid_input', t('runs.no_action.message'), { fix: t('runs.no_action.fix') })
    }
    const act = action === 'cancel' ? cancel : resume
    const failure = await act(request, { project: project.name, run })
    if (failure !== undefined) return sendRunPage(request, failure)
    redirect(request, `${runPath(project, run)}?done=${action}`)
  }),
}

interface RunName {
  readonly project: string
  readonly run: string
}

async function cancel(request: SignedInRequest, input: RunName): Promise<undefined> {
  await callTool(request, { tool: cancelRun, input, shape: z.object({}) })
}

const resume = (request: SignedInRequest, { project, run }: RunName): Promise<FormFailure | undefined> =>
  attempt(request, ['budget'], async () => {
    const budget = readBudget(request)
    const input = { project, resume: run, ...(budget !== undefined && { budget }) }
    await callTool(request, { tool: startRun, input, shape: z.object({}) }).catch(toPageError)
  })

/** The tool's own fix names tools. */
function toPageError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  throw new AppError('conflict', error.message, { pageFix: t('runs.current_state') })
}

/** @throws AppError for a budget that is no amount. */
function readBudget({ form }: PageRequest): number | undefined {
  const typed = form.get('budget')
  if (typed === null || typed.trim() === '') return undefined
  const budget = parseBudget(typed)
  if (budget !== undefined) return budget
  throw new AppError('invalid_input', t('runs.not_an_amount'), { field: 'budget' })
}

async function sendRunPage(request: SignedInRequest, failure: FormFailure | undefined): Promise<void> {
  const project = await loadProject(request, 'runs')
  const cursor = request.query.get('cursor') ?? undefined
  const showsFailures = request.query.get('show') === 'failures'
  const unresolved = { project, items: 'unresolved' } as const
  const { run, ...failures } = await readRun(
    request,
    showsFailures ? { ...unresolved, limit: MAX_ITEMS, cursor } : { ...unresolved, limit: MAX_FIRST_FAILURES },
  )
  const all = showsFailures ? undefined : await readRun(request, { project, items: 'all', limit: MAX_ITEMS, cursor })
  const done = RUN_ACTIONS.find(one => one === request.query.get('done'))
  const props = { project, run, failures, all, done: failure === undefined ? done : undefined, failure }
  sendPage(request, {
    title: t(failure === undefined ? 'runs.run.page' : 'runs.run.page_error', {
      state: stateName(run.state),
      run: describeRun(run),
      project: project.name,
    }),
    status: failure?.status ?? 200,
    project: project.place,
    body: <RunPage {...props} />,
  })
}

/** The pages of runs. The form for a new one is before the page of one run, whose address has the same shape. */
export const RUN_ROUTES: readonly Route[] = [list, newRunRoute, show]
