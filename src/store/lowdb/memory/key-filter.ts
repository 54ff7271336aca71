/** Keys of the first layer; each layer has room for twice as many as the one before. */
const FIRST_LAYER_KEYS = 4096
const BITS_PER_KEY = 16
/** Bits that are set for a key. */
const BITS_SET_PER_KEY = 4

/**
 * Tells nearly all keys that no segment of a log has from those that one may have, at a cost that does not grow with the number of segments. It takes two
 * to four bytes a key, is wrong about one key in 400 for each of its layers, and never says no to a key that was added.
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

  /** For so many keys: a power of two. */
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

/** The distance of the bits of a hash, which does not follow from where they begin: the multiplier of the finalizer of 32-bit MurmurHash3. */
function getStep(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) | 1
}
