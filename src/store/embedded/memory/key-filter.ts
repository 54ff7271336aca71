/** Keys in the first layer. Each layer holds twice as many as the previous one. */
const FIRST_LAYER_KEYS = 4096
const BITS_PER_KEY = 16
const BITS_SET_PER_KEY = 4

/**
 * A scalable Bloom filter over the keys of all segments of a log. Most lookups of new keys need no segment; the cost does not grow with the number of segments.
 * Takes two to four bytes per key. False positives: one in 400 per layer. No false negatives.
 */
export class KeyFilter {
  readonly #layers: Layer[] = []

  add(hashes: Iterable<number>): void {
    let last = this.#layers.at(-1)
    for (const hash of hashes) {
      if (last === undefined || last.room === 0) {
        last = new Layer(FIRST_LAYER_KEYS * 2 ** this.#layers.length)
        this.#layers.push(last)
      }
      last.add(hash)
    }
  }

  mayHave(hash: number): boolean {
    return this.#layers.some(layer => layer.mayHave(hash))
  }
}

/** A Bloom filter. */
class Layer {
  room: number
  readonly #bits: Uint32Array
  readonly #mask: number

  /** `room` is the number of keys, a power of two. */
  constructor(room: number) {
    this.room = room
    this.#bits = new Uint32Array((room * BITS_PER_KEY) / 32)
    this.#mask = room * BITS_PER_KEY - 1
  }

  add(hash: number): void {
    this.room--
    const step = getStep(hash)
    for (let n = 0, at = hash; n < BITS_SET_PER_KEY; n++, at += step) {
      const bit = at & this.#mask
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
  }

  mayHave(hash: number): boolean {
    const step = getStep(hash)
    for (let n = 0, at = hash; n < BITS_SET_PER_KEY; n++, at += step) {
      const bit = at & this.#mask
      if ((((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return false
    }
    return true
  }
}

/** The distance between the bits of a hash: odd, and independent of the first bit. Uses a multiplier of the 32-bit MurmurHash3 finalizer. */
function getStep(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) | 1
}
