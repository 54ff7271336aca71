import { addTo } from '../groups.ts'

/** A translation, as far as it decides which others are identical. */
export interface Change {
  readonly locale: string
  /** Source and message as stored: a text, or the forms of a plural by category. */
  readonly source: string | Readonly<Record<string, string>>
  readonly message: string | Readonly<Record<string, string>>
}

/**
 * Identical changes (same locale, source and message) as one distinct translation each: lists of indexes, in which the first
 * one represents the others.
 */
export function groupIdentical(changes: readonly Change[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, { locale, source, message }] of changes.entries()) {
    addTo(groups, JSON.stringify([locale, canonical(source), canonical(message)]), index)
  }
  return [...groups.values()]
}

/** Forms in one order, because stores keep them in any. */
const canonical = (text: Change['message']): unknown =>
  typeof text === 'string'
    ? text
    : Object.entries(text).toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
