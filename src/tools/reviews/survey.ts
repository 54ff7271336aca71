import { currentIgnores, findErrors } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { compoundKey } from '../../store/records/define.ts'
import { REVIEW_PART_SIZE, type ReviewUnit } from '../../store/records/reviews.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'
import { loadVerdicts, type NumberedItem, partOf, type Review } from './find-review.ts'
import { type IsListed, readListing } from './listing.ts'
import { measureSample } from './sample.ts'
import type { ReviewView } from './view.ts'

/** A translation of a review that nobody changed since it began, and whose source is still the same. */
export interface CurrentUnit {
  readonly unit: ReviewUnit
  readonly entry: Entry
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

/** The stored records of a unit. */
interface StoredUnit {
  readonly unit: ReviewUnit
  readonly entry: Entry | undefined
  readonly translation: Translation | undefined
}

/** A unit, if it still is the one that the review froze. */
function toCurrent(
  { unit, entry, translation }: StoredUnit,
  locale: string,
  isListed: IsListed,
): CurrentUnit | undefined {
  const text = translation && shownText(translation, unit.src).text
  if (entry === undefined || translation === undefined || text?.rev !== unit.rev) return undefined
  return isListed(unit, locale, entry) ? { unit, entry, translation, text } : undefined
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
  const isListed = await readListing(review, deps.read)
  const verdicts = await loadVerdicts(review, deps.read)
  for (let position = 0; position * REVIEW_PART_SIZE < review.distinct; position += 1) {
    const part = await deps.read.review_parts.by('position', compoundKey(review.id, position))
    const items = part?.items ?? []
    const stored = await readUnits(
      items.flatMap(({ units }) => units),
      deps,
    )
    let before = 0
    for (const [at, item] of items.entries()) {
      if (pace.shouldYield) await pace.yieldNow()
      const n = position * REVIEW_PART_SIZE + at + 1
      const own = stored.slice(before, before + item.units.length)
      const current = own.flatMap(one => toCurrent(one, item.locale, isListed) ?? [])
      before += item.units.length
      // A survey has nothing to wait for, and 5,000 promises take milliseconds.
      const given = give({ n, item, verdict: verdicts.get(n) }, current)
      if (given !== undefined) await given
    }
  }
}

async function readUnits(units: readonly ReviewUnit[], { read, computed }: ReadDeps): Promise<readonly StoredUnit[]> {
  const pace = computed.pace()
  const stored: StoredUnit[] = []
  for (let from = 0; from < units.length; from += CHUNK) {
    if (pace.shouldYield) await pace.yieldNow()
    const chunk = units.slice(from, from + CHUNK)
    const translations = await read.translations.getEach(chunk.map(unit => unit.translation_id))
    const entries = await read.entries.getEach(chunk.map(unit => unit.entry_id))
    stored.push(...chunk.map((unit, at) => ({ unit, entry: entries[at], translation: translations[at] })))
  }
  return stored
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
  await forEachItem(review, deps, (numbered, current) => {
    const { item, verdict } = numbered
    if (verdict?.fixed !== true) changed += item.units.length - current.length
    const standing = getStanding(review, numbered)
    if (standing === 'fault') findings += current.length
    else reopens += current.length
    for (const { unit, translation, text } of current) {
      if (standing === 'approves' && !hasErrors(translation, text, unit.src)) approves += 1
      if (unit.was === undefined) clears += 1
      else restores += 1
    }
  })
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
