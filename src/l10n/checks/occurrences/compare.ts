import type { OccurrenceRange, Occurrences } from './tally.ts'

/** How a translation prints a value differently from its source. `raw` is what stands in the text, `key` identifies the value. */
export type Difference = {
  readonly key: string
  readonly raw: string
} /** A warning if only some cases of a select print it in the source. */ & (
  | { readonly why: 'missing'; readonly somewhere: boolean; readonly level?: 'warning' }
  | { readonly why: 'unknown'; readonly at: number; readonly isLoose: boolean }
  | { readonly why: 'too_often' | 'fewer'; readonly at: number; readonly want: number; readonly got: number }
  | Changed
)

interface Changed {
  /** `meaning` = another value is shown, such as a fraction instead of a percentage; `format` = the same value, written in another way. */
  readonly why: 'type' | 'meaning' | 'format'
  readonly at: number
  /** The kind of value in the source, and in the text. */
  readonly want: string
  readonly got: string
  /** As the source writes it. */
  readonly wanted: string
}

/** The type of values whose number is not told, because ordinary text can look like them. */
export const LOOSE = 'loose'

/** The format of a value of Fluent that no function formats. */
export const BARE = 'bare'

export interface CompareOptions {
  /** Whether a key is the number that chooses the form; a form for one number may leave it out. */
  readonly isNumber?: (key: string) => boolean
  /** Whether the message tells which value is the number, so that no position does. */
  readonly isNumberKnown?: boolean
}

/** Yields the values that a translation prints differently from its source. */
export const compareOccurrences = (
  source: Occurrences,
  target: Occurrences,
  options?: CompareOptions,
): Iterable<Difference> => (source.size + target.size === 0 ? [] : listDifferences(source, target, options))

function* listDifferences(
  source: Occurrences,
  target: Occurrences,
  { isNumber = () => false, isNumberKnown = false }: CompareOptions = {},
): Generator<Difference> {
  for (const [key, want] of source) {
    const got = target.get(key)
    const lack = findLack(want, got, isNumber(key) || isNumberName(key, isNumberKnown))
    if (lack === 'missing') yield { why: 'missing', key, raw: want.raw, somewhere: (got?.max ?? 0) > 0 }
    else if (lack === undefined && want.max > 0 && (got?.max ?? 0) === 0 && isAnySelected(source, target)) {
      yield { why: 'missing', key, raw: want.raw, somewhere: false, level: 'warning' }
    }
    if (got === undefined) continue
    const { at, raw } = got
    if (lack === 'fewer') yield { why: 'fewer', key, raw, at, want: want.max, got: got.max }
    if (got.max > getAllowedMax(want)) yield { why: 'too_often', key, raw, at, want: want.max, got: got.max }
    yield* compareTypes(key, want, got)
  }
  for (const [key, { at, raw, types }] of target) {
    if (!source.has(key)) yield { why: 'unknown', key, raw, at, isLoose: types.has(LOOSE) }
  }
}

type Lack = 'missing' | 'fewer' | undefined

function findLack(want: OccurrenceRange, got: OccurrenceRange | undefined, isNumber: boolean): Lack {
  if (got === undefined) return want.max > 0 && (want.lenient > 0 || want.min > 0) ? 'missing' : undefined
  const lack = compareCounts(want.lenient, got.lenient)
  // The number itself may be omitted ("one post"); other values that the source always prints may not.
  const mayBeLeftOut = isNumber || got.types.has('plural') || want.types.has('plural')
  if (lack === 'missing' || mayBeLeftOut) return lack
  return compareCounts(Math.max(want.top, want.min), got.min) ?? lack
}

/** Whether the translation has a select of the source. Without one, all its cases are reported. */
const isAnySelected = (source: Occurrences, target: Occurrences): boolean =>
  [...source].some(([key, { types }]) => types.has('select') && target.get(key)?.types.has('select') === true)

const compareCounts = (want: number, got: number): Lack => (got >= want ? undefined : got === 0 ? 'missing' : 'fewer')

/** Longest name that is compared with the number words. */
const MAX_NAME = 200
const NUMBER_WORDS = 'count num total amount limit seconds minutes hours days weeks months years'.split(' ')
const OTHER_WORDS = /account|discount|country|encounter/g

function isNumberName(key: string, isNumberKnown: boolean): boolean {
  const name = key.slice(0, MAX_NAME).toLowerCase().replace(OTHER_WORDS, '')
  if (/^[{%]*\d+(?:\$(?:hh?|ll?|[zjtq])?[di])?\}*$/.test(name)) return !isNumberKnown
  return /^[{%]*n\}*$/.test(name) || NUMBER_WORDS.some(word => name.includes(word))
}

/** Whether the source only selects by a number, which some languages must also print. */
const getAllowedMax = (want: OccurrenceRange): number => (want.types.has('plural') ? Math.max(want.max, 1) : want.max)

function* compareTypes(key: string, want: OccurrenceRange, got: OccurrenceRange): Generator<Difference> {
  const { at, raw } = got
  const wanted = want.raw
  const from = getTypeFamily(want)
  const to = getTypeFamily(got)
  if (from === undefined || to === undefined) return
  if (from !== to) {
    yield { why: 'type', key, raw, at, want: nameType(want, from), got: nameType(got, to), wanted }
    return
  }
  const other = findOther(got.meanings, want.meanings)
  if (other !== undefined) {
    const meanings = [...want.meanings].filter(style => isOffset(style) === isOffset(other))
    yield { why: 'meaning', key, raw, at, want: meanings.join(', '), got: other, wanted }
    return
  }
  const format = findOther(got.formats, want.formats)
  if (format !== undefined && !isBareAlike(format, want.formats))
    yield { why: 'format', key, raw, at, want: [...want.formats].join(', '), got: format, wanted }
}

/** A style of the translation that the source does not have. Offsets of plurals are compared with each other only. */
function findOther(got: ReadonlySet<string>, want: ReadonlySet<string>): string | undefined {
  for (const style of got) {
    if (want.has(style)) continue
    for (const other of want) if (isOffset(other) === isOffset(style)) return style
  }
  return undefined
}

/** A function of Fluent without options prints a value as no function does, and a translation may add one. */
const isBareAlike = (got: string, want: ReadonlySet<string>): boolean =>
  want.has(BARE) || (got === BARE && ![...want].some(format => format.includes(':')))

const isOffset = (style: string): boolean => style.startsWith('offset:')

const nameType = ({ types }: OccurrenceRange, family: string): string =>
  family === 'value' && (types.has('number') || types.has('plural')) ? 'number' : family

/**
 * Dates, selects and other values cannot replace each other; a number can be printed bare, and a bare value can select. Undefined for tags and literals.
 */
function getTypeFamily({ types }: OccurrenceRange): 'date' | 'select' | 'value' | undefined {
  if (types.has('tag') || types.has('literal')) return undefined
  if (types.has('date') || types.has('time')) return 'date'
  return types.has('select') && types.size === 1 ? 'select' : 'value'
}
