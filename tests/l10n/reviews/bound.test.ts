import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundCurve, upperBound } from '../../../src/l10n/reviews/bound.ts'
import { exactBound, isLikelyExactly } from './exact.ts'

/** Population, read, wrong, and how many of the unread ones may be wrong: by whole numbers alone. */
// biome-ignore format: a table
const CELLS: readonly (readonly [number, number, number, number])[] = [
  [1, 0, 0, 1],
  [1, 1, 0, 0],
  [1, 1, 1, 0],
  [2, 0, 0, 2],
  [2, 1, 0, 1],
  [2, 1, 1, 1],
  [2, 2, 0, 0],
  [2, 2, 1, 0],
  [2, 2, 2, 0],
  [5, 0, 0, 5],
  [5, 1, 0, 4],
  [5, 1, 1, 4],
  [5, 2, 0, 3],
  [5, 2, 1, 3],
  [5, 2, 2, 3],
  [5, 4, 0, 1],
  [5, 4, 1, 1],
  [5, 4, 2, 1],
  [5, 5, 0, 0],
  [5, 5, 1, 0],
  [5, 5, 2, 0],
  [5, 5, 5, 0],
  [10, 0, 0, 10],
  [10, 1, 0, 9],
  [10, 1, 1, 9],
  [10, 2, 0, 7],
  [10, 2, 1, 8],
  [10, 2, 2, 8],
  [10, 5, 0, 3],
  [10, 5, 1, 4],
  [10, 5, 2, 5],
  [10, 5, 5, 5],
  [10, 9, 0, 1],
  [10, 9, 1, 1],
  [10, 9, 2, 1],
  [10, 9, 5, 1],
  [10, 10, 0, 0],
  [10, 10, 1, 0],
  [10, 10, 2, 0],
  [10, 10, 5, 0],
  [19, 0, 0, 19],
  [19, 1, 0, 18],
  [19, 1, 1, 18],
  [19, 4, 0, 9],
  [19, 4, 1, 12],
  [19, 9, 0, 4],
  [19, 9, 2, 7],
  [19, 18, 0, 1],
  [19, 18, 2, 1],
  [19, 19, 0, 0],
  [19, 19, 2, 0],
  [20, 0, 0, 20],
  [20, 1, 0, 18],
  [20, 1, 1, 19],
  [20, 5, 0, 8],
  [20, 5, 1, 11],
  [20, 5, 5, 15],
  [20, 10, 1, 5],
  [20, 10, 5, 9],
  [20, 19, 1, 1],
  [20, 19, 5, 1],
  [20, 20, 1, 0],
  [20, 20, 5, 0],
  [21, 0, 0, 21],
  [21, 1, 0, 19],
  [21, 1, 1, 20],
  [21, 5, 0, 8],
  [21, 5, 1, 11],
  [21, 5, 5, 16],
  [21, 10, 1, 5],
  [21, 10, 5, 10],
  [21, 20, 1, 1],
  [21, 20, 5, 1],
  [21, 21, 1, 0],
  [21, 21, 5, 0],
  [50, 0, 0, 50],
  [50, 1, 0, 47],
  [50, 1, 1, 49],
  [50, 12, 0, 9],
  [50, 12, 1, 14],
  [50, 12, 5, 27],
  [50, 25, 1, 5],
  [50, 25, 5, 11],
  [50, 49, 1, 0],
  [50, 49, 5, 1],
  [50, 50, 1, 0],
  [50, 50, 5, 0],
  [100, 0, 0, 100],
  [100, 1, 0, 94],
  [100, 1, 1, 99],
  [100, 25, 0, 9],
  [100, 25, 1, 14],
  [100, 25, 5, 30],
  [100, 50, 1, 6],
  [100, 50, 5, 12],
  [100, 99, 1, 0],
  [100, 99, 5, 1],
  [100, 100, 1, 0],
  [100, 100, 5, 0],
  [200, 0, 0, 200],
  [200, 1, 0, 189],
  [200, 1, 1, 199],
  [200, 50, 0, 10],
  [200, 50, 1, 15],
  [200, 50, 5, 32],
  [200, 100, 1, 6],
  [200, 100, 5, 12],
  [200, 199, 1, 0],
  [200, 199, 5, 0],
  [200, 200, 1, 0],
  [200, 200, 5, 0],
  [400, 0, 0, 400],
  [400, 1, 0, 379],
  [400, 1, 1, 399],
  [400, 100, 0, 10],
  [400, 100, 1, 15],
  [400, 100, 5, 33],
  [400, 200, 1, 6],
  [400, 200, 5, 12],
  [400, 399, 1, 0],
  [400, 399, 5, 0],
  [400, 400, 1, 0],
  [400, 400, 5, 0],
]

describe('the bound of wrong translations', () => {
  it('is the number of the design', () => {
    const { wrong, percent } = upperBound({ population: 4831, read: 23, wrong: 0 })
    expect(wrong).toBe(588)
    expect(percent).toBeCloseTo(12.23, 2)
  })

  it('equals the independent table', () => {
    expect(CELLS.length).toBeGreaterThanOrEqual(60)
    for (const [population, read, wrong, most] of CELLS) {
      const cell = `${population} ${read} ${wrong}`
      expect(`${cell}: ${upperBound({ population, read, wrong }).wrong}`).toBe(`${cell}: ${most}`)
      expect(`${cell}: ${exactBound(population, read, wrong)}`).toBe(`${cell}: ${most}`)
    }
  })

  it('equals its definition in every cell of small populations', () => {
    for (let population = 1; population <= 32; population += 1) {
      for (let read = 0; read <= population; read += 1) {
        const wrongs = Array.from({ length: read + 1 }, (_, wrong) => wrong)
        expect(wrongs.map(wrong => upperBound({ population, read, wrong }).wrong)).toEqual(
          wrongs.map(wrong => exactBound(population, read, wrong)),
        )
      }
    }
  })

  it.each([
    [1_000_000, 59, 0],
    [1_000_000, 299, 3],
    [100_000, 1_000, 40],
    [4_900, 2_450, 12],
    [4_900, 4_899, 1],
  ])('is exact for %d translations, %d read and %d wrong', (population, read, wrong) => {
    const most = upperBound({ population, read, wrong }).wrong
    expect(isLikelyExactly(population, wrong + most, read, wrong)).toBe(true)
    expect(isLikelyExactly(population, wrong + most + 1, read, wrong)).toBe(false)
  })

  it('excludes nothing before the first verdict, and everything after the last', () => {
    expect(upperBound({ population: 50, read: 0, wrong: 0 })).toEqual({ wrong: 50, percent: 100 })
    expect(upperBound({ population: 50, read: 50, wrong: 7 })).toEqual({ wrong: 0, percent: 0 })
    expect(upperBound({ population: 0, read: 0, wrong: 0 })).toEqual({ wrong: 0, percent: 0 })
  })

  it('falls with good verdicts, and its share of all never falls with a major one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2000 }), fc.nat(), fc.nat(20), (population, some, wrong) => {
        const read = some % population
        fc.pre(wrong <= read)
        const before = upperBound({ population, read, wrong }).wrong
        expect(upperBound({ population, read: read + 1, wrong }).wrong).toBeLessThanOrEqual(before)
        expect(upperBound({ population, read: read + 1, wrong: wrong + 1 }).wrong + 1).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('is drawn as far as the goal', () => {
    const curve = boundCurve({ population: 4831, wrong: 1 }, 5)
    expect(curve.length).toBeLessThanOrEqual(48)
    expect(curve[0]).toEqual({ read: 1, percent: 100 })
    expect(curve.at(-1)?.read).toBe(94)
    expect(curve.filter(({ percent }) => percent <= 5)).toEqual([curve.at(-1)])
    expect(boundCurve({ population: 3, wrong: 4 }, 5)).toEqual([])
  })
})
