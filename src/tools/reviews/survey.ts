import { currentIgnores, findErrors } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { compoundKey } from '../../store/records/define.ts'
import { REVIEW_PART_SIZE, type ReviewUnit } from '../../store/records/reviews.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import { loadVerdicts, type NumberedItem, partOf, type Review } from './find-review.ts'
import { Objections } from './objections.ts'
import { measureSample } from './sample.ts'
import type { ReviewView } from './view.ts'

/** A translation of a review that nobody changed since it began. */
export interface CurrentUnit {
  readonly unit: ReviewUnit
  readonly translation: Translation
  readonly text: TextVersion
}

/** What an item's verdict says about its translations at the end of the review. */
export type Standing = 'approves' | 'fault' | 'undecided'

/** Must-see items are approved only when they were read and good; the others unless they have a fault. */
export function getStanding(review: Review, { n, verdict }: Pick<NumberedItem, 'n' | 'verdict'>): Standing {
  if (verdict?.taken_out === true) return 'undecided'
  const said = verdict?.verdict
  if (said === 'minor' || said === 'major') return 'fault'
  if (partOf(review, n) !== 'must_see') return 'approves'
  return said === 'good' ? 'approves' : 'undecided'
}

/** Whether the reader approves it whatever others hold against it. */
export const isFoundGood = ({ verdict }: Pick<NumberedItem, 'verdict'>): boolean => verdict?.verdict === 'good'

/** A translation of a review as objections are asked for. */
export const toShown = ({ unit: { src }, translation, text }: CurrentUnit) => ({ translation, text, src })

/** The translation of a unit, if it still is the one that the review froze. */
function toCurrent(unit: ReviewUnit, translation: Translation | undefined): CurrentUnit | undefined {
  const text = translation && shownText(translation, unit.src).text
  return translation === undefined || text?.rev !== unit.rev ? undefined : { unit, translation, text }
}

/** Translations that are read at once: a few milliseconds of work. */
const CHUNK = 500

/** Passes the items of a review with their current translations. Reads a part at a time. */
export async function forEachItem(
  review: Review,
  deps: ReadDeps,
  give: (item: NumberedItem, current: readonly CurrentUnit[]) => Promise<void> | void,
): Promise<void> {
  const pace = deps.computed.pace()
  const verdicts = await loadVerdicts(review, deps.read)
  for (let position = 0; position * REVIEW_PART_SIZE < review.distinct; position += 1) {
    const part = await deps.read.review_parts.by('position', compoundKey(review.id, position))
    const items = part?.items ?? []
    const ids = items.flatMap(({ units }) => units.map(unit => unit.translation_id))
    const translations: (Translation | undefined)[] = []
    for (let from = 0; from < ids.length; from += CHUNK) {
      if (pace.shouldYield) await pace.yieldNow()
      translations.push(...(await deps.read.translations.getEach(ids.slice(from, from + CHUNK))))
    }
    let before = 0
    for (const [at, item] of items.entries()) {
      if (pace.shouldYield) await pace.yieldNow()
      const n = position * REVIEW_PART_SIZE + at + 1
      const current = item.units.flatMap((unit, nth) => toCurrent(unit, translations[before + nth]) ?? [])
      before += item.units.length
      // A survey has nothing to wait for, and 5,000 promises take milliseconds.
      const given = give({ n, item, verdict: verdicts.get(n) }, current)
      if (given !== undefined) await given
    }
  }
}

type Ends = NonNullable<ReviewView['ends']>

/** What each end of an open review would do now, and how many translations were changed. Looks at every translation of the review. */
export async function surveyReview(
  review: Review,
  deps: ReadDeps,
): Promise<{ readonly changed: number; readonly ends: Ends }> {
  let changed = 0
  let approves = 0
  let findings = 0
  let reopens = 0
  let restores = 0
  let clears = 0
  const objections = await Objections.load(review, deps)
  const doubtful: CurrentUnit[] = []
  await forEachItem(review, deps, (numbered, current) => {
    const { item, verdict } = numbered
    if (verdict?.fixed !== true) changed += item.units.length - current.length
    const standing = getStanding(review, numbered)
    if (standing === 'fault') findings += current.length
    else reopens += current.length
    for (const one of current) {
      const { unit, translation, text } = one
      if (standing === 'approves' && !hasErrors(translation, text, unit.src)) {
        if (isFoundGood(numbered) || !objections.mayHave(toShown(one))) approves += 1
        else doubtful.push(one)
      }
      if (unit.was === undefined) clears += 1
      else restores += 1
    }
  })
  for (const one of doubtful) if (!(await objections.has(toShown(one)))) approves += 1
  const missing = findMissing(review)
  const { meets_goal } = measureSample(review)
  return {
    changed,
    ends: {
      accept: { approves, leaves: review.total - approves, missing, needs_reason: missing.sample === 0 && !meets_goal },
      return: { findings, reopens },
      revert: { restores, clears },
    },
  }
}

/** What must be read before the review can be accepted, in distinct translations. */
export function findMissing({ must_see, sample, sample_size }: Review): Ends['accept']['missing'] {
  return {
    must_see: must_see.total - must_see.decided - must_see.taken_out,
    sample: Math.max(0, sample_size - (sample.good + sample.minor + sample.major)),
  }
}

const hasErrors = (translation: Translation, text: TextVersion, src: string): boolean =>
  findErrors(text.findings, currentIgnores(translation, src)).length > 0
