import { AppError } from '../../../errors.ts'
import { withNewest } from '../../../l10n/translation/change.ts'
import { mayOverrideProtection } from '../../authority/protected-translations.ts'
import { type ReviewResult, refusedResult, requestChanges } from '../../decisions/text-actions.ts'
import { mayReadTerms } from '../../glossary/redact-findings.ts'
import { addComment } from '../../translations/add-comment.ts'
import type { Batch } from '../../translations/batch.ts'
import { CheckRulesReader } from '../../translations/check-rules.ts'
import { recordTranslation } from '../../translations/record-text.ts'
import type { Entry } from '../../translations/records.ts'
import { withCarriedSource } from '../../translations/sources.ts'
import type { Verdict } from '../find-review.ts'
import { type CurrentUnit, findHold, forEachItem, getReading, surveyReview } from '../survey.ts'
import { type Ended, type Ending, type EndRefusal, toRefusal } from './end.ts'

/**
 * Requests changes of what has a fault, with the reader's reasons, and sends everything else back to `needs_review`. Without a
 * fault, requests changes of all, with the reason of the return.
 * @throws AppError `invalid_input` if it gives no reason
 */
export async function returnReview({ review, batch, deps, target, caller, why }: Ending): Promise<Ended> {
  const { project, origin, tx } = batch
  const checker = new CheckRulesReader(project, review.branch, tx, deps.computed)
  const access = { principal: caller.principal, read: tx }
  const shared = {
    // A user said that it is wrong, whatever its source is now.
    stale: true,
    settings: project.settings,
    computed: deps.computed,
    origin,
    overrules: await mayOverrideProtection(access, target),
    seesTerms: await mayReadTerms(target, access),
  }
  const ofAll = (await surveyReview(review, deps, origin)).ends.return.findings === 0
  if (ofAll && why === undefined) throw noFaultError()
  const pace = deps.computed.pace()
  const refused: EndRefusal[] = []
  let requested = 0
  let reopened = 0
  let changed = 0
  await forEachItem(review, deps, async (numbered, current) => {
    const { verdict, item } = numbered
    if (verdict?.fixed !== true) changed += item.units.length - current.length
    const isFault = verdict !== undefined && getReading(review, numbered) === 'fault'
    const comment = isFault ? describeFault(verdict, why) : ofAll ? describeWhole(why) : undefined
    for (const one of current) {
      if (pace.shouldYield) await pace.yieldNow()
      const { unit, line, translation } = one
      const entry = await withCarriedSource(one.entry, unit.src, tx)
      const rules = await checker.getRules(entry, translation.locale)
      const act = { ...shared, entry, line, translation, rev: unit.rev, comment, rules }
      const result = comment === undefined ? reopen(one, entry, batch) : requestChanges(act, batch)
      if (result.kind === 'refused') refused.push(toRefusal(numbered.n, entry, translation.locale, result.fault))
      if (result.kind !== 'done') continue
      await recordTranslation(translation, result.after, batch)
      if (comment === undefined) reopened += 1
      else {
        requested += 1
        // The reason of all is no comment about this one; its request has it.
        if (isFault)
          await addComment({ entry, locale: translation.locale, kind: 'request_changes', text: comment }, batch)
      }
    }
  })
  return { counts: { changes_requested: requested, reopened, refused: refused.length }, changed, refused }
}

/** Sends a translation back to review; an agent must not do that to one of a user. */
function reopen(one: CurrentUnit, entry: Entry, { origin, at }: Batch): ReviewResult {
  const { translation, text } = one
  if (text.state === 'needs_review') return { kind: 'unchanged' }
  const fault = findHold(one, origin)
  if (fault !== undefined) return refusedResult(fault)
  return { kind: 'done', after: withNewest(translation, entry, { ...text, state: 'needs_review' }, at) }
}

/** The reader's words, for whoever corrects the translation. */
function describeFault({ verdict, reason, comment }: Verdict, why: string | undefined): string {
  const kind = verdict === 'major' ? 'Major fault' : 'Minor fault'
  return [
    `${kind}${reason === undefined ? '' : ` (${reason})`}${comment === undefined ? '.' : `: ${comment}`}`,
    ...(why === undefined ? [] : [describeWhole(why)]),
  ].join('\n')
}

const describeWhole = (why = ''): string => `About the whole review: ${why}`

const noFaultError = (): AppError =>
  new AppError('invalid_input', 'No translation of the review has a fault.', {
    fix: 'Give the verdict minor or major to at least one, or say in why what to change in all of them.',
    field: 'why',
  })
