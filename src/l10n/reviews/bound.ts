import { isLikely } from './hypergeometric.ts'
import type { ReviewGoal } from './words.ts'

/** What was read of a random sample so far, in distinct translations. */
export interface SampleRead {
  readonly population: number
  readonly read: number
  /** Read ones with a major fault. */
  readonly wrong: number
}

/** What the sample excludes: with 95 % confidence, at most so many of the unread ones are wrong. */
export interface UpperBound {
  readonly wrong: number
  /** Of the unread ones; 0 when none is left. */
  readonly percent: number
}

/** The one-sided 95 % bound: the largest number of wrong ones at which so few found is no rarer than 1 in 20. */
export function upperBound({ population, read, wrong }: SampleRead): UpperBound {
  const unread = population - read
  let [possible, excluded] = [0, unread + 1]
  while (excluded - possible > 1) {
    const middle = Math.floor((possible + excluded) / 2)
    if (isLikely(wrong, { population, marked: wrong + middle, drawn: read })) possible = middle
    else excluded = middle
  }
  return { wrong: possible, percent: unread === 0 ? 0 : (100 * possible) / unread }
}

export interface CurvePoint {
  readonly read: number
  readonly percent: number
}

/** The bound by translations read, with the majors found so far, from none read as far as the goal. */
export function boundCurve(
  { population, wrong }: Omit<SampleRead, 'read'>,
  goal: ReviewGoal,
  points = 48,
): readonly CurvePoint[] {
  const end = sampleSize(population, goal, wrong)
  if (end === undefined) return []
  const steps = Math.max(1, Math.min(points - 1, end - wrong))
  const reads = Array.from({ length: steps + 1 }, (_, step) => wrong + Math.round(((end - wrong) * step) / steps))
  return [...new Set(reads)].map(read => ({ read, percent: upperBound({ population, read, wrong }).percent }))
}

/**
 * The smallest number of read translations, `majors` of them wrong, that bounds the unread ones to `goal` percent;
 * absent when there are more majors than translations. With `atLeast`, the smallest from there on: one more read can
 * miss a goal that was met, because the bound is of whole translations and the unread become fewer.
 */
export function sampleSize(population: number, goal: ReviewGoal, majors = 0, atLeast = 0): number | undefined {
  if (majors > population || atLeast > population) return undefined
  let size = Math.max(majors, atLeast)
  // The number to exclude shrinks as more are read: what is too few for a later number is too few for this one.
  for (;;) {
    const marked = majors + Math.floor((goal * (population - size)) / 100) + 1
    const next = smallestExcluding(marked, population, majors, size)
    if (next === size) return size
    size = next
  }
}

/** The smallest sample from `from` on that excludes `marked` wrong ones by finding `majors`. */
function smallestExcluding(marked: number, population: number, majors: number, from: number): number {
  let [low, high] = [from, population]
  while (low < high) {
    const drawn = Math.floor((low + high) / 2)
    if (excludes(drawn)) high = drawn
    else low = drawn + 1
  }
  return low

  function excludes(drawn: number): boolean {
    return population - drawn + majors < marked || !isLikely(majors, { population, marked, drawn })
  }
}
