/** V8's JSON parser shares shorter strings itself. Longer strings are rarely equal. */
const MIN_LENGTH = 11
const MAX_LENGTH = 64

const isInternable = ({ length }: string): boolean => length >= MIN_LENGTH && length <= MAX_LENGTH

/** Fields whose values are unique per record. */
const UNIQUE_FIELDS: ReadonlySet<string> = new Set(['id', 'code_challenge', 'request_id'])

/** Unique fields whose values are generated, never cut out of a longer string. They need no copy. */
const GENERATED_FIELDS: ReadonlySet<string> = new Set(['hash', 'refresh', 'seed'])

/** V8 copies shorter substrings. Longer ones keep the whole original string in memory. */
const MIN_SLICE_LENGTH = 13

/** Shared by all records. */
const EMPTY_LIST: readonly never[] = Object.freeze([])

/**
 * Shares equal short strings and empty lists between records, to save memory: IDs, locales, instants and checksums occur in many records.
 * With `copies`, it also copies strings of transactions. A key that was cut out of a file would keep that file in memory, and a concatenated string its parts.
 */
export class StringInterner {
  #texts = new Map<string, string>()
  /** The strings of the previous generation, replaced when `#texts` is full. */
  #earlier: ReadonlyMap<string, string> = new Map()
  readonly #copies: boolean
  readonly #most: number

  /** `most` limits the strings of one generation. Two generations are kept, so the most recently used strings stay. */
  constructor({ copies = false, most = Number.POSITIVE_INFINITY } = {}) {
    this.#copies = copies
    this.#most = most
  }

  /** Changes `value` in place, so no other code may use it yet. Skips frozen parts: they were interned before. */
  intern<T extends object>(value: T): T {
    if (Object.isFrozen(value)) return value
    const fields = value as Record<string, unknown>
    for (const name in fields) {
      const field = fields[name]
      if (typeof field === 'string') {
        if (GENERATED_FIELDS.has(name)) continue
        if (isInternable(field) && !UNIQUE_FIELDS.has(name)) fields[name] = this.#internText(field)
        else if (this.#copies) fields[name] = copyText(field)
      } else if (typeof field === 'object' && field !== null) {
        if (Array.isArray(field) && field.length === 0) fields[name] = EMPTY_LIST
        else this.intern(field)
      }
    }
    return value
  }

  #internText(text: string): string {
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
  // UTF-8 cannot encode a lone surrogate: a string with one is not copied.
  return copy === text ? copy : text
}
