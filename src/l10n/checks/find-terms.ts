import type { TermBook } from '../glossary/term-book.ts'
import type { CheckInput } from './check.ts'
import { parseSource } from './check-text.ts'

/** A source, and the terms to look for in it. */
export interface TermSearch extends Pick<CheckInput, 'source' | 'syntax' | 'sourceLocale'> {
  readonly terms: TermBook
}

/** Whether each source holds one of its terms outside placeholders, in their order. Before each source there is a step, which is its place in the list. */
export function* findTerms(searches: readonly TermSearch[]): Generator<number, readonly boolean[]> {
  const found: boolean[] = []
  for (const [place, search] of searches.entries()) {
    yield place
    found.push(search.terms.findIn(parseSource(search)).length > 0)
  }
  return found
}
