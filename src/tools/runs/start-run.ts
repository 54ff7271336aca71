import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { RunFilter, RunRecord } from '../../store/records/runs.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import { echoList } from '../../text/escape.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch, getBranchFile } from '../projects/branches.ts'
import { targetLocales } from '../projects/locales.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { assertFinding } from '../translations/check-rules.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import { getOrigin } from '../translations/origin.ts'
import type { Project } from '../translations/records.ts'
import { putRun } from './end-run.ts'
import { chooseEngines } from './engines.ts'
import { estimateRun, MAX_TRANSLATIONS, NO_ESTIMATE, type Run } from './plan.ts'
import { findRun } from './run-target.ts'
import { describeLeftOut, describeNothing } from './selection-notes.ts'
import { RunView, toRunView } from './view.ts'

const MAX_OPEN_RUNS = 20
const MAX_FILES = 50
const MAX_NAMES = 500
const MAX_DOLLARS = 100_000

const Input = z.object({
  project: ProjectName,
  kind: z.enum(['translate', 'revise']).default('translate'),
  locales: z.array(Locale).min(1).max(200).optional(),
  engines: z.array(z.string().max(60)).min(1).max(5).optional(),
  branch: BranchName.optional(),
  files: z.array(z.string()).min(1).max(MAX_FILES).optional(),
  ids: z.array(z.string().max(40)).min(1).max(MAX_NAMES).optional(),
  only: z.enum(['missing', 'stale']).optional(),
  finding: z.string().min(1).max(60).optional(),
  outdated_voice: z.literal(true).optional(),
  budget: z.number().min(0).max(MAX_DOLLARS).optional().describe('US dollars'),
  batch_size: z.number().int().min(1).max(50).optional(),
  concurrency: z.number().int().min(1).max(16).optional(),
  note: Lines.optional(),
  estimate: z.boolean().default(false),
  resume: z.string().min(1).max(40).optional().describe('ID of a paused run'),
})
type Input = z.output<typeof Input>

/** Starts a run, in which the server translates or revises with its engines; estimates one, or resumes a paused one. */
export const startRun = writeTool({
  name: 'start_run',
  title: 'Start a run',
  pastTense: 'Started a run',
  description:
    'Let the server translate (work of all locales unless filtered) or revise (finding, outdated_voice or ids) with its own engines, in the background. estimate: true counts strings, tokens and cost, and sends nothing. Watch it with get_runs.',
  scope: 'project:write',
  toolset: 'core',
  hints: { destructive: false, idempotent: false },
  grows: true,
  rest: [ofProject('POST', '/runs', { status: 201 })],
  input: Input,
  output: z.object({ run: RunView, next: z.string() }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, { resource: { project, account }, read, computed, services }) => {
    if (input.resume !== undefined) return
    const planned = toPlan(input, project, chooseFor(input, project, account, services))
    await assertFilter(input, planned.filter, project, read)
    await computed.memoize(['estimate', planned], () => estimateRun(planned, project, { read, computed, services }))
  },
  handler: async (input, context) => {
    const { tx, read, computed, resource, services, audit, skipAudit, principal, client } = context
    const { project, account, name } = resource
    const place = { name, project, read, baseUrl: services.baseUrl, isOutsider: false }
    if (input.resume !== undefined) {
      assertResumesOnly(input)
      const run = await resumeRun(input, await findRun(input.resume, project, tx), context)
      audit(name, { run: run.id, resumed: true })
      return { run: await toRunView(run, place), next: watchStep(run) }
    }
    const planned = toPlan(input, project, chooseFor(input, project, account, services))
    await assertFilter(input, planned.filter, project, tx)
    const deps = { read: services.store.read, computed, services }
    const { estimate, total, alreadySuggested, isCut } = await computed.memoize(['estimate', planned], () =>
      estimateRun(planned, project, deps),
    )
    const now = services.now().toISOString()
    const run: RunRecord = {
      id: services.newId(),
      project_id: project.id,
      account_id: account.id,
      ...planned,
      ...(input.budget !== undefined && { budget: Math.round(input.budget * 1_000_000) }),
      ...(input.note !== undefined && { note: input.note }),
      state: 'pending',
      planned: false,
      parts: 0,
      estimate: NO_ESTIMATE,
      counts: { total: 0 },
      usage: NO_ESTIMATE.usage,
      origin: getOrigin({ principal, client }),
      scopes: [...principal.scopes],
      batch_id: services.newId(),
      events: 0,
      created_at: now,
    }
    // The run counts again while it selects: this is what the call says that it will do.
    const expected: RunRecord = {
      ...run,
      estimate,
      counts: { total },
      ...(alreadySuggested > 0 && { already_suggested: alreadySuggested }),
    }
    if (input.estimate) skipAudit()
    else {
      await assertNoOverlap(run, tx)
      await tx.runs.insert(run)
      audit(name, {
        run: run.id,
        kind: run.kind,
        engines: run.engines.join(' '),
        locales: run.filter.locales.join(' '),
      })
    }
    const step = input.estimate ? 'Nothing was sent. Call start_run without estimate to start it.' : watchStep(run)
    const next = isCut
      ? [TOO_MANY]
      : total === 0
        ? [describeNothing(expected), ...(input.estimate ? [] : [ENDS_AT_ONCE])]
        : [step, describeLeftOut(expected)]
    return { run: await toRunView(expected, place), next: next.filter(Boolean).join(' ') }
  },
})

const TOO_MANY = `More than ${MAX_TRANSLATIONS.toLocaleString('en')} translations are selected. Give fewer files or locales.`

const ENDS_AT_ONCE = 'The run ends at once.'

const watchStep = ({ id }: Pick<Run, 'id'>): string =>
  `The run works in the background. Watch it with get_runs { run: "${id}", wait: 30 }; cancel_run ends it.`

type Context = Parameters<typeof startRun.invoke>[1] & { readonly tx: Transaction }

/** Arguments without a default that a resumed run cannot change. */
const OF_NEW_RUNS = [
  'locales',
  'engines',
  'branch',
  'files',
  'ids',
  'only',
  'finding',
  'outdated_voice',
  'batch_size',
  'concurrency',
  'note',
] as const satisfies readonly (keyof Input)[]

/**
 * A resumed run keeps what it selected and its engines; only its budget can change.
 * @throws AppError `invalid_input`
 */
function assertResumesOnly(input: Input): void {
  const { resume, kind, estimate } = input
  const stray = [
    ...(kind === 'revise' ? ['kind'] : []),
    ...(estimate ? ['estimate'] : []),
    ...OF_NEW_RUNS.filter(name => input[name] !== undefined),
  ]
  const [field] = stray
  if (field === undefined) return
  throw new AppError('invalid_input', `resume is given with ${stray.join(', ')}, which a resumed run cannot change.`, {
    fix: `Give resume: "${resume}" with nothing but budget, or start another run without resume.`,
    field,
  })
}

/** A paused run goes on by the rights of the caller. */
async function resumeRun(
  { budget }: Input,
  run: Run,
  { tx, services, principal, client }: Pick<Context, 'tx' | 'services' | 'principal' | 'client'>,
): Promise<Run> {
  if (run.state !== 'paused') {
    throw new AppError('conflict', `Run ${run.id} is ${run.state}, so it cannot be resumed.`, {
      fix: run.state === 'running' || run.state === 'pending' ? 'Watch it with get_runs.' : 'Start another run.',
    })
  }
  const { reason: _, message: _message, ...rest } = run
  const state = run.planned ? 'running' : 'pending'
  return putRun(
    run,
    {
      ...rest,
      state,
      origin: getOrigin({ principal, client }),
      scopes: [...principal.scopes],
      ...(budget !== undefined && { budget: Math.round(budget * 1_000_000) }),
      ...(state === 'running' && run.started_at === undefined && { started_at: services.now().toISOString() }),
    },
    tx,
  )
}

const chooseFor = (
  { engines, kind, locales }: Input,
  project: Project,
  account: Parameters<typeof chooseEngines>[3]['account'],
  services: Parameters<typeof chooseEngines>[4],
): readonly string[] => chooseEngines(engines, selectLocales(locales, project), kind, { project, account }, services)

function selectLocales(given: readonly string[] | undefined, project: Project): readonly string[] {
  if (given !== undefined) return targetLocales(project, given)
  if (project.target_locales.length > 0) return project.target_locales
  throw new AppError('invalid_input', 'The project has no target locales.', {
    fix: 'Add some with update_project { target_locales }.',
  })
}

/** Default number of strings in a request, and of requests at the same time. */
const BATCH_SIZE = 20
const CONCURRENCY = 4

function toPlan(
  input: Input,
  project: Project,
  engines: readonly string[],
): Pick<RunRecord, 'kind' | 'filter' | 'engines' | 'batch_size' | 'concurrency'> {
  const { kind, files, ids, only, finding, outdated_voice } = input
  const filter = {
    locales: [...selectLocales(input.locales, project)],
    branch: getBranch(project, input.branch),
    ...(files !== undefined && { files: [...new Set(files)] }),
    ...(ids !== undefined && { ids: [...new Set(ids)] }),
    ...omitUndefined({ only, finding, outdated_voice }),
  }
  return {
    kind,
    filter,
    engines: [...engines],
    batch_size: input.batch_size ?? BATCH_SIZE,
    concurrency: input.concurrency ?? CONCURRENCY,
  }
}

/** @throws AppError `invalid_input`, `not_found` */
async function assertFilter(
  { kind, finding }: Input,
  { branch, files = [], ids = [], outdated_voice, only }: RunFilter,
  project: Project,
  read: Reader,
): Promise<void> {
  assertFinding(finding)
  if (kind === 'revise' && finding === undefined && outdated_voice === undefined && ids.length === 0) {
    throw new AppError('invalid_input', 'A run of kind "revise" needs to know which translations to revise.', {
      fix: 'Add finding (such as "any" or "glossary"), outdated_voice: true, or ids.',
    })
  }
  if (only !== undefined && (kind === 'revise' || finding !== undefined || outdated_voice !== undefined)) {
    throw new AppError('invalid_input', `only is "${only}", which selects work, but the run revises translations.`, {
      fix: 'Omit only, or omit kind, finding and outdated_voice.',
    })
  }
  for (const file of files) await getBranchFile(project, branch, file, read)
  const found = await new EntryFinder(project, branch, read).findAll(ids.map(id => ({ id })))
  const missing = ids.filter((_, at) => 'code' in (found[at] ?? { code: '' }))
  if (missing.length > 0) {
    throw new AppError('invalid_input', `ids has ${echoList(missing)}, which ${branch} does not list.`, {
      fix: 'Take the IDs from get_entries or get_work.',
      field: 'ids',
    })
  }
}

/**
 * Two open runs for the same locales would send strings twice.
 * @throws AppError `conflict`, `quota_exceeded`
 */
async function assertNoOverlap(run: RunRecord, tx: Transaction): Promise<void> {
  const open = await tx.runs.list('open', run.account_id)
  if (open.length >= MAX_OPEN_RUNS) {
    throw new AppError('quota_exceeded', `The account already has ${MAX_OPEN_RUNS} open runs. Nothing was started.`, {
      fix: 'Wait until one has ended, or cancel one with cancel_run.',
    })
  }
  const other = open.find(
    one => one.project_id === run.project_id && one.filter.locales.some(locale => run.filter.locales.includes(locale)),
  )
  if (other === undefined) return
  const shared = other.filter.locales.filter(locale => run.filter.locales.includes(locale))
  const step =
    other.state === 'paused' ? `resume it with start_run { resume: "${other.id}" }` : 'wait until it has ended'
  throw new AppError('conflict', `Run ${other.id} is ${other.state} and translates into ${echoList(shared)}, too.`, {
    fix: `Choose other locales, ${step}, or cancel it with cancel_run.`,
  })
}
