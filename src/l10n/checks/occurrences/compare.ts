import type { OccurrenceRange, Occurrences } from './tally.ts'

export type Difference =
  | { readonly why: 'missing'; readonly key: string; readonly somewhere: boolean }
  | { readonly why: 'unknown'; readonly key: string; readonly at: number }
  | {
      readonly why: 'too_often'
      readonly key: string
      readonly at: number
      readonly want: number
      readonly got: number
    }
  | { readonly why: 'type'; readonly key: string; readonly at: number; readonly want: string; readonly got: string }

/** Yields the values that a translation prints differently from its source. */
export function* compareOccurrences(source: Occurrences, target: Occurrences): Generator<Difference> {
  for (const [key, want] of source) {
    const got = target.get(key)
    if (lacks(want, got, key)) yield { why: 'missing', key, somewhere: (got?.max ?? 0) > 0 }
    else if (got !== undefined && got.max > getAllowedMax(want)) {
      yield { why: 'too_often', key, at: got.at, want: want.max, got: got.max }
    }
    if (got !== undefined) yield* compareTypes(key, want, got)
  }
  for (const [key, { at }] of target) if (!source.has(key)) yield { why: 'unknown', key, at }
}

function lacks(want: OccurrenceRange, got: OccurrenceRange | undefined, key: string): boolean {
  if (got === undefined) return want.max > 0 && (want.lenient > 0 || want.min > 0)
  if (got.lenient < want.lenient) return true
  // The number itself may be omitted ("one post"); other values that the source always prints may not.
  const mayBeLeftOut = got.types.has('plural') || want.types.has('plural') || isNumberName(key)
  return !mayBeLeftOut && got.min < Math.max(want.top, want.types.has('argument') ? 0 : want.min)
}

/** Longest name that is compared with the number words. */
const MAX_NAME = 200
const NUMBER_WORDS = ['count', 'num', 'total', 'amount']

function isNumberName(key: string): boolean {
  const name = key.slice(0, MAX_NAME).toLowerCase()
  return /^[{%]*(?:n|\d+(?:\$d)?)\}*$/.test(name) || NUMBER_WORDS.some(word => name.includes(word))
}

/** Whether the source only selects by a number, which some languages must also print. */
const getAllowedMax = (want: OccurrenceRange): number => (want.types.has('plural') ? Math.max(want.max, 1) : want.max)

function compareTypes(key: string, want: OccurrenceRange, got: OccurrenceRange): Difference[] {
  const from = getTypeFamily(want)
  const to = getTypeFamily(got)
  if (from === undefined || to === undefined || from === to) return []
  return [{ why: 'type', key, at: got.at, want: from, got: to }]
}

/**
 * Dates, selects and other values cannot replace each other; a number can be printed bare, and a bare value can select. Undefined for tags and literals.
 */
function getTypeFamily({ types }: OccurrenceRange): 'date' | 'select' | 'value' | undefined {
  if (types.has('tag') || types.has('literal')) return undefined
  if (types.has('date') || types.has('time')) return 'date'
  return types.has('select') && types.size === 1 ? 'select' : 'value'
}
