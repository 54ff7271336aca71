import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Family } from '../families.ts'
import { isChoice, parseIcuSource, walkIcu } from '../icu.ts'
import type { Syntax } from '../message.ts'
import { tokenize } from '../placeholder-tokens.ts'
import { gapsBetween, type Span } from '../token.ts'

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

const CHOICE = /,\s*(?:plural|selectordinal|select)\s*,/

/**
 * Finds the syntax of the plurals and selects of an ICU message, in order: each head with its first selector, what is between two branches, and each end.
 * In `{n, plural, one {# file} other {# files}}` these are `{n, plural, one {`, `} other {` and `}}`. Empty if the message cannot be parsed.
 */
function findChoiceSyntax(text: string): readonly Span[] {
  if (!CHOICE.test(text)) return []
  const parsed = parseIcuSource(text)
  if (!parsed.ok) return []
  return [...walkIcu(parsed.ast)].flatMap(listSpans).toSorted((one, other) => one.start - other.start)
}

function listSpans(element: MessageFormatElement): readonly Span[] {
  if (!isChoice(element) || element.location === undefined) return []
  const { start, end } = element.location
  // The location of a branch has its braces.
  const branches = Object.values(element.options).flatMap(({ location }) =>
    location === undefined ? [] : [{ start: location.start.offset + 1, end: location.end.offset - 1 }],
  )
  return gapsBetween({ start: start.offset, end: end.offset }, branches)
}
