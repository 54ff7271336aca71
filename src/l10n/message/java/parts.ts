import { gapsBetween, type Span, type Token, tokenCutter } from '../token.ts'

/** A part of a Java message, with its offsets. */
export type JavaPart = JavaWords | JavaQuote | JavaValue | JavaChoice

export interface JavaWords extends Span {
  readonly kind: 'words'
}

/** A part from a single apostrophe to the next one, or to the end. The apostrophes are not printed. */
export interface JavaQuote extends Span {
  readonly kind: 'quote'
  /** Whether it contains what the quotes print as text, such as a brace. */
  readonly isNeeded: boolean
  /** What prints an apostrophe here: two of them, or four in the text of a choice that has arguments. */
  readonly escape: string
}

/** An argument that is printed. */
export interface JavaValue extends Span {
  readonly kind: 'value'
  /** Its number, or its name in ICU4J. */
  readonly name: string
  readonly type: 'argument' | 'number' | 'date' | 'time'
  /** Such as `percent`, `#.##` or `short`; empty for the default. */
  readonly style: string
}

/** `{0,choice,0#none|1#one|1<many}`. */
export interface JavaChoice extends Span {
  readonly kind: 'choice'
  readonly name: string
  readonly branches: readonly JavaBranch[]
  /** The quoted parts of its branches, before they are read as messages. */
  readonly quotes: readonly JavaQuote[]
}

/** From behind the limit to the next one. */
export interface JavaBranch extends Span {
  readonly limit: number
  /** Whether it is for numbers above the limit only: `1<`. */
  readonly isAbove: boolean
  readonly parts: readonly JavaPart[]
}

/** Lists the quoted parts, also those of branches. */
export const listQuotes = (parts: readonly JavaPart[]): readonly JavaQuote[] =>
  [...walkJava(parts)].filter(part => part.kind === 'quote')

/** Lists all parts, those of branches behind their choice. */
export function* walkJava(parts: readonly JavaPart[]): Generator<JavaPart> {
  for (const part of parts) {
    yield part
    if (part.kind !== 'choice') continue
    yield* part.quotes
    for (const branch of part.branches) yield* walkJava(branch.parts)
  }
}

const toToken = tokenCutter('java')

/** Returns the tokens of a Java message, in order: arguments, what stands between the texts of a choice, and quoted braces. */
export function tokenizeJava(text: string, parts: readonly JavaPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'quote')
      return [...text.slice(part.start, part.end).matchAll(BRACES)].map(({ 0: raw, index }) =>
        toToken(text, 'literal', part.start + index, part.start + index + raw.length),
      )
    if (part.kind === 'choice') return tokenizeChoice(text, part)
    return [toToken(text, 'argument', part.start, part.end, part.name)]
  })
}

/** The head of a choice, the limits of its branches, and the tokens of their texts. */
const tokenizeChoice = (text: string, choice: JavaChoice): Token[] =>
  gapsBetween(choice, choice.branches).flatMap(({ start, end }, at) => [
    at === 0 ? toToken(text, 'choice', start, end, choice.name) : toToken(text, 'literal', start, end),
    ...tokenizeJava(text, choice.branches[at]?.parts ?? []),
  ])

/** What the quotes are for; the words between them are ordinary text. */
const BRACES = /\{[^{}]*\}|[{}]/g
