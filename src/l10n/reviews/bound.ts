import { isLikely } from './hypergeometric.ts'
import { sampleSize } from './plan.ts'
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
