import { distance } from 'fastest-levenshtein'
import { countBy } from '../groups.ts'

/** A source string that the pushed file no longer has, or has for the first time. */
export interface Candidate<T> {
  readonly item: T
  readonly text: string
  readonly context?: string | undefined
  /** As `path:line`. */
  readonly references?: readonly string[] | undefined
}

export interface Correction<Gone, Fresh> {
  readonly gone: Gone
  readonly fresh: Fresh
}

/** The similarity that msgmerge demands, too. */
const MIN_SIMILARITY = 0.6
/** The similarity of strings that the program uses at the same place. */
const MIN_AT_SAME_PLACE = 0.4
const SAME_PLACE_BONUS = 0.2
/** Strings that a new one is compared with: those that share most words or places with it. */
const MAX_COMPARED = 20
/** Strings that can share one word; more frequent words tell nothing. */
const MAX_SHARED = 100
/** UTF-16 code units of a string that are compared. */
const MAX_UNITS = 1_000
const MAX_WORDS = 50

/**
 * Finds the strings that replace another one in formats whose keys are the source strings, as msgmerge does: similar text in the same context, or less similar
 * text at the same place of the program. Each string is in one correction at most, the most similar first. Runs in steps, and compares each string with few
 * others.
 */
export function* findCorrections<Gone, Fresh>(
  gone: readonly Candidate<Gone>[],
  fresh: readonly Candidate<Fresh>[],
): Generator<void, readonly Correction<Gone, Fresh>[]> {
  const index = new Map<string, number[]>()
  for (const [at, candidate] of gone.entries()) {
    yield
    for (const feature of listFeatures(candidate)) {
      const sharing = index.get(feature)
      if (sharing === undefined) index.set(feature, [at])
      else if (sharing.length < MAX_SHARED) sharing.push(at)
    }
  }
  const pairs: { readonly gone: number; readonly fresh: number; readonly score: number }[] = []
  for (const [at, candidate] of fresh.entries()) {
    for (const other of findSharing(candidate, index)) {
      yield
      const score = scorePair(gone[other], candidate)
      if (score > 0) pairs.push({ gone: other, fresh: at, score })
    }
  }
  const usedGone = new Set<number>()
  const usedFresh = new Set<number>()
  const found: Correction<Gone, Fresh>[] = []
  for (const pair of pairs.sort((a, b) => b.score - a.score || a.fresh - b.fresh || a.gone - b.gone)) {
    const [before, after] = [gone[pair.gone], fresh[pair.fresh]]
    if (before === undefined || after === undefined || usedGone.has(pair.gone) || usedFresh.has(pair.fresh)) continue
    usedGone.add(pair.gone)
    usedFresh.add(pair.fresh)
    found.push({ gone: before.item, fresh: after.item })
  }
  return found
}

/** Words, word starts and places, by which similar strings are found. Strings without any share their first letter. */
function listFeatures({ text, context, references = [] }: Candidate<unknown>): ReadonlySet<string> {
  const words = text
    .slice(0, MAX_UNITS)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [text.slice(0, 1)]
  const features = new Set<string>()
  for (const word of words.slice(0, MAX_WORDS)) {
    features.add(`word ${word}`)
    features.add(`start ${word.slice(0, 3)}`)
  }
  for (const place of references.slice(0, MAX_WORDS)) features.add(`place ${place}`)
  return new Set([...features].map(feature => `${context ?? ''}\u0004${feature}`))
}

function findSharing(candidate: Candidate<unknown>, index: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const shared = countBy(
    [...listFeatures(candidate)].flatMap(feature => index.get(feature) ?? []),
    at => at,
  )
  return [...shared]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
    .slice(0, MAX_COMPARED)
    .map(([at]) => at)
}

/** Scores a correction from 0 to 1.2; 0 if the strings are too different. */
function scorePair(before: Candidate<unknown> | undefined, after: Candidate<unknown>): number {
  if (before === undefined) return 0
  const [a, b] = [before.text.slice(0, MAX_UNITS), after.text.slice(0, MAX_UNITS)]
  const places = new Set(before.references)
  const isSamePlace = after.references?.some(place => places.has(place)) === true
  const least = isSamePlace ? MIN_AT_SAME_PLACE : MIN_SIMILARITY
  const longest = Math.max(a.length, b.length, 1)
  if (Math.min(a.length, b.length) / longest < least) return 0
  const similarity = 1 - distance(a, b) / longest
  return similarity < least ? 0 : similarity + (isSamePlace ? SAME_PLACE_BONUS : 0)
}
