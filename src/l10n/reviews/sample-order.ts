import { createHash } from 'node:crypto'
import { addTo } from '../groups.ts'

/** What the strata of a sample are made of. */
export interface SampleItem {
  readonly locale: string
  /** What tells files apart. It may change later: the order does not depend on it otherwise. */
  readonly file: string
  /** What readers know it by, and no other of its locale has. */
  readonly id: string
  /** Length of the source, in UTF-16 code units. */
  readonly units: number
}

/** Upper ends of the length bands: labels, phrases, sentences, and paragraphs beyond. */
const BANDS = [20, 60, 160] as const

/**
 * An order of all items (by index) in which every prefix is a random sample in proportion to the strata locale, file and
 * length: a higher goal reads on, and what was read stays a fair sample. Each stratum's random permutation is spread evenly
 * over [0, 1), shifted by a random part of its step; so it has its exact share of every prefix, give or take one.
 * docs/review-statistics.md describes it for those who repeat it.
 */
export function orderSample(items: readonly SampleItem[], seed: string): number[] {
  const strata = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    addTo(strata, stratumOf(item), index)
  }
  const places: { readonly index: number; readonly place: number; readonly tie: number }[] = []
  const idOf = (index: number): string => items[index]?.id ?? ''
  for (const members of strata.values()) {
    const [first = 0] = members.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
    const random = createRandom(`${seed} ${items[first]?.locale} ${idOf(first)}`)
    const shift = random()
    shuffle(members, random)
    for (const [rank, index] of members.entries()) {
      places.push({ index, place: (rank + shift) / members.length, tie: random() })
    }
  }
  return places
    .sort((one, other) => one.place - other.place || one.tie - other.tie || one.index - other.index)
    .map(({ index }) => index)
}

function stratumOf({ locale, file, units }: SampleItem): string {
  const band = BANDS.findIndex(end => units <= end)
  return `${band} ${locale} ${file}`
}

/**
 * A seeded generator of uniform numbers in [0, 1), the same on every machine: sfc32 (Chris Doty-Humphrey, public domain),
 * its four words of state being the first 16 bytes of the seed's SHA-256, little-endian, with 15 rounds thrown away.
 */
export function createRandom(seed: string): () => number {
  const digest = createHash('sha256').update(seed, 'utf8').digest()
  let [a, b, c, counter] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)]
  for (let round = 0; round < 15; round += 1) next()
  return () => next() / 2 ** 32

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

/** Shuffles in place (Fisher-Yates): every order is as likely as any other. */
export function shuffle(items: number[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1))
    const [one, other] = [items[last], items[chosen]]
    if (one === undefined || other === undefined) return
    items[last] = other
    items[chosen] = one
  }
}
