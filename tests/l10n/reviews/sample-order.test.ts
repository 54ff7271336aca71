import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, orderSample, type SampleItem } from '../../../src/l10n/reviews/sample-order.ts'

const item = fc.record({
  locale: fc.constantFrom('de', 'fr', 'pt-BR'),
  file: fc.constantFrom('app.json', 'site/my file.json', 'mail.po'),
  units: fc.nat(300),
})
const withIds = <Item>(items: readonly Item[]) => items.map((one, index) => ({ ...one, id: String(index) }))
const batch = fc.array(item, { maxLength: 200 }).map(withIds)

const band = (units: number) => [20, 60, 160].findIndex(end => units <= end)
const stratum = ({ locale, file, units }: Omit<SampleItem, 'id'>) => JSON.stringify([locale, file, band(units)])

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
      id: `id${index + 10}`,
      units: index * 10,
    }))
    expect(orderSample(items, '7f3a')).toEqual([10, 1, 7, 2, 4, 5, 11, 8, 0, 9, 6, 3])
    expect(orderSample(items, '7f3b')).toEqual([3, 0, 6, 11, 8, 5, 7, 2, 4, 1, 10, 9])
  })

  it('depends on no name of a file, and on no order of the items', () => {
    fc.assert(
      fc.property(batch, fc.string(), (items, seed) => {
        const drawn = (given: readonly SampleItem[]) => orderSample(given, seed).map(index => given[index]?.id)
        const expected = drawn(items)
        expect(drawn(items.map(one => ({ ...one, file: `moved/${one.file}` })))).toEqual(expected)
        expect(drawn(items.toReversed())).toEqual(expected)
      }),
      { seed: 17 },
    )
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
      id: String(index),
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

it('the seeded generator is uniform, and different for other seeds', () => {
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
