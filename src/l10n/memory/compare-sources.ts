import { distance } from 'fastest-levenshtein'
import type { Message, Syntax } from '../message/message.ts'
import { tokenize } from '../message/placeholder-tokens.ts'

/** Begins each plural form. */
export const FORM = '\u0001'
/** Between the category of a plural form and its text. */
const CATEGORY = '\u0002'

/**
 * The text under which the translation memory knows a source string: in NFC, with each run of white space as one space, and none at the edges. A source with
 * plural forms is the list of its forms, so that it equals no other kind of source.
 */
export function normalizeSource(source: Message): string {
  if (typeof source === 'string') return normalizeText(source)
  const forms = Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1))
  return forms.map(([category, text]) => `${FORM}${category}${CATEGORY}${normalizeText(text)}`).join('')
}

function normalizeText(text: string): string {
  const composed = text.normalize('NFC')
  // Most texts are normal already, and share their memory with the record.
  return UNEVEN.test(composed) ? composed.replace(/\s+/g, ' ').trim() : composed
}

/** White space at the edges or other than single spaces. */
const UNEVEN = /^\s|\s$|[^\S ]| {2}/

/** What differs between two sources, besides their words. */
export const DIFFERENCES = ['case', 'numbers', 'placeholders', 'syntax'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** Points that each difference costs. */
const PENALTIES: Readonly<Record<Difference, number>> = { case: 1, numbers: 2, placeholders: 3, syntax: 1 }

export interface SourceMatch {
  /** 100: equal. Up to 99: similar. */
  readonly score: number
  readonly differs: readonly Difference[]
}

/** A source in the form of `normalizeSource` that others are compared with. */
export class SoughtSource {
  readonly text: string
  readonly #syntax: Syntax
  readonly #lower: string
  #numbers: string | undefined
  #placeholders: string | undefined

  constructor(text: string, syntax: Syntax) {
    this.text = text
    this.#syntax = syntax
    this.#lower = text.toLowerCase()
  }

  /**
   * Compares it with another source. Equal ones have 100. Others have the characters of the longer one that need no edit, in percent, without regard to case,
   * at most 99; other case, numbers and placeholders cost points. Undefined below `least`, before these costs.
   */
  compare(found: string, least = 0): SourceMatch | undefined {
    if (this.text === found) return { score: 100, differs: [] }
    const lower = found.toLowerCase()
    const length = Math.max(this.#lower.length, lower.length)
    const similarity = Math.floor(100 * (1 - distance(this.#lower, lower) / length))
    if (similarity < least) return undefined
    this.#numbers ??= listNumbers(this.#lower)
    this.#placeholders ??= listPlaceholders(this.text, this.#syntax)
    const differs: Difference[] = []
    if (lower === this.#lower) differs.push('case')
    if (listNumbers(lower) !== this.#numbers) differs.push('numbers')
    if (listPlaceholders(found, this.#syntax) !== this.#placeholders) differs.push('placeholders')
    const score = differs.reduce((left, difference) => left - PENALTIES[difference], Math.min(99, similarity))
    return { score: Math.max(0, score), differs }
  }
}

/** What comparing two sources costs: about the product of their lengths. */
export const compareCost = (one: string, other: string): number => one.length * other.length

/**
 * The match of a source for a unit of another syntax: its translation can mean something else there. Text of words alone means the same in each.
 */
export function withSyntax(
  match: SourceMatch,
  syntax: string | undefined,
  unit: { readonly source: Message; readonly target: Message; readonly syntax?: string | undefined },
): SourceMatch {
  if (syntax === undefined || unit.syntax === undefined || syntax === unit.syntax) return match
  if (isWords(unit.source) && isWords(unit.target)) return match
  return { score: Math.max(0, match.score - PENALTIES.syntax), differs: [...match.differs, 'syntax'] }
}

/** Whether no syntax gives a character of the message a meaning. */
const isWords = (message: Message): boolean =>
  !(typeof message === 'string' ? [message] : Object.values(message)).some(text => /['{}%@|$\\<&:#]/.test(text))

const listNumbers = (text: string): string => (text.match(/\p{Nd}+/gu) ?? []).join(' ')

/** Texts of words and simple punctuation, which no syntax gives a meaning. Most sources are, and need no tokenizer. */
const PLAIN = /^[\p{L}\p{M}\p{N}\s.,;!?()"/-]*$/u

function listPlaceholders(text: string, syntax: Syntax): string {
  if (PLAIN.test(text)) return ''
  return tokenize(text, syntax)
    .flatMap(({ kind, raw }) => (kind === 'literal' ? [] : [raw]))
    .sort()
    .join('\u0000')
}
