import { isLikely } from './hypergeometric.ts'
import type { ReviewGoal } from './words.ts'

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
