import { AppError } from '../../errors.ts'
import type { Term } from './term.ts'

/** Maximum UTF-8 bytes of a term in all its locales. */
export const MAX_TERM_BYTES = 64 * 1024
/** Maximum UTF-8 bytes of all terms that one call changes, before and after together. */
export const MAX_CHANGED_BYTES = 16 * 1024 * 1024

export function termBytes({
  term,
  source_variants = [],
  definition = '',
  part_of_speech = '',
  translations,
}: Term): number {
  let bytes = Buffer.byteLength(term) + Buffer.byteLength(definition) + Buffer.byteLength(part_of_speech)
  for (const text of source_variants) bytes += Buffer.byteLength(text)
  for (const { translation = '', variants = [], forbidden = [], note = '' } of Object.values(translations)) {
    for (const text of [translation, ...variants, ...forbidden, note]) bytes += Buffer.byteLength(text)
  }
  return bytes
}

export const changeBytes = (
  changes: readonly { readonly before: Term | null; readonly after: Term | null }[],
): number => changes.flatMap(({ before, after }) => [before, after]).reduce((sum, term) => sum + bytesOr0(term), 0)

const bytesOr0 = (term: Term | null): number => (term === null ? 0 : termBytes(term))

/** Adds up the terms that one call changes. */
export class ChangeSizeLimit {
  #bytes = 0
  readonly #fix: string

  /** @param fix how to change fewer terms */
  constructor(fix: string) {
    this.#fix = fix
  }

  /** Subtracts a term that was added. */
  subtract(term: Term | null): void {
    this.#bytes -= bytesOr0(term)
  }

  /**
   * Adds terms.
   * @throws AppError `too_large` above the limit of one call.
   */
  add(...terms: readonly (Term | null)[]): void {
    for (const term of terms) this.#bytes += bytesOr0(term)
    if (this.#bytes <= MAX_CHANGED_BYTES) return
    throw new AppError(
      'too_large',
      `The changed terms have more than ${MAX_CHANGED_BYTES} bytes, before and after together. Nothing was written.`,
      { fix: this.#fix },
    )
  }
}
