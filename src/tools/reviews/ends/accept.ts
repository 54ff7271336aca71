import { AppError } from '../../../errors.ts'
import type { CheckRequest } from '../../../workers/computation.ts'
import { mayOverrideProtection } from '../../authority/protected-translations.ts'
import { approve } from '../../decisions/text-actions.ts'
import { mayReadTerms } from '../../glossary/redact-findings.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { pluralize } from '../../pluralize.ts'
import { CheckRulesReader, toRecheckRequest } from '../../translations/check-rules.ts'
import { recordTranslation } from '../../translations/record-text.ts'
import type { Project } from '../../translations/records.ts'
import { withCarriedSource } from '../../translations/sources.ts'
import type { Review } from '../find-review.ts'
import { Objections } from '../objections.ts'
import { measureSample } from '../sample.ts'
import { findMissing, forEachItem, getReading, isFoundGood, toShown, wasSeenStale } from '../survey.ts'
import { type Ended, type Ending, type EndRefusal, toRefusal } from './end.ts'

/**
 * Rejects the acceptance of a review that was not read as planned.
 * @throws AppError `conflict`
 */
export function assertAcceptable(review: Review, why: string | undefined): void {
  const { must_see, sample } = findMissing(review)
  if (must_see > 0) {
    throw new AppError(
      'conflict',
      `${pluralize(must_see, 'must-see translation is', 'must-see translations are')} undecided.`,
      {
        fix: 'Give verdicts, or take them out with take_out. get_review with part must_see and undecided lists them.',
      },
    )
  }
  if (sample > 0) {
    throw new AppError('conflict', `${pluralize(sample, 'translation')} of the sample must still be read.`, {
      fix: 'Give verdicts. get_review with part sample and undecided lists them.',
    })
  }
  const { meets_goal, at_most, more_needed, major, read } = measureSample(review)
  if (meets_goal || why !== undefined) return
  const bound = at_most === undefined ? '' : ` Up to ${at_most.percent} % of the unread ones can be wrong.`
  const more =
    more_needed === undefined
      ? 'Return it'
      : `Read ${more_needed} more without a major fault (sample: ${read + more_needed}), return it`
  throw new AppError(
    'conflict',
    `${pluralize(major, 'major fault')} in ${read} read misses the goal of ${review.goal} %.${bound}`,
    {
      fix: `${more}, or say in why it is accepted all the same.`,
      field: 'why',
    },
  )
}

/**
 * Approves what is good or unread, and still as the review froze it. Faults, what was taken out, and unread translations that others object to
 * stay.
 * @throws AppError `conflict` if nothing but the caller's own translations is left, and the project wants four eyes
 */
export async function acceptReview({ review, batch, deps, target, caller, page }: Ending): Promise<Ended> {
  const { project, origin, tx } = batch
  const checker = new CheckRulesReader(project, review.branch, tx, deps.computed)
  const access = { principal: caller.principal, read: tx }
  const overrules = await mayOverrideProtection(access, target)
  const seesTerms = await mayReadTerms(target, access)
  const objections = await Objections.open(review, deps.read)
  const pace = deps.computed.pace()
  const refused: EndRefusal[] = []
  let approved = 0
  let kept = 0
  let changed = 0
  await forEachItem(review, deps, async (numbered, current) => {
    if (numbered.verdict?.fixed !== true) changed += numbered.item.units.length - current.length
    if (getReading(review, numbered) !== 'approves') {
      kept += current.length
      return
    }
    for (const one of current) {
      if (pace.shouldYield) await pace.yieldNow()
      if (!isFoundGood(numbered) && (await objections.has(toShown(one)))) {
        kept += 1
        continue
      }
      const { unit, line, entry: stored, translation } = one
      const entry = await withCarriedSource(stored, unit.src, tx)
      const reviewed = await approve(
        {
          entry,
          line,
          translation,
          rev: unit.rev,
          stale: wasSeenStale(numbered),
          comment: undefined,
          settings: project.settings,
          rules: await checker.getRules(entry, translation.locale),
          computed: deps.computed,
          origin,
          overrules,
          seesTerms,
        },
        batch,
      )
      if (reviewed.kind === 'done') {
        await recordTranslation(translation, reviewed.after, batch, reviewed.withdrawn)
        approved += 1
      } else if (reviewed.kind === 'refused') {
        refused.push(toRefusal(numbered.n, entry, translation.locale, reviewed.fault))
      }
    }
  })
  if (approved === 0 && refused.some(({ code }) => code === 'own_text')) throw ownReviewError(page)
  return { counts: { approved, kept, refused: refused.length }, changed, refused }
}

const ownReviewError = (page: string): AppError =>
  new AppError(
    'conflict',
    'You or your agents wrote all translations that would become approved. In this project, another user must approve them.',
    { fix: `Send another user who may write translations to ${page}.` },
  )

/** Checks the stale translations that the acceptance would carry over, before its transaction. */
export async function precheckAcceptance(review: Review, project: Project, deps: ReadDeps): Promise<void> {
  const checker = new CheckRulesReader(project, review.branch, deps.read, deps.computed)
  const questions: CheckRequest[] = []
  await forEachItem(review, deps, async (numbered, current) => {
    if (!wasSeenStale(numbered)) return
    for (const { line, entry, translation, text } of current) {
      const rules = await checker.getRules(entry, translation.locale)
      questions.push(toRecheckRequest({ entry, line, value: text.value }, rules))
    }
  })
  await deps.computed.checkAll(questions)
}
