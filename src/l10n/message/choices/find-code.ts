import type { Family } from '../families.ts'
import type { Syntax } from '../message.ts'
import type { Span } from '../token.ts'
import { tokenize } from '../tokenize.ts'
import { findChoiceSyntax } from './choice-syntax.ts'

/**
 * Finds what is syntax rather than words in a text, in order and without overlaps: placeholders, tags, and the braces and selectors of plurals. Each is written from
 * left to right, whatever the direction of the words.
 */
export function findCode(text: string, syntax: Syntax, families?: readonly Family[]): readonly Span[] {
  const choices = syntax === 'icu' ? findChoiceSyntax(text) : []
  const tokens = tokenize(text, syntax, families).filter(
    ({ kind }) => kind !== 'literal' && kind !== 'url' && kind !== 'code' && !(kind === 'choice' && choices.length > 0),
  )
  const found: Span[] = []
  for (const span of [...choices, ...tokens].toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.start >= (found.at(-1)?.end ?? 0)) found.push(span)
  }
  return found
}
