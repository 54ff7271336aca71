import { findQuotedSpans } from '../../l10n/message/apostrophes.ts'
import type { Family } from '../../l10n/message/families.ts'
import { parseJava } from '../../l10n/message/java/parse.ts'
import { type JavaQuote, listQuotes } from '../../l10n/message/java/parts.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import { tokenize } from '../../l10n/message/placeholder-tokens.ts'

export interface KeepRules {
  readonly syntax: Syntax
  /** The placeholder families of its file; undefined if unknown. */
  readonly families?: readonly Family[] | undefined
  /** Terms that are never translated. */
  readonly kept: readonly string[]
}

/** A part of a text that no engine gets. Offsets in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
  /** Whether it separates paragraphs or plural forms, which are translated one by one. */
  readonly isBreak: boolean
}

/** Finds what is kept: placeholders, tags, link targets, code, URLs, escapes, Markdown and terms. Spans do not overlap, and are in order. */
export function findKeptSpans(text: string, { syntax, families, kept }: KeepRules): readonly Span[] {
  const tokens = tokenize(text, syntax, families).filter(({ kind, family }) => kind !== 'choice' || family !== 'icu')
  const quoted = syntax === 'icu' ? findQuotedSpans(text) : syntax === 'java' ? findJavaQuotes(text) : []
  const spans = [
    ...tokens.map(({ start, end, kind, name = '' }) => ({ start, end, isBreak: kind === 'tag' && isBlock(name) })),
    ...quoted.map(({ start, end }) => ({ start, end, isBreak: false })),
    ...findPattern(text, BREAK, true),
    ...findPattern(text, PATTERN),
    ...(syntax === 'vue-i18n' ? findPattern(text, /\|/g, true) : []),
    ...kept.flatMap(term => findTerm(text, term)),
  ]
  return joinSpans(spans)
}

/** Quotes that print what would be syntax; others print nothing. */
function findJavaQuotes(text: string): readonly JavaQuote[] {
  const parsed = parseJava(text)
  return parsed.ok ? listQuotes(parsed.parts).filter(({ isNeeded }) => isNeeded) : []
}

/** Tags of HTML that end a sentence. */
const isBlock = (name: string): boolean =>
  /^(?:h[1-6]|p|br|hr|div|section|ul|ol|li|dl|dt|dd|table|tr|td|th|blockquote|pre|option)$/i.test(name)

/** Escapes, HTML entities, addresses, invisible characters, and the marks of Markdown and BBCode. */
const PATTERN = new RegExp(
  [
    String.raw`\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[nrt"'\\@?])`,
    '&(?:[a-zA-Z]{2,8}|#\\d{1,6}|#x[\\da-fA-F]{1,6});',
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`[\p{Cc}\p{Cf}\p{Extended_Pictographic}\u2028\u2029\uFE0F]+`,
    String.raw`!?\[(?=[^[\]\n]*\]\()`,
    String.raw`\[\/?(?:b|i|u|s|url|img|code|quote|color|size)(?:=[^\]\n]*)?\]`,
    String.raw`\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])`,
    String.raw`(?<=^|\n)[ \t]*(?:#{1,6}|[-+>]|\d{1,3}\.)[ \t]+`,
  ].join('|'),
  'gu',
)

const BREAK = /[ \t]*(?:\r?\n[ \t]*){2,}/g

const findPattern = (text: string, pattern: RegExp, isBreak = false): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: raw, index }) => ({ start: index, end: index + raw.length, isBreak }))

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u

/** Where a term occurs as a whole word. */
function findTerm(text: string, term: string): Span[] {
  if (term === '') return []
  const found: Span[] = []
  for (let start = text.indexOf(term); start !== -1; start = text.indexOf(term, start + term.length)) {
    const end = start + term.length
    const isPart = [text.slice(0, start).at(-1), text[end]].some(
      next => next !== undefined && WORD_CHARACTER.test(next),
    )
    if (!isPart) found.push({ start, end, isBreak: false })
  }
  return found
}

/** Orders spans, and joins those that overlap. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1)
    if (last === undefined || span.start >= last.end) joined.push(span)
    else if (span.end > last.end) {
      joined[joined.length - 1] = { start: last.start, end: span.end, isBreak: last.isBreak && span.isBreak }
    }
  }
  return joined
}
