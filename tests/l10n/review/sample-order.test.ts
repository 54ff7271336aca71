import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/l10n/review/random.ts'
import { orderSample, type SampleItem } from '../../../src/l10n/review/sample-order.ts'

const item = fc.record({
  locale: fc.constantFrom('de', 'fr', 'pt-BR'),
  file: fc.constantFrom('app.json', 'site/my file.json', 'mail.po'),
  units: fc.nat(300),
})
const batch = fc.array(item, { maxLength: 200 })

const band = (units: number) => [20, 60, 160].findIndex(end => units <= end)
const stratum = ({ locale, file, units }: SampleItem) => JSON.stringify([locale, file, band(units)])

function tally(items: readonly SampleItem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of items) counts.set(stratum(one), (counts.get(stratum(one)) ?? 0) + 1)
  return counts
}

describe('the order of a sample', () => {
  it('has every translation once, in the same order for the same seed', () => {
    fc.assert(
      fc.property(batch, fc.string(), (items, seed) => {
        const order = orderSample(items, seed)
        expect(order.toSorted((a, b) => a - b)).toEqual(items.map((_, index) => index))
        expect(orderSample(items, seed)).toEqual(order)
      }),
      { seed: 17 },
    )
  })

  it('is the same on every machine', () => {
    const items = Array.from({ length: 12 }, (_, index) => ({
      locale: index % 2 === 0 ? 'de' : 'fr',
      file: 'app.json',
      units: index * 10,
    }))
    expect(orderSample(items, '7f3a')).toEqual([1, 6, 11, 2, 10, 5, 4, 7, 0, 8, 3, 9])
    expect(orderSample(items, '7f3b')).toEqual([9, 0, 3, 6, 8, 7, 1, 2, 11, 5, 4, 10])
  })

  it('gives every stratum its share of every prefix', () => {
    fc.assert(
      fc.property(batch, fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (items, seed, part) => {
        const order = orderSample(items, seed)
        const read = Math.floor(part * items.length)
        const prefix = tally(order.slice(0, read).flatMap(index => items[index] ?? []))
        const sizes = [...tally(items)]
        // The last place of the prefix is where all strata stand: each has its exact part of it, give or take one.
        const counts = sizes.map(([key, size]) => ({ size, got: prefix.get(key) ?? 0 }))
        const least = Math.max(...counts.map(({ size, got }) => (got - 1) / size))
        const most = Math.min(...counts.map(({ size, got }) => (got + 1) / size))
        expect(least).toBeLessThanOrEqual(most)
      }),
      { seed: 17 },
    )
  })

  it('reads every translation of unequal strata equally often', () => {
    const items = Array.from({ length: 40 }, (_, index) => ({
      locale: index < 3 ? 'de' : 'fr',
      file: index < 10 ? 'a.json' : 'b.json',
      units: 30,
    }))
    const seen = items.map(() => 0)
    for (let seed = 0; seed < 4000; seed += 1) {
      for (const index of orderSample(items, `${seed}`).slice(0, 10)) seen[index] = (seen[index] ?? 0) + 1
    }
    // 1,000 each, and 27 is the standard deviation.
    expect(Math.min(...seen)).toBeGreaterThan(880)
    expect(Math.max(...seen)).toBeLessThan(1120)
  })
})

describe('the seeded generator', () => {
  it('is uniform, and different for other seeds', () => {
    const random = createRandom('one')
    const counts = [0, 0, 0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 80_000; i += 1) {
      const slot = Math.floor(random() * 8)
      counts[slot] = (counts[slot] ?? 0) + 1
    }
    expect(Math.min(...counts)).toBeGreaterThan(9600)
    expect(Math.max(...counts)).toBeLessThan(10_400)
    expect(createRandom('one')()).not.toBe(createRandom('two')())
  })
})
