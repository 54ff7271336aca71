import { sampleSize, upperBound } from '../../l10n/reviews/bound.ts'
import type { Review } from './find-review.ts'
import type { ReviewView } from './view.ts'

/** What reading the sample proves so far. Translations of the rest that somebody read prove nothing: they were not drawn. */
export function measureSample(review: Review): ReviewView['sample'] {
  const { distinct, must_see, sample, sample_size: size, rest, goal } = review
  const population = distinct - must_see.total
  const { good, minor, major, skip } = sample
  const read = good + minor + major
  const bound = { population, read, wrong: major }
  const atMost = upperBound(bound)
  const needed = sampleSize(population, goal, major, read)
  const meets = population === read || (read > 0 && atMost.percent <= goal)
  return {
    population,
    size,
    read,
    good,
    minor,
    major,
    skipped: skip,
    unread: population - read - (rest.good + rest.minor + rest.major),
    ...(read > 0 && { at_most: { wrong: atMost.wrong, percent: Math.round(atMost.percent * 100) / 100 } }),
    meets_goal: meets,
    ...(meets ? { more_needed: 0 } : needed !== undefined && { more_needed: Math.max(0, needed - read) }),
  }
}
