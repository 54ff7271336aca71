import { hashText32 } from '../../text/hash.ts'

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

/** A text of the index, and what it belongs to. */
export interface IndexedText {
  readonly text: string
  readonly owners: readonly string[]
}

/** Texts of more UTF-16 units are found by equality only: comparing two of them takes long. */
export const MAX_FUZZY_UNITS = 1_000

/** Trigrams of one query, and texts under them, that a query reads at most. */
const MAX_QUERY_TRIGRAMS = 250
const MAX_READ = 60_000
/** Texts that a query reads beyond those that can be similar enough, to find the best first. */
const MAX_MORE = 10_000

/** Owners of one text that a query returns. */
const MAX_OWNERS = 1_000

type Owners = string | Set<string> | undefined

/**
 * Distinct texts with their owners, and the texts under each trigram of theirs. A removed text leaves its place empty, and gets it back when it returns.
 * Takes about 60 bytes and nine for each of its trigrams, besides the text itself.
 */
export class TrigramIndex {
  /** By number of the text. */
  readonly #texts: string[] = []
  readonly #owners: Owners[] = []
  readonly #numbers = new Map<string, number>()
  /** The numbers of the texts under each trigram, ascending. */
  readonly #places = new Map<number, number[]>()
  /** How many trigrams of a query each text has; zero between queries. */
  #shared = new Uint8Array(0)
  /** The texts that have any, in the order of their first one. */
  #seen = new Uint32Array(0)
  #removed = 0

  /** Number of distinct texts, removed ones included. */
  get size(): number {
    return this.#texts.length
  }

  /** Whether so many texts were removed that a new index is better. */
  get isWorn(): boolean {
    return this.#removed > 1_000 && this.#removed > this.#texts.length / 2
  }

  add(text: string, owner: string): void {
    const known = this.#numbers.get(text)
    if (known === undefined) {
      this.#addText(text, owner)
      return
    }
    const owners = this.#owners[known]
    if (owners instanceof Set) owners.add(owner)
    else if (owners === undefined) {
      this.#owners[known] = owner
      this.#removed -= 1
    } else if (owners !== owner) this.#owners[known] = new Set([owners, owner])
  }

  remove(text: string, owner: string): void {
    const number = this.#numbers.get(text)
    if (number === undefined) return
    const owners = this.#owners[number]
    if (owners instanceof Set) {
      owners.delete(owner)
      const [last] = owners
      if (owners.size === 1) this.#owners[number] = last
    } else if (owners === owner) {
      this.#owners[number] = undefined
      this.#removed += 1
    }
  }

  /** The first owners of exactly this text. */
  find(text: string): readonly string[] {
    const number = this.#numbers.get(text)
    return number === undefined ? [] : listOwners(this.#owners[number])
  }

  /**
   * The texts that can be at least `similarity` (0 to 1) like a text, those that share the most trigrams first: at most `limit`. Reads the rarest trigrams
   * first, and a bounded number of texts, so that the cost hardly grows with the index.
   */
  findSimilar(text: string, similarity: number, limit: number): readonly IndexedText[] {
    if (text.length > MAX_FUZZY_UNITS) return []
    const found = this.#select(this.#countShared(text, similarity), text.length, similarity, limit)
    return found.flatMap(number => {
      const owners = listOwners(this.#owners[number])
      return owners.length === 0 ? [] : [{ text: this.#texts[number] ?? '', owners }]
    })
  }

  #addText(text: string, owner: string): void {
    const number = this.#texts.push(text) - 1
    this.#owners.push(owner)
    this.#numbers.set(text, number)
    if (text.length > MAX_FUZZY_UNITS) return
    for (const trigram of listTrigrams(text)) {
      const places = this.#places.get(trigram)
      if (places === undefined) this.#places.set(trigram, [number])
      else places.push(number)
    }
  }

  /** Counts the trigrams that texts share with a text, from the rarest on. Returns the texts that share enough. */
  #countShared(text: string, similarity: number): { readonly seen: Uint32Array; readonly needed: number } {
    if (this.#shared.length < this.#texts.length) {
      const length = Math.ceil(this.#texts.length * 1.25)
      this.#shared = new Uint8Array(length)
      this.#seen = new Uint32Array(length)
    }
    const shared = this.#shared
    const seen = this.#seen
    const trigrams = listTrigrams(text)
    const lists = trigrams.flatMap(trigram => {
      const places = this.#places.get(trigram)
      return places === undefined ? [] : [places]
    })
    lists.sort((a, b) => a.length - b.length)
    const missing = trigrams.length - lists.length
    // Each edit changes at most three trigrams.
    const changed = 3 * countEdits(text.length, similarity)
    let length = 0
    let known = 0
    let read = 0
    for (const places of lists) {
      const room = known + missing > changed ? MAX_MORE : MAX_READ
      if (known === MAX_QUERY_TRIGRAMS || (known > 0 && read + places.length > room)) break
      known += 1
      read += places.length
      for (const number of places) {
        const count = shared[number] ?? 0
        if (count === 0) seen[length++] = number
        shared[number] = count + 1
      }
    }
    return { seen: seen.subarray(0, length), needed: Math.max(1, known - Math.max(0, changed - missing)) }
  }

  /** The texts that share the most trigrams, and of those that share equally many, the ones of nearest length. Sets the counts to zero. */
  #select(
    { seen, needed }: { readonly seen: Uint32Array; readonly needed: number },
    length: number,
    similarity: number,
    limit: number,
  ): readonly number[] {
    const shared = this.#shared
    const byCount = new Uint32Array(MAX_QUERY_TRIGRAMS + 1)
    for (let at = 0; at < seen.length; at += 1) {
      const count = shared[seen[at] ?? 0] ?? 0
      byCount[count] = (byCount[count] ?? 0) + 1
    }
    let least = byCount.length
    for (let all = 0; least > needed && all < limit; least -= 1) all += byCount[least - 1] ?? 0
    const found: { readonly number: number; readonly rank: number }[] = []
    for (let at = 0; at < seen.length; at += 1) {
      const number = seen[at] ?? 0
      const count = shared[number] ?? 0
      shared[number] = 0
      if (count < least) continue
      const own = this.#texts[number]?.length ?? 0
      if (Math.min(own, length) < Math.max(own, length) * similarity) continue
      found.push({ number, rank: count * MAX_FUZZY_UNITS - Math.abs(own - length) })
    }
    found.sort((a, b) => b.rank - a.rank || a.number - b.number)
    return found.slice(0, limit).map(({ number }) => number)
  }
}

/** Edits that two texts can be apart when they are this similar; `length` is that of one. */
const countEdits = (length: number, similarity: number): number => Math.floor(((1 - similarity) * length) / similarity)

function listOwners(owners: Owners): readonly string[] {
  if (owners === undefined) return []
  if (typeof owners === 'string') return [owners]
  const first: string[] = []
  for (const owner of owners) if (first.push(owner) === MAX_OWNERS) break
  return first
}

const EDGE = 32

/** The distinct trigrams of a text in lower case, with a space at each edge, as 31-bit numbers: different trigrams can share one. */
function listTrigrams(text: string): readonly number[] {
  const lower = text.toLowerCase()
  const found = new Set<number>()
  let before = EDGE
  let last = EDGE
  for (let at = 0; at <= lower.length; at += 1) {
    const unit = at === lower.length ? EDGE : lower.charCodeAt(at)
    found.add((Math.imul(Math.imul(before, 31_337) + last, 31_337) + unit) & 0x3fffffff)
    before = last
    last = unit
  }
  return [...found]
}
