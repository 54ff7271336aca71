import { createHash } from 'node:crypto'

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
