import type { Token } from '../token.ts'
import type { PatternSyntax } from './find-pattern.ts'
import { listDirectives } from './strftime.ts'

/** The number and the unit in the formats of Rails. */
const VALUE = /%[nu]/g

/** Finds the directives of a format, which are no words. A translation may have others. */
export function tokenizePattern(text: string, syntax: PatternSyntax): Token[] {
  const found =
    syntax === 'strftime'
      ? listDirectives(text).filter(({ letter }) => letter !== '')
      : [...text.matchAll(VALUE)].map(({ 0: raw, index }) => ({ raw, start: index }))
  return found.map(({ raw, start }) => ({ kind: 'printf', raw, start, end: start + raw.length }))
}
