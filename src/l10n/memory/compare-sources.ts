import { distance } from 'fastest-levenshtein'
import type { Message, Syntax } from '../message/message.ts'
import { tokenize } from '../message/tokenize.ts'

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

/** A source in the form of `normalizeSource`. */
interface ComparedSource {
  readonly text: string
  /** Absent if it is unknown. */
  readonly syntax?: string | undefined
}

/**
 * Compares two sources: the share of equal characters of the longer one in percent, by the edits that lead from one to the other without regard to case, rounded down, at most 99. Other case, numbers,
 * placeholders or another syntax cost points. Only sources that are equal in all have 100.
 */
export function compareSources(sought: ComparedSource, found: ComparedSource, least = 0): SourceMatch | undefined {
  const otherSyntax = sought.syntax !== undefined && found.syntax !== undefined && sought.syntax !== found.syntax
  if (sought.text === found.text) {
    if (!otherSyntax) return { score: 100, differs: [] }
    return { score: 100 - PENALTIES.syntax, differs: ['syntax'] }
  }
  const one = sought.text.toLowerCase()
  const other = found.text.toLowerCase()
  const similarity = (100 * (1 - distance(one, other) / Math.max(one.length, other.length))) | 0
  if (similarity < least) return undefined
  const syntax = (sought.syntax ?? found.syntax ?? 'plain') as Syntax
  const differs: Difference[] = [
    ...(one === other ? (['case'] as const) : []),
    ...(listNumbers(one) === listNumbers(other) ? [] : (['numbers'] as const)),
    ...(listPlaceholders(sought.text, syntax) === listPlaceholders(found.text, syntax)
      ? []
      : (['placeholders'] as const)),
    ...(otherSyntax ? (['syntax'] as const) : []),
  ]
  const score = differs.reduce((left, difference) => left - PENALTIES[difference], Math.min(99, similarity))
  return { score: Math.max(0, score), differs }
}

/** Comparing texts costs about the product of their lengths. */
export const compareCost = (one: string, other: string): number => one.length * other.length

const listNumbers = (text: string): string => (text.match(/\p{Nd}+/gu) ?? []).join(' ')

const listPlaceholders = (text: string, syntax: Syntax): string =>
  tokenize(text, syntax)
    .flatMap(({ kind, raw }) => (kind === 'literal' ? [] : [raw]))
    .sort()
    .join('\u0000')

/** The plain text of a source, for people: its forms one after the other. */
export const toReadableText = (source: Message): string =>
  typeof source === 'string' ? source : Object.values(source).join(' ')
