import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleSize, upperBound } from '../../../src/l10n/reviews/bound.ts'
import { REVIEW_GOALS } from '../../../src/l10n/reviews/words.ts'
import { exactBound } from './exact.ts'

const goals = fc.constantFrom(...REVIEW_GOALS)

describe('the size of a sample', () => {
  it.each([
    [5, 59, 93],
    [2, 149, 236],
    [1, 299, 473],
  ] as const)('for %d percent of very many is %d, and %d with a major fault', (goal, none, one) => {
    expect(sampleSize(1_000_000, goal)).toBe(none)
    expect(sampleSize(1_000_000, goal, 1)).toBe(one)
  })

  it('asks for the reading that the design names after one major fault', () => {
    expect(sampleSize(4831, 5, 1)).toBe(59 + 35)
  })

  it('is the smallest that meets the goal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), goals, fc.nat(6), fc.nat(60), (population, goal, majors, least) => {
        fc.pre(majors <= population && least <= population)
        let smallest = Math.max(majors, least)
        while (exactBound(population, smallest, majors) * 100 > goal * (population - smallest)) smallest += 1
        expect(sampleSize(population, goal, majors, least)).toBe(smallest)
      }),
      { seed: 17 },
    )
  })

  it('meets the goal in large populations, and no smaller sample does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 100_000 }), goals, fc.nat(30), (population, goal, wrong) => {
        const size = sampleSize(population, goal, wrong) ?? 0
        expect(upperBound({ population, read: size, wrong }).percent).toBeLessThanOrEqual(goal)
        if (size > wrong) expect(upperBound({ population, read: size - 1, wrong }).percent).toBeGreaterThan(goal)
      }),
      { seed: 17 },
    )
  })

  it('grows with the goal and with the majors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 20_000 }), fc.nat(8), (population, majors) => {
        const [five = 0, two = 0, one = 0] = REVIEW_GOALS.map(goal => sampleSize(population, goal, majors))
        expect(two).toBeGreaterThanOrEqual(five)
        expect(one).toBeGreaterThanOrEqual(two)
        for (const goal of REVIEW_GOALS) {
          expect(sampleSize(population, goal, majors + 1)).toBeGreaterThanOrEqual(
            sampleSize(population, goal, majors) ?? 0,
          )
        }
      }),
      { seed: 17 },
    )
  })

  it('finds the next size when reading on misses a goal that was met', () => {
    expect(upperBound({ population: 100, read: 80, wrong: 0 }).percent).toBe(5)
    expect(upperBound({ population: 100, read: 81, wrong: 0 }).percent).toBeGreaterThan(5)
    expect(sampleSize(100, 5)).toBe(78)
    expect(sampleSize(100, 5, 0, 81)).toBe(95)
  })

  it('is the whole population where nothing less shows it, and absent where there are not so many', () => {
    expect(sampleSize(10, 5)).toBe(10)
    expect(sampleSize(10, 1, 10)).toBe(10)
    expect(sampleSize(0, 5)).toBe(0)
    expect(sampleSize(10, 5, 11)).toBeUndefined()
    expect(sampleSize(10, 5, 0, 11)).toBeUndefined()
  })
})
