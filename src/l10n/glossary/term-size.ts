import { AppError } from '../../errors.ts'
import type { Term } from './term.ts'

/** The text of a term in all its locales, in bytes of UTF-8. */
export const MAX_TERM_BYTES = 64 * 1024
/** The text of all terms that one call changes, as they were before and are after. */
export const MAX_CHANGED_BYTES = 16 * 1024 * 1024

export function termBytes({ term, definition = '', part_of_speech = '', translations }: Term): number {
  let bytes = Buffer.byteLength(term) + Buffer.byteLength(definition) + Buffer.byteLength(part_of_speech)
  for (const { translation = '', variants = [], forbidden = [], note = '' } of Object.values(translations)) {
    for (const text of [translation, ...variants, ...forbidden, note]) bytes += Buffer.byteLength(text)
  }
  return bytes
}

/** Of the terms of a change, as they were before and are after. */
export const changeBytes = (
  changes: readonly { readonly before: Term | null; readonly after: Term | null }[],
): number => changes.flatMap(({ before, after }) => [before, after]).reduce((sum, term) => sum + bytesOr0(term), 0)

const bytesOr0 = (term: Term | null): number => (term === null ? 0 : termBytes(term))

/** Adds up the terms that one call changes. */
export class ChangeSizeLimit {
  #bytes = 0
  readonly #fix: string

  /** `fix` says how to change fewer. */
  constructor(fix: string) {
    this.#fix = fix
  }

  /** Leaves out one that was added. */
  subtract(term: Term | null): void {
    this.#bytes -= bytesOr0(term)
  }

  /** @throws AppError `too_large` when it is more than a call may change. */
  add(...terms: readonly (Term | null)[]): void {
    for (const term of terms) this.#bytes += bytesOr0(term)
    if (this.#bytes <= MAX_CHANGED_BYTES) return
    throw new AppError(
      'too_large',
      `The terms that this changes have over ${MAX_CHANGED_BYTES} bytes of text, before and after together. Nothing was written.`,
      { fix: this.#fix },
    )
  }
}
