/** The parser shares shorter texts by itself, and longer ones are hardly ever equal. */
const MIN_LENGTH = 11
const MAX_LENGTH = 64

const isInternable = ({ length }: string): boolean => length >= MIN_LENGTH && length <= MAX_LENGTH

/** Fields that have a value of their own in each record. */
const UNIQUE_FIELDS: ReadonlySet<string> = new Set(['id', 'code_challenge', 'request_id'])

/** The same, of which each value was made by itself: nothing else is in memory with it. */
const GENERATED_FIELDS: ReadonlySet<string> = new Set(['hash', 'refresh', 'seed'])

/** A shorter part of a text is a text of its own; a longer one keeps the whole text in memory that it was cut out of. */
const MIN_SLICE_LENGTH = 13

/** The one empty list. */
const EMPTY_LIST: readonly never[] = Object.freeze([])

/**
 * Gives equal short texts of records the same place in memory, and all empty lists: ids, locales, instants and checksums stand in many records, and each
 * comes with a text of its own.
 *
 * What transactions write is copied, too: a key that was cut out of a file would keep that file in memory for as long as it lives, and a text that was put
 * together its parts.
 */
export class StringInterner {
  #texts = new Map<string, string>()
  /** What was looked for before `#texts` was begun. */
  #earlier: ReadonlyMap<string, string> = new Map()
  readonly #copies: boolean
  readonly #most: number

  /** `most`: about half as many texts as it remembers at a time, those that were asked for last. */
  constructor({ copies = false, most = Number.POSITIVE_INFINITY } = {}) {
    this.#copies = copies
    this.#most = most
  }

  /** Changes the value, which nobody else may have yet, but for parts that are frozen: they were shared before. */
  intern<T extends object>(value: T): T {
    if (Object.isFrozen(value)) return value
    const fields = value as Record<string, unknown>
    for (const name in fields) {
      const field = fields[name]
      if (typeof field === 'string') {
        if (GENERATED_FIELDS.has(name)) continue
        if (isInternable(field) && !UNIQUE_FIELDS.has(name)) fields[name] = this.#one(field)
        else if (this.#copies) fields[name] = copyText(field)
      } else if (typeof field === 'object' && field !== null) {
        if (Array.isArray(field) && field.length === 0) fields[name] = EMPTY_LIST
        else this.intern(field)
      }
    }
    return value
  }

  #one(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const kept = this.#earlier.get(text) ?? (this.#copies ? copyText(text) : text)
    if (this.#texts.size >= this.#most) {
      this.#earlier = this.#texts
      this.#texts = new Map()
    }
    this.#texts.set(kept, kept)
    return kept
  }
}

function copyText(text: string): string {
  if (text.length < MIN_SLICE_LENGTH) return text
  const copy = Buffer.from(text).toString()
  // UTF-8 cannot carry half of a surrogate pair: a text that has one stays as it is.
  return copy === text ? copy : text
}
