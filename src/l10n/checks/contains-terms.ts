import type { TermBook } from '../glossary/term-book.ts'
import type { CheckInput } from './check.ts'
import { parseSource } from './check-text.ts'

/** A source string, and the terms to find in it. */
export interface TermSearch extends Pick<CheckInput, 'source' | 'syntax' | 'sourceLocale'> {
  readonly terms: TermBook
}

/** Whether each source string contains one of its terms outside placeholders, in input order. Yields a step with the index before each source. */
export function* containTerms(searches: readonly TermSearch[]): Generator<number, readonly boolean[]> {
  const found: boolean[] = []
  for (const [place, search] of searches.entries()) {
    yield place
    found.push(search.terms.findIn(parseSource(search)).length > 0)
  }
  return found
}
