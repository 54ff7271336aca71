import { describe, expect, it } from 'vitest'
import { sampleSize } from '../../../src/l10n/reviews/bound.ts'
import { createRandom, orderSample } from '../../../src/l10n/reviews/sample-order.ts'
import { REVIEW_GOALS } from '../../../src/l10n/reviews/words.ts'
import { isNightly } from '../../runs.ts'

const POPULATION = 4900
const BATCHES = isNightly ? 1000 : 500

/** A release in three locales and seven files of different sizes. */
const items = Array.from({ length: POPULATION }, (_, index) => ({
  locale: ['de', 'fr', 'ja'][index % 3] ?? 'de',
  file: `file-${Math.floor(Math.sqrt(index / 100))}.json`,
  id: String(index),
  units: (index * 37) % 200,
}))

/** The samples of all batches: as many as the highest plan reads. */
const samples = Array.from({ length: BATCHES }, (_, batch) =>
  orderSample(items, `batch ${batch}`).slice(0, sampleSize(POPULATION, 1)),
)

/** The share of batches in which the plan finds no fault. */
function accepted(size: number, wrongOf: (batch: number) => ReadonlySet<number>): number {
  const passed = samples.filter((order, batch) => {
    const wrong = wrongOf(batch)
    return !order.slice(0, size).some(index => wrong.has(index))
  })
  return passed.length / BATCHES
}

/** P(no fault among those read), as a product of shares. */
function theory(size: number, majors: number): number {
  let share = 1
  for (let read = 0; read < size; read += 1) share *= (POPULATION - majors - read) / (POPULATION - read)
  return share
}

/** Faults scattered over `among`, other ones in each batch. */
function scatter(majors: number, among: readonly number[]) {
  return (batch: number): ReadonlySet<number> => {
    const random = createRandom(`faults ${batch}`)
    const wrong = new Set<number>()
    while (wrong.size < majors) wrong.add(among[Math.floor(random() * among.length)] ?? 0)
    return wrong
  }
}

const all = items.map((_, index) => index)

describe('1,000 batches with as many major faults as the goal allows', () => {
  it.each(REVIEW_GOALS)('of %d percent are accepted as often as the theory says', goal => {
    const size = sampleSize(POPULATION, goal) ?? 0
    const majors = (POPULATION * goal) / 100
    const expected = theory(size, majors)
    const deviation = Math.sqrt((expected * (1 - expected)) / BATCHES)
    const share = accepted(size, scatter(majors, all))
    expect(expected).toBeLessThanOrEqual(0.0505)
    expect(Math.abs(share - expected)).toBeLessThan(2.5 * deviation)
    expect(share).toBeLessThanOrEqual(0.065)
  })

  it('are accepted far less often when the faults are in one file or locale', () => {
    const size = sampleSize(POPULATION, 5) ?? 0
    const majors = (POPULATION * 5) / 100
    const crowds = [
      all.filter(index => items[index]?.file === 'file-1.json').slice(0, 250),
      all.filter(index => items[index]?.locale === 'ja' && items[index].units > 160),
    ]
    for (const crowd of crowds) {
      expect(crowd.length).toBeGreaterThanOrEqual(majors)
      expect(accepted(size, scatter(majors, crowd))).toBeLessThan(0.6 * theory(size, majors))
    }
  })

  it('are nearly always accepted when nearly nothing is wrong', () => {
    expect(accepted(59, scatter(1, all))).toBeGreaterThan(0.97)
  })
})
