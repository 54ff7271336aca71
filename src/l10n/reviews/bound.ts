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

/** A random sample without replacement: `marked` of `population` are wrong, `drawn` are read. */
interface Draw {
  readonly population: number
  readonly marked: number
  readonly drawn: number
}

/** Whether P(at most `hits` marked ones are drawn) > 0.05: decided exactly where doubles can't tell. */
function isLikely(hits: number, draw: Draw): boolean {
  const { population, marked, drawn } = draw
  if (hits >= Math.min(marked, drawn)) return true
  if (hits < drawn + marked - population) return false
  const share = tail(hits, draw) / 0.05
  const error = 1e-10 + hits * 1e-15
  return Math.abs(share - 1) > error ? share > 1 : isLikelyExactly(hits, draw)
}

/** P(X <= hits), by the ratios of neighbouring terms from the largest one on. */
function tail(hits: number, { population, marked, drawn }: Draw): number {
  const others = population - marked - drawn
  const least = Math.max(0, -others)
  const mode = Math.floor(((drawn + 1) * (marked + 1)) / (population + 2))
  const start = Math.max(least, Math.min(hits, mode))
  let sum = 1
  for (let x = start, term = 1; x > least && term > sum * 1e-18; x -= 1) {
    term *= (x * (others + x)) / ((marked - x + 1) * (drawn - x + 1))
    sum += term
  }
  for (let x = start + 1, term = 1; x <= hits && term > sum * 1e-18; x += 1) {
    term *= ((marked - x + 1) * (drawn - x + 1)) / (x * (others + x))
    sum += term
  }
  // As three binomials of one probability, because the logarithms of their parts stay small, and so precise.
  const share = drawn / population
  const log =
    logBinomial(start, marked, share) +
    logBinomial(drawn - start, population - marked, share) -
    logBinomial(drawn, population, share)
  return sum * Math.exp(log)
}

/** The same by integers alone: 20 times the ways to draw at most `hits` against all ways. */
function isLikelyExactly(hits: number, { population, marked, drawn }: Draw): boolean {
  let ways = 0n
  for (let x = Math.max(0, drawn + marked - population); x <= hits; x += 1) {
    ways += choose(marked, x) * choose(population - marked, drawn - x)
  }
  return 20n * ways > choose(population, drawn)
}

function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 1; i <= Math.min(k, n - k); i += 1) result = (result * BigInt(n - i + 1)) / BigInt(i)
  return result
}

/** Catherine Loader, "Fast and accurate computation of binomial probabilities" (2000). */
function logBinomial(hits: number, trials: number, share: number): number {
  if (trials === 0) return 0
  if (hits === 0) return trials * Math.log1p(-share)
  if (hits === trials) return trials * Math.log(share)
  const misses = trials - hits
  const corrections = stirlingError(trials) - stirlingError(hits) - stirlingError(misses)
  const deviance = devianceOf(hits, trials * share) + devianceOf(misses, trials * (1 - share))
  return corrections - deviance + 0.5 * Math.log(trials / (2 * Math.PI * hits * misses))
}

/** x log(x / mean) + mean - x, without cancellation where x is near the mean. */
function devianceOf(x: number, mean: number): number {
  const difference = x - mean
  const ratio = difference / (x + mean)
  if (Math.abs(ratio) >= 0.1) return x * Math.log(x / mean) - difference
  let sum = difference * ratio
  for (let power = 2 * x * ratio, odd = 3; ; odd += 2) {
    power *= ratio * ratio
    const next = sum + power / odd
    if (next === sum) return sum
    sum = next
  }
}

/** The logarithms of the first factorials. */
const FACTORIALS = Array.from({ length: 32 }).reduce<number[]>(
  (sums, _, index) => [...sums, (sums.at(-1) ?? 0) + Math.log(index + 1)],
  [0],
)

/** What Stirling's formula lacks to log n!; the series is wrong by less than 1e-15 from 33 on. */
function stirlingError(n: number): number {
  const known = FACTORIALS[n]
  if (known !== undefined) return known - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI)
  const square = n * n
  return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / n
}
