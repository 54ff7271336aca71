import { hashText32 } from '../../text/hash.ts'
import { listTrigrams, MAX_FUZZY_UNITS } from './trigram-index.ts'

/** Bands of each kind. */
export const BANDS = 12
/** Least trigrams that make a band; strict ones have one more. */
const LOOSE_ROWS = 2
const STRICT_ROWS = 3

/** From this similarity on, strict bands find similar texts: they find fewer others. */
export const STRICT_SIMILARITY = 0.8

/**
 * What similar texts probably have in common (min-hashing: Broder, On the resemblance and containment of documents, 1997). Each band is made of the trigrams
 * that come first in orders of its own: texts with the share *s* of all their trigrams in common have an equal band with the probability *s*³ (strict) or
 * *s*² (loose). Undefined for a text of more than `MAX_FUZZY_UNITS`.
 */
export class Signature {
  readonly #firsts: Int32Array

  private constructor(firsts: Int32Array) {
    this.#firsts = firsts
  }

  static of(text: string): Signature | undefined {
    if (text.length > MAX_FUZZY_UNITS) return undefined
    const trigrams = Int32Array.from(listTrigrams(text))
    return new Signature(ORDERS.map(order => findFirst(trigrams, order)))
  }

  /** The strict bands, then the loose ones: numbers of 32 bits, different for each key. */
  bands(key: string): readonly number[] {
    const start = hashText32(key)
    const strict: number[] = []
    const loose: number[] = []
    for (let band = 0; band < BANDS; band += 1) {
      let hash = mix(start ^ band)
      for (let row = 0; row < STRICT_ROWS; row += 1) {
        if (row === LOOSE_ROWS) loose.push(hash)
        hash = mix(hash ^ (this.#firsts[band * STRICT_ROWS + row] ?? 0))
      }
      strict.push(hash)
    }
    return [...strict, ...loose]
  }
}

/** Mixes the bits of a number of 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** A number for each order of trigrams. */
const ORDERS = Int32Array.from({ length: BANDS * STRICT_ROWS }, (_, at) => mix(at + 1))

/** The place, in this order, of the trigram that comes first. */
function findFirst(trigrams: Int32Array, order: number): number {
  let first = 0x7fffffff
  for (let at = 0; at < trigrams.length; at += 1) {
    const place = mix((trigrams[at] ?? 0) ^ order)
    if (place < first) first = place
  }
  return first
}
