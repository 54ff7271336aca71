import type { Family } from './families.ts'

export const TOKEN_KINDS = [
  'printf',
  'ruby',
  'braces',
  'expression',
  'nesting',
  'linked',
  'literal',
  'argument',
  'choice',
  'pound',
  'tag',
  'link',
  'code',
  'url',
] as const

/** The kind of a token. `literal` is an escape that prints a character, `choice` the head of a plural or select, `pound` its `#`. */
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** A part of a text, by its offsets in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What a span has outside of those inside it, from its start to its end. */
export const gapsBetween = ({ start, end }: Span, inside: readonly Span[]): readonly Span[] =>
  [start, ...inside.map(span => span.end)].map((from, at) => ({ start: from, end: inside[at]?.start ?? end }))

export interface Token extends Span {
  readonly kind: TokenKind
  readonly raw: string
  /** The family of a placeholder. */
  readonly family?: Family
  /** Set if ordinary text can look like it. */
  readonly isLoose?: true
  /** Set for markup of reStructuredText, of which only the words between two tokens are words. */
  readonly isRest?: true
  /** Name or position of a placeholder, name of a tag, or target of a link. */
  readonly name?: string
}

/** Cuts tokens of a family out of texts. */
export const tokenCutter =
  (family: Family) =>
  (text: string, kind: TokenKind, start: number, end: number, name?: string): Token => ({
    kind,
    raw: text.slice(start, end),
    family,
    start,
    end,
    ...(name !== undefined && { name }),
  })
