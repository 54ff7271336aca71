import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { MAX_FAULTS } from '../../l10n/faults.ts'
import { sampleSize } from '../../l10n/reviews/bound.ts'
import type { Reader } from '../../store/store.ts'
import { assertProjectAdministrator } from '../authority/administrators.ts'
import { assertMayDecide } from '../authority/review-deciders.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { Lines, ProjectName } from '../schemas/fields.ts'
import { omitUndefined, omitZeros } from '../schemas/omit-undefined.ts'
import { type Batch, openBatch, saveBatch } from '../translations/batch.ts'
import { getOrigin } from '../translations/origin.ts'
import {
  applyTakeOut,
  applyVerdicts,
  type Deciding,
  type DecisionRefusal,
  TakeOutInput,
  VerdictInput,
} from './apply-verdicts.ts'
import { acceptReview, assertAcceptable, precheckAcceptance } from './ends/accept.ts'
import type { Ended, Ending, EndRefusal } from './ends/end.ts'
import { returnReview } from './ends/return.ts'
import { isOwnReview, precheckRevert, revertReview } from './ends/revert.ts'
import { findReview, type Review } from './find-review.ts'
import { withSampleSize } from './tally.ts'
import { createViewer, toFullReviewView } from './to-view.ts'
import { REVIEW_ENDS, ReviewView, reviewLink } from './view.ts'
import { precheckFixes, writeFix } from './write-fix.ts'

const Refusal = z.object({
  n: z.number().int(),
  id: z.string().optional(),
  key: z.string().optional(),
  locale: z.string().optional(),
  code: z.string(),
  why: z.string(),
  fix: z.string(),
  /** The current translation, if a fix was made for another one. */
  got: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})

const Input = z.object({
  project: ProjectName,
  review: z.string().max(40),
  verdicts: z.array(VerdictInput).min(1).max(1000).optional(),
  take_out: z.array(TakeOutInput).min(1).max(200).optional(),
  goal: z
    .union([z.literal(5), z.literal(2), z.literal(1)])
    .optional()
    .describe('5, 2 or 1; raise only: a smaller percentage'),
  sample: z.number().int().min(1).optional().describe('raise only'),
  end: z.enum(REVIEW_ENDS).optional(),
  why: Lines.min(1).optional(),
})
type Input = z.output<typeof Input>

/** Decides about a review: verdicts, what is taken out, a larger sample, and its end. */
export const decideReview = writeTool({
  name: 'decide_review',
  title: 'Decide about a review',
  pastTense: 'Decided about a review',
  description:
    'For people: give verdicts (good, minor, major, skip, undo; a fix in message or forms), take items out, raise the goal, and end: accept approves all but faults, return makes faults work for agents, revert restores what was before. why: reason or comment of the end.',
  scope: 'project:write',
  hints: { destructive: true, idempotent: false },
  grows: true,
  toolset: 'advanced',
  rest: [ofProject('POST', '/reviews/:review/decide')],
  input: Input,
  output: z.object({
    review: ReviewView,
    refused: z.array(Refusal).optional(),
    more_refused: z.number().int().optional(),
    /** The texts of each repair of a fix, as submit_translations says them. */
    repairs: z.record(z.string(), z.array(z.string())).optional(),
    /** The batch of the end, for list_changes and revert_changes. */
    batch: z.string().optional(),
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, context) => {
    const { read, computed, resource } = context
    const { project } = resource
    const review = await findReview(input.review, project, read)
    if (review.state !== 'open') return
    const deps = { read, computed }
    await precheckFixes(input.verdicts ?? [], { review, project }, deps)
    if (input.end === 'accept') await precheckAcceptance(review, project, deps)
    if (input.end === 'revert') await precheckRevert(review, { project, origin: getOrigin(context) }, deps)
  },
  handler: async (input, context) => {
    const { tx, computed, resource, services, principal, audit, skipAudit } = context
    const { project, name, target } = resource
    const before = await findReview(input.review, project, tx)
    const page = reviewLink(services.baseUrl, name, before.id)
    assertMayDecide(context, project.settings, page)
    assertOpen(before)
    assertHasDecision(input)
    const deps = { read: tx, computed }
    const fixes = await openBatch('submit', project, context)
    const seesTerms = await mayReadTerms(target, { principal, read: tx })
    let fixed = 0
    const repairs: Record<string, string[]> = {}
    const deciding = {
      tx,
      origin: fixes.origin,
      at: fixes.at,
      newId: services.newId,
      fourEyes: project.settings.four_eyes,
      fix: async (...[found, value]: Parameters<Deciding['fix']>) => {
        const place = { review: before, batch: fixes, computed, seesTerms, name, baseUrl: services.baseUrl }
        const result = await writeFix(found, value, place)
        if ('revs' in result) {
          fixed += found.item.units.length
          for (const [repair, texts] of Object.entries(result.repairs)) (repairs[repair] ??= []).push(...texts)
        }
        return result
      },
    }
    const read = await applyVerdicts(input.verdicts ?? [], before, deciding)
    const left = await applyTakeOut(input.take_out ?? [], read.review, deciding)
    const replaced = read.replaced + left.replaced
    const raised = await raise(left.review, input, tx)
    if (fixed > 0) await saveBatch(fixes, { accepted: fixed }, `Fixes of the review "${before.title}"`)
    const refused: (DecisionRefusal | EndRefusal)[] = [...read.refused, ...left.refused]
    const ends = input.end !== undefined && refused.length === 0
    const batch = {
      ...(await openBatch(input.end === 'revert' ? 'revert' : 'review', project, context)),
      review: before.id,
    }
    const ended = ends
      ? await endReview(input, { review: raised, batch, deps, target, caller: context, page, why: input.why })
      : undefined
    const hasBatch = ended !== undefined && batch.locales.size > 0
    if (hasBatch) await saveBatch(batch, ended.counts, input.why ?? `${ENDED[endOf(input)].title}: ${before.title}`)
    const after = ended === undefined ? raised : withEnd(raised, input, ended, { ...batch, isStored: hasBatch })
    if (after === before) skipAudit()
    else {
      await tx.reviews.put(after)
      audit(name, {
        review: before.id,
        ...omitZeros({ verdicts: read.verdicts, replaced, fixed, taken_out: left.count }),
        ...(raised.goal !== before.goal && { goal: raised.goal }),
        ...(raised.sample_size !== before.sample_size && { sample: raised.sample_size }),
        ...(ended !== undefined && { end: ENDED[endOf(input)].state, ...ended.counts }),
      })
    }
    const viewer = { ...createViewer(resource, services, tx), origin: batch.origin }
    const all = [...refused, ...(ended?.refused ?? [])]
    return {
      review: await toFullReviewView(after, viewer, deps),
      ...(all.length > 0 && { refused: all.slice(0, MAX_FAULTS) }),
      ...(all.length > MAX_FAULTS && { more_refused: all.length - MAX_FAULTS }),
      ...(Object.keys(repairs).length > 0 && { repairs }),
      ...(hasBatch && { batch: batch.id }),
      next: describeNext(input, after, ended, { isRefused: all.length > 0, batch: hasBatch ? batch : undefined }),
    }
  },
})

const ENDED = {
  accept: { state: 'accepted', title: 'Accepted' },
  return: { state: 'returned', title: 'Returned' },
  revert: { state: 'reverted', title: 'Reverted' },
} as const

const endOf = ({ end = 'accept' }: Input): NonNullable<Input['end']> => end

/** The review after its end. `isStored`: whether the batch changed anything. */
function withEnd(
  review: Review,
  input: Input,
  { changed, counts }: Ended,
  { id, origin, at, isStored }: Pick<Batch, 'id' | 'origin' | 'at'> & { readonly isStored: boolean },
): Review {
  const { state } = ENDED[endOf(input)]
  const named = omitUndefined({ reason: input.why, batch_id: isStored ? id : undefined })
  return { ...review, state, ended: { end: state, origin, at, ...named, changed, counts } }
}

/** @throws AppError `conflict` */
function assertOpen({ id, state }: Review): void {
  if (state === 'open') return
  throw new AppError('conflict', `Review ${id} was already ${state}.`, {
    fix: 'Create another one with create_review, or undo its batch with revert_changes.',
  })
}

/** @throws AppError `invalid_input` */
function assertHasDecision({ verdicts, take_out, goal, sample, end, why }: Input): void {
  if (why !== undefined && end === undefined) {
    throw new AppError('invalid_input', 'why is given without end.', { fix: 'Add end, or omit why.', field: 'why' })
  }
  if ([verdicts, take_out, goal, sample, end].some(field => field !== undefined)) return
  throw new AppError('invalid_input', 'The call decides nothing.', {
    fix: 'Give verdicts, take_out, goal, sample or end.',
  })
}

/**
 * The review with a higher goal or a larger sample.
 * @throws AppError `invalid_input`
 */
async function raise(review: Review, { goal = review.goal, sample }: Input, read: Reader): Promise<Review> {
  const { distinct, must_see, sample_size } = review
  if (goal > review.goal) {
    throw new AppError(
      'invalid_input',
      `goal is ${goal} %, less strict than ${review.goal} %. A plan is never lowered.`,
      {
        fix: `Give a goal below ${review.goal}, or omit it.`,
        field: 'goal',
      },
    )
  }
  const population = distinct - must_see.total
  if (sample !== undefined && (sample < sample_size || sample > population)) {
    throw new AppError('invalid_input', `sample is ${sample}, but it must be from ${sample_size} to ${population}.`, {
      fix: 'A sample only grows, up to all translations that are not must-see.',
      field: 'sample',
    })
  }
  const planned = goal === review.goal ? 0 : (sampleSize(population, goal) ?? population)
  const size = Math.max(sample_size, sample ?? 0, planned)
  if (goal === review.goal && size === sample_size) return review
  return withSampleSize({ ...review, goal }, size, read)
}

async function endReview({ end, why }: Input, ending: Ending): Promise<Ended> {
  const { review, batch, deps, target, caller } = ending
  switch (end) {
    case 'accept':
      assertAcceptable(review, why)
      return acceptReview(ending)
    case 'return':
      return returnReview(ending)
    case 'revert':
    case undefined:
      if (!(await isOwnReview(review, caller.principal.user.id, deps))) {
        await assertProjectAdministrator({ ...caller, read: batch.tx }, target, 'Reverting changes of another user', {
          ask: 'Ask an owner or administrator, or return the review.',
        })
      }
      return revertReview(ending)
  }
}

function describeNext(
  { end }: Input,
  review: Review,
  ended: Ended | undefined,
  { isRefused, batch }: { readonly isRefused: boolean; readonly batch: Pick<Batch, 'id'> | undefined },
): string {
  const fix = isRefused ? ['Some were refused: follow their fix.'] : []
  if (ended === undefined) {
    const { must_see, sample, sample_size } = review
    const missing = must_see.total - must_see.decided - must_see.taken_out
    const unread = Math.max(0, sample_size - sample.good - sample.minor - sample.major)
    const toRead = `${pluralize(missing, 'must-see translation')} and ${unread} of the sample are left to read.`
    const kept = end === undefined ? [] : ['The review was not ended.']
    return [...fix, ...kept, missing + unread > 0 ? toRead : 'All is read: end it with end.'].join(' ')
  }
  return [
    ...fix,
    ...(end === 'return' ? ['Agents get them as work with their reasons: get_work lists them first.'] : []),
    ...(batch === undefined ? ['Nothing was changed.'] : [`To undo: revert_changes with batch ${batch.id}.`]),
  ].join(' ')
}
