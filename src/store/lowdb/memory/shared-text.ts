/** The parser shares shorter texts by itself, and longer ones are hardly ever equal. */
const SHORTEST = 11
const LONGEST = 64

const isOften = ({ length }: string): boolean => length >= SHORTEST && length <= LONGEST

/** The one empty list. */
const NONE: readonly never[] = Object.freeze([])

/**
 * Gives equal short texts of records the same place in memory, and all empty lists: ids, locales, instants and checksums stand in many records, and each
 * comes with a text of its own. Kept while records come in together: in a transaction, or while a store is loaded.
 */
export class SharedText {
  readonly #texts = new Map<string, string>()

  /** Changes the value, which nobody else may have yet. */
  share<T extends object>(value: T): T {
    const fields = value as Record<string, unknown>
    for (const name in fields) {
      const field = fields[name]
      if (typeof field === 'string') {
        if (isOften(field) && name !== 'id') fields[name] = this.#one(field)
      } else if (typeof field === 'object' && field !== null) {
        if (Array.isArray(field) && field.length === 0) fields[name] = NONE
        else this.share(field)
      }
    }
    return value
  }

  #one(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    this.#texts.set(text, text)
    return text
  }
}
