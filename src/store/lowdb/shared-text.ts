import { NONE } from './record.ts'

const LONGEST = 64

/**
 * Gives equal short texts of records that are read from the disk the same place in memory: ids, locales, instants and checksums stand in many
 * records, and a parser makes a new text of each. Kept only while a store is loaded.
 */
export class SharedText {
  readonly #texts = new Map<string, string>()

  /** Changes the value, which nobody else may have yet. */
  share<T extends object>(value: T): T {
    const fields = value as Record<string, unknown>
    for (const name in fields) {
      const field = fields[name]
      if (typeof field === 'string') {
        if (field.length <= LONGEST) fields[name] = this.#one(field)
      } else if (Array.isArray(field) && field.length === 0) {
        fields[name] = NONE
      } else if (typeof field === 'object' && field !== null) {
        this.share(field)
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
