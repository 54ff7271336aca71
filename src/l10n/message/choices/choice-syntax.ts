import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { isChoice, parseIcuSource, walkIcu } from '../icu.ts'
import type { Span } from '../token.ts'

const CHOICE = /,\s*(?:plural|selectordinal|select)\s*,/

/**
 * Finds the syntax of the plurals and selects of an ICU message, in order: each head with its first selector, what is between two branches, and each end.
 * In `{n, plural, one {# file} other {# files}}` these are `{n, plural, one {`, `} other {` and `}}`. Empty if the message cannot be parsed.
 */
export function findChoiceSyntax(text: string): readonly Span[] {
  if (!CHOICE.test(text)) return []
  const parsed = parseIcuSource(text)
  if (!parsed.ok) return []
  return [...walkIcu(parsed.ast)].flatMap(listSpans).toSorted((one, other) => one.start - other.start)
}

function listSpans(element: MessageFormatElement): readonly Span[] {
  if (!isChoice(element) || element.location === undefined) return []
  const branches = Object.values(element.options).flatMap(({ location }) => location ?? [])
  // The location of a branch has its braces.
  const starts = [element.location.start.offset, ...branches.map(({ end }) => end.offset - 1)]
  const ends = [...branches.map(({ start }) => start.offset + 1), element.location.end.offset]
  return starts.map((start, at) => ({ start, end: ends[at] ?? start }))
}
