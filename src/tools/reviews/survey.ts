import { currentIgnores, findErrors } from '../../l10n/translation/findings.ts'
import { isProtected } from '../../l10n/translation/protection.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Origin } from '../../store/records/localization.ts'
import { REVIEW_PART_SIZE, type ReviewUnit } from '../../store/records/reviews.ts'
import { lockedFault, protectedTextFault, type ReviewFault } from '../decisions/faults.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'
import { loadVerdicts, type NumberedItem, partOf, type Review, readListing } from './find-review.ts'
import { Objections } from './objections.ts'
import { measureSample } from './sample.ts'
import type { ReviewView } from './view.ts'

/** A translation of a review that nobody changed since it began, and whose source is still the same. */
export interface CurrentUnit {
  readonly unit: ReviewUnit
  /** Of the string on the branch of the review. */
  readonly line: SourceLine
  readonly entry: Entry
  readonly translation: Translation
  readonly text: TextVersion
}

/** What an item's verdict says about its translations at the end of the review. */
export type Reading = 'approves' | 'fault' | 'undecided'

/** Must-see items are approved only when they were read and good; the others unless they have a fault. */
export function getReading(review: Review, { n, verdict }: Pick<NumberedItem, 'n' | 'verdict'>): Reading {
  if (verdict?.taken_out === true) return 'undecided'
  const said = verdict?.verdict
  if (said === 'minor' || said === 'major') return 'fault'
  if (partOf(review, n) !== 'must_see') return 'approves'
  return said === 'good' ? 'approves' : 'undecided'
}

/** Whether the reader approves it whatever others hold against it. */
export const isFoundGood = ({ verdict }: Pick<NumberedItem, 'verdict'>): boolean => verdict?.verdict === 'good'

/** A translation of a review as objections are asked for. */
export const toShown = ({ line, translation, text }: CurrentUnit) => ({ translation, text, line })

/** A unit whose translation is the one that the review froze. */
function toCurrent(
  unit: ReviewUnit,
  translation: Translation | undefined,
  entry: Entry,
  line: SourceLine | undefined,
): CurrentUnit | undefined {
  if (translation === undefined || line === undefined) return undefined
  const { text } = shownText(translation, line)
  return text?.rev === unit.rev ? { unit, line, entry, translation, text } : undefined
}

/** Translations that are read at once: a few milliseconds of work. */
const CHUNK = 500

/** Items after which a rest is considered: to read the time for each takes longer than to survey it. */
const PACED = 20

/** Passes the items of a review with their current translations. Reads a part at a time. */
export async function forEachItem(
  review: Review,
  deps: ReadDeps,
  give: (item: NumberedItem, current: readonly CurrentUnit[]) => Promise<void> | void,
): Promise<void> {
  const pace = deps.computed.pace()
  const lineOf = await readListing(review, deps.read)
  const verdicts = await loadVerdicts(review, deps.read)
  for (let position = 0; position * REVIEW_PART_SIZE < review.distinct; position += 1) {
    const part = await deps.read.review_parts.by('position', compoundKey(review.id, position))
    const items = part?.items ?? []
    const units = items.flatMap(item => item.units)
    const { translations, entries } = await readUnits(units, deps)
    let place = 0
    for (const [at, item] of items.entries()) {
      if (at % PACED === 0 && pace.shouldYield) await pace.yieldNow()
      const n = position * REVIEW_PART_SIZE + at + 1
      const current: CurrentUnit[] = []
      for (const unit of item.units) {
        const entry = entries[place]
        const one = entry && toCurrent(unit, translations[place], entry, lineOf(unit, item.locale, entry))
        if (one !== undefined) current.push(one)
        place += 1
      }
      // A survey has nothing to wait for, and 5,000 promises take milliseconds.
      const given = give({ n, item, verdict: verdicts.get(n) }, current)
      if (given !== undefined) await given
    }
  }
}

/** Reads the translations and entries of units, in their order. */
export async function readUnits(units: readonly ReviewUnit[], { read, computed }: ReadDeps) {
  const pace = computed.pace()
  const translations: (Translation | undefined)[] = []
  const entries: (Entry | undefined)[] = []
  for (let from = 0; from < units.length; from += CHUNK) {
    if (pace.shouldYield) await pace.yieldNow()
    const chunk = units.slice(from, from + CHUNK)
    translations.push(...(await read.translations.getEach(chunk.map(unit => unit.translation_id))))
    entries.push(...(await read.entries.getEach(chunk.map(unit => unit.entry_id))))
  }
  return { translations, entries }
}

type Ends = NonNullable<ReviewView['ends']>

/** What each end of an open review by a caller would do now, and how many translations were changed. Looks at every translation of the review. */
export async function surveyReview(
  review: Review,
  deps: ReadDeps,
  caller: Origin,
): Promise<{ readonly changed: number; readonly ends: Ends }> {
  const fourEyes = (await deps.read.projects.get(review.project_id))?.settings.four_eyes === true
  const [accept, back, revert] = [
    { approves: 0, own: 0 },
    { findings: 0, asked: 0, all: 0, reopens: 0 },
    { restores: 0, clears: 0 },
  ]
  let changed = 0
  const objections = await Objections.open(review, deps.read)
  /** Approved unless others object. */
  const unread: ReturnType<typeof toShown>[] = []
  await forEachItem(review, deps, (numbered, current) => {
    const { item, verdict } = numbered
    if (verdict?.fixed !== true) changed += item.units.length - current.length
    const reading = getReading(review, numbered)
    const isFault = reading === 'fault'
    for (const one of current) {
      const isOwn = fourEyes && one.text.origin.user_id === caller.user_id
      if (reading === 'approves' && isOwn) accept.own += 1
      else if (reading === 'approves' && isApprovable(one, numbered)) {
        if (isFoundGood(numbered)) accept.approves += 1
        else unread.push(toShown(one))
      }
      const isFree = findHold(one, caller) === undefined
      back.findings += Number(isFault)
      back.all += Number(isFree)
      back.asked += Number(isFree && isFault)
      back.reopens += Number(isFree && !isFault && one.text.state !== 'needs_review')
      if (isFree) revert[one.unit.was === undefined ? 'clears' : 'restores'] += 1
    }
  })
  const pace = deps.computed.pace()
  for (let from = 0; from < unread.length; from += CHUNK) {
    if (pace.shouldYield) await pace.yieldNow()
    const chunk = unread.slice(from, from + CHUNK)
    const doubtful = await objections.findDoubtful(chunk)
    accept.approves += chunk.length - doubtful.length
    for (const one of doubtful) if (!(await objections.has(one))) accept.approves += 1
  }
  const missing = findMissing(review)
  const { meets_goal } = measureSample(review)
  const leaves = review.total - accept.approves
  const { findings, asked, all, reopens } = back
  return {
    changed,
    ends: {
      accept: { ...accept, leaves, missing, needs_reason: missing.sample === 0 && !meets_goal },
      return: findings > 0 ? { findings, requests: asked, reopens } : { findings, requests: all, reopens: 0 },
      revert,
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

function isApprovable({ unit, line, translation, text }: CurrentUnit, numbered: NumberedItem): boolean {
  if (text.findings.length > 0 && findErrors(text.findings, currentIgnores(translation, line)).length > 0) return false
  // The stored reason, because to hash 5,000 notes takes milliseconds.
  const hasOtherNote = translation.stale?.reason === 'note_changed' && translation.shown === text.rev
  return (text.src === unit.src && !hasOtherNote) || wasSeenStale(numbered)
}

/** Whether a reader found a stale translation good, and knew that it is. */
export const wasSeenStale = ({ item, verdict }: NumberedItem): boolean =>
  verdict?.verdict === 'good' && item.reasons.some(({ reason }) => reason === 'stale')

/** Why a caller can't return a translation: it is locked, or protected from agents. */
export function findHold({ translation, text }: CurrentUnit, caller: Origin): ReviewFault | undefined {
  if (translation.locked) return lockedFault
  return caller.kind !== 'human' && isProtected(text, caller) ? protectedTextFault(text) : undefined
}
