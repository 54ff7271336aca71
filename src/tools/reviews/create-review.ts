import { z } from 'zod'
import { isInteractive } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import { sampleSize } from '../../l10n/reviews/bound.ts'
import { compoundKey } from '../../store/records/define.ts'
import { REVIEW_PART_SIZE, type ReviewRecord } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { type ChangeFilter, changeInput, parseChangeFilter } from '../history/change-filter.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { BranchName, getBranch, getBranchFile } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { textBytes } from '../quota/usage.ts'
import { findRun } from '../runs/run-target.ts'
import { Line, Lines, ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { getOrigin } from '../translations/origin.ts'
import type { Project } from '../translations/records.ts'
import type { ReviewScope } from './collect.ts'
import { type FrozenList, freezeList } from './freeze.ts'
import { createViewer, toFullReviewView } from './to-view.ts'
import { ReviewView, reviewLink } from './view.ts'

const MAX_OPEN_REVIEWS = 100
const MAX_TITLE = 100

const Input = z.object({
  project: ProjectName,
  title: Line.optional(),
  branch: BranchName.optional(),
  ...changeInput,
  run: z.string().min(1).max(40).optional(),
  waiting: z.literal(true).optional().describe('all translations in review'),
  locale: Locale.optional(),
  file: z.string().min(1).optional(),
  goal: z
    .union([z.literal(5), z.literal(2), z.literal(1)])
    .default(5)
    .describe('5, 2 or 1: percent of wrong translations to exclude'),
  note: Lines.optional(),
})
type Input = z.output<typeof Input>

/** Asks for a review: freezes the current translations that a filter matches, and draws the sample to read. */
export const createReview = writeTool({
  name: 'create_review',
  title: 'Create a review',
  pastTense: 'Created a review',
  description:
    'Ask for a review of a batch, a run, or the translations of a client, token, person or time, or of all in review (waiting). A person reads the risky ones and a random sample, then accepts, returns or reverts all. Agents: give the link of next to a person.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'advanced',
  rest: [ofProject('POST', '/reviews/new', { status: 201 })],
  input: Input,
  output: z.object({ review: ReviewView, next: z.string() }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, { resource: { project }, read, computed, services }) => {
    const scope = await toScope(input, project, read)
    await computed.memoize(['review', input], async () => {
      const seed = services.newId()
      return { seed, list: await freezeList(scope, seed, { read, computed }) }
    })
  },
  handler: async (input, context) => {
    const { tx, computed, resource, services, principal, client, audit, claimQuota } = context
    const { project, account, name } = resource
    const scope = await toScope(input, project, tx)
    await assertFewOpen(project, tx)
    const { seed, list } = await computed.memoize(['review', input], async () => {
      const drawn = services.newId()
      return { seed: drawn, list: await freezeList(scope, drawn, { read: tx, computed }) }
    })
    if (list.items.length === 0) throw nothingError()
    const now = services.now().toISOString()
    const review: ReviewRecord = {
      id: services.newId(),
      project_id: project.id,
      title: input.title ?? (await describeScope(input, scope, tx)),
      state: 'open',
      filter: toStoredFilter(input, scope),
      ...(input.note !== undefined && { note: input.note }),
      branch: scope.branch,
      goal: input.goal,
      seed,
      locales: [...list.locales],
      batches: [...list.batches],
      total: list.total,
      distinct: list.items.length,
      must_see: { total: list.mustSee, decided: 0, taken_out: 0, groups: [...list.groups] },
      sample_size: sampleSize(list.items.length - list.mustSee, input.goal) ?? 0,
      sample: NO_VERDICTS,
      rest: NO_VERDICTS,
      readers: [],
      origin: getOrigin({ principal, client }),
      created_at: now,
    }
    await tx.reviews.insert(review)
    const before = await textBytes(project.id, tx)
    await insertParts(review, list, context)
    await claimQuota(account, { used: { bytes: (await textBytes(project.id, tx)) - before } }, true)
    audit(name, { review: review.id, total: review.total, must_see: list.mustSee, sample: review.sample_size })
    const viewer = createViewer(resource, services, tx)
    const view = await toFullReviewView(review, { ...viewer, origin: review.origin }, { read: tx, computed })
    return { review: view, next: describeNext(review, viewer, isInteractive(principal)) }
  },
})

const NO_VERDICTS = { good: 0, minor: 0, major: 0, skip: 0 }

async function insertParts(
  { id, project_id }: ReviewRecord,
  { items }: FrozenList,
  { tx, computed, services }: Pick<WriteContext, 'tx' | 'computed' | 'services'>,
): Promise<void> {
  const pace = computed.pace()
  for (let position = 0; position * REVIEW_PART_SIZE < items.length; position += 1) {
    await pace.yieldNow()
    const from = position * REVIEW_PART_SIZE
    const part = items.slice(from, from + REVIEW_PART_SIZE)
    await tx.review_parts.insert({ id: services.newId(), review_id: id, project_id, position, items: [...part] })
  }
}

/** @throws AppError `quota_exceeded` */
async function assertFewOpen({ id }: Project, read: Reader): Promise<void> {
  if ((await read.reviews.count('state', compoundKey(id, 'open'))) < MAX_OPEN_REVIEWS) return
  throw new AppError('quota_exceeded', `The project already has ${MAX_OPEN_REVIEWS} open reviews.`, {
    fix: 'End one with decide_review, or on its page. get_review with state open lists them.',
  })
}

/**
 * The changes that a call is about.
 * @throws AppError `invalid_input`, `not_found`
 */
async function toScope(input: Input, project: Project, read: Reader): Promise<ReviewScope> {
  const branch = getBranch(project, input.branch)
  const locale = input.locale === undefined ? undefined : targetLocale(project, input.locale)
  const file = input.file === undefined ? undefined : (await getBranchFile(project, branch, input.file, read)).file
  return { project, branch, changes: await toChanges(input, project, read), locale, file }
}

async function toChanges(input: Input, project: Project, read: Reader): Promise<ChangeFilter | undefined> {
  const { waiting, run, batch, token, client, person, since, until } = input
  const given = Object.entries({ batch, run, token, client, person, since, until }).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  )
  if (waiting === true) {
    if (given.length === 0) return undefined
    throw new AppError('invalid_input', `waiting is given with ${given.join(', ')}.`, {
      fix: 'Give waiting: true with no filter but locale and file, or omit it.',
      field: 'waiting',
    })
  }
  if (!given.some(field => field !== 'until')) {
    throw new AppError('invalid_input', 'The call names nothing to review.', {
      fix: 'Give batch, run, client, token, person or since, or waiting: true for all translations in review.',
    })
  }
  if (run !== undefined && batch !== undefined) {
    throw new AppError('invalid_input', 'batch is given with run, which has a batch of its own.', {
      fix: 'Give one of them.',
      field: 'batch',
    })
  }
  const ofRun = run === undefined ? undefined : (await findRun(run, project, read)).batch_id
  if (ofRun !== undefined && (await read.batches.get(ofRun)) === undefined) throw nothingError()
  return parseChangeFilter({ batch: ofRun ?? batch, token, client, person, since, until }, project, read)
}

const nothingError = (): AppError =>
  new AppError('invalid_input', 'No current translation matches that is not approved yet.', {
    fix: 'list_changes shows the batches and what of them is current. get_status counts what waits for a review.',
  })

function toStoredFilter(input: Input, { changes, locale, file }: ReviewScope): ReviewRecord['filter'] {
  const { batch, run, client, token, waiting } = input
  const { since, until } = changes ?? {}
  const named = { batch, run, client, token, person: input.person?.toLowerCase() }
  return omitUndefined({ ...named, locale, file: file?.path, since, until, waiting })
}

async function describeScope(input: Input, { changes, locale, file }: ReviewScope, read: Reader): Promise<string> {
  const { batch, run, client, token, person, since, until } = input
  const note = changes?.batch?.note ?? (run === undefined ? undefined : (await read.runs.get(run))?.note)
  const [line = ''] = (note ?? '').split('\n')
  const subject =
    line !== ''
      ? line
      : [
          ...(input.waiting === true ? ['All in review'] : []),
          ...(run === undefined ? [] : [`Run ${run}`]),
          ...(batch === undefined ? [] : [`Batch ${batch}`]),
          ...(client === undefined ? [] : [client]),
          ...(person === undefined ? [] : [`@${person}`]),
          ...(token === undefined ? [] : [`Token ${token}`]),
          ...(since === undefined ? [] : [`since ${since}`]),
          ...(until === undefined ? [] : [`until ${until}`]),
        ].join(' ')
  return [subject, ...(locale === undefined ? [] : [locale]), ...(file === undefined ? [] : [file.path])]
    .join(' · ')
    .slice(0, MAX_TITLE)
}

function describeNext(
  { id, must_see, sample_size }: ReviewRecord,
  { name, baseUrl }: { readonly name: string; readonly baseUrl: string },
  isPerson: boolean,
): string {
  const toRead = `${pluralize(must_see.total, 'translation')} to look at and a sample of ${sample_size}`
  const link = reviewLink(baseUrl, name, id)
  return isPerson
    ? `Read ${toRead} at ${link}, then accept, return or revert all.`
    : `A person reads ${toRead}, then accepts, returns or reverts all: send them to ${link}. get_review shows the result; what is returned is work for get_work.`
}
