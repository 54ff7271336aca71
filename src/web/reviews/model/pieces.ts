import { findCode } from '../../../l10n/message/choices/find-code.ts'
import type { Family } from '../../../l10n/message/families.ts'
import type { Syntax } from '../../../l10n/message/message.ts'
import { tokenize } from '../../../l10n/message/placeholder-tokens.ts'
import { diffWords, type TextPart } from '../../../text/diff-words.ts'

/** A part of a text: as it is, or with marks: `p` a placeholder or other syntax, `t` a glossary term, `d` only in the previous text, `i` only in the new one. */
export type Piece = string | readonly [text: string, marks: string]

/** How the placeholders of a text are found. */
export interface Grammar {
  readonly syntax: Syntax
  readonly families: readonly Family[] | undefined
}

export interface Marked {
  /** Glossary terms to mark. */
  readonly terms?: readonly string[]
  /** The new text, of which this is the previous one. */
  readonly after?: string | undefined
  /** The previous text, of which this is the new one. */
  readonly before?: string | undefined
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Splits a text into its placeholders and other syntax, its changed words, its glossary terms, and the rest. */
export function toPieces(text: string, { syntax, families }: Grammar, marked: Marked = {}): readonly Piece[] {
  const changed = findChanged(text, marked)
  const mark = marked.after === undefined ? 'i' : 'd'
  const terms = findTerms(text, marked.terms ?? [])
  const pieces: Piece[] = []
  const addText = (from: number, to: number): void => {
    const edges = [...changed, ...terms].flatMap(({ start, end }) => [start, end]).filter(at => at > from && at < to)
    const places = [...new Set([from, ...edges, to])].sort((one, other) => one - other)
    for (const [at, start] of places.slice(0, -1).entries()) {
      const span = { start, end: places[at + 1] ?? to }
      const marks = `${overlaps(terms, span) ? 't' : ''}${overlaps(changed, span) ? mark : ''}`
      add(pieces, text.slice(span.start, span.end), marks)
    }
  }
  let at = 0
  for (const { start, end } of findCode(text, syntax, families)) {
    if (start > at) addText(at, start)
    add(pieces, text.slice(start, end), `p${isMostlyIn(changed, { start, end }) ? mark : ''}`)
    at = end
  }
  if (at < text.length) addText(at, text.length)
  return pieces
}

function add(pieces: Piece[], text: string, marks: string): void {
  pieces.push(marks === '' ? text : [text, marks])
}

const overlaps = (spans: readonly Span[], { start, end }: Span): boolean =>
  spans.some(span => span.start < end && span.end > start)

/** Differences are of words, so that a brace can belong to a changed neighbor. */
const isMostlyIn = (spans: readonly Span[], { start, end }: Span): boolean =>
  2 * spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)), 0) >
  end - start

function findChanged(text: string, { after, before }: Marked): readonly Span[] {
  if (after !== undefined) return toSpans(diffWords(text, after).before)
  return before === undefined ? [] : toSpans(diffWords(before, text).after)
}

function toSpans(parts: readonly TextPart[]): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  for (const { text, isChanged } of parts) {
    if (isChanged) spans.push({ start, end: start + text.length })
    start += text.length
  }
  return spans
}

function findTerms(text: string, terms: readonly string[]): readonly Span[] {
  const lower = text.toLowerCase()
  // Some letters have another length in lower case.
  if (lower.length !== text.length) return []
  return terms.flatMap(term => {
    const spans: Span[] = []
    const wanted = term.toLowerCase()
    if (wanted === '') return spans
    for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + 1)) {
      const span = { start, end: start + wanted.length }
      if (!isInWord(lower, span)) spans.push(span)
    }
    return spans
  })
}

const LETTER = /[\p{L}\p{N}]/u
const isInWord = (text: string, { start, end }: Span): boolean =>
  LETTER.test(text.charAt(start - 1)) || LETTER.test(text.charAt(end))

const MAX_EXCERPT_UNITS = 72

/** The beginning of a text, in one line. It ends before a placeholder rather than inside of it. */
export function cutExcerpt(text: string, { syntax, families }: Grammar): string {
  if (text.length <= MAX_EXCERPT_UNITS) return text.replaceAll(/\s+/g, ' ')
  const cut = tokenize(text.slice(0, MAX_EXCERPT_UNITS * 4), syntax, families).find(
    ({ start, end }) => start < MAX_EXCERPT_UNITS && end > MAX_EXCERPT_UNITS,
  )
  const end = cut?.start ?? MAX_EXCERPT_UNITS
  return `${text
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
    .replaceAll(/\s+/g, ' ')}…`
}
