import type { Family } from './families.ts'
import { markupTokens } from './markup-tokens.ts'
import type { Syntax } from './message.ts'
import { placeholderTokens } from './placeholder-tokens.ts'
import type { Token } from './token.ts'

/**
 * Finds all parts of a text other than words, in order: placeholders of the families of its file, tags, link targets, code and URLs. A token can contain
 * another, such as `{name}` in a link target; the longer one is first.
 */
export const tokenize = (text: string, syntax: Syntax, families?: readonly Family[]): Token[] =>
  joinTokens(placeholderTokens(text, syntax, families), markupTokens(text))

/** Joins placeholders and markup of one text in the order of `tokenize`. */
export function joinTokens(placeholders: readonly Token[], markups: readonly Token[]): Token[] {
  const starts = new Set(placeholders.map(({ start }) => start + 1))
  // The name in Ruby's %<name>d is not a tag.
  const markup = markups.filter(({ kind, start }) => !(kind === 'tag' && starts.has(start)))
  return [...placeholders, ...markup].sort((a, b) => a.start - b.start || b.end - a.end)
}
