/** A string with a source that others have, too. */
export interface Keyed {
  readonly key: string
  /** Path or ID of its file. */
  readonly file: string
}

/** A string before a push and the one after it that has its source. */
export type Pair<Before, After> = readonly [Before, After]

/** Segments of a key that are compared; the others are taken together. */
const MAX_SEGMENTS = 12

/** Characters that divide a key into segments: of nested files, of Android's and gettext's names, and of Java's. */
const SEPARATOR = /[./:_\-\s[\]]+/

/**
 * Pairs strings that have the same source before and after a push: first by most equal last segments of the key, then by most equal first ones, then in one
 * file, then by order. So a section that moves below another name keeps each of its strings, however often their sources occur. Each string is in one pair at
 * most. Runs in steps; the work grows with the strings times the segments of their keys.
 */
export function* pairByKey<Before extends Keyed, After extends Keyed>(
  before: readonly Before[],
  after: readonly After[],
): Generator<void, readonly Pair<Before, After>[]> {
  const [only, next] = [before[0], after[0]]
  if (only === undefined || next === undefined) return []
  if (before.length === 1 && after.length === 1) return [[only, next]]
  const sides = [yield* split(before), yield* split(after)] as const
  const depth = Math.max(...sides[0].map(({ segments }) => segments.length))
  const pairs: Pair<Before, After>[] = []
  const add = (one: Split<Before>, other: Split<After>): void => {
    one.isPaired = true
    other.isPaired = true
    pairs.push([one.of, other.of])
  }
  for (let last = depth; last >= 0; last -= 1) {
    for (const bucket of yield* bucketBy(sides, ({ segments }) => toSuffix(segments, last))) {
      for (let first = depth - last; first >= 0; first -= 1) {
        for (const [left, right] of yield* bucketBy(bucket, ({ segments }) => toPrefix(segments, first))) {
          const inFile = yield* bucketBy([left, right], ({ of }) => of.file)
          for (const [olds, news] of [...inFile, [left, right] as const]) yield* zip(olds, news, add)
        }
      }
    }
  }
  return pairs
}

interface Split<T> {
  readonly of: T
  readonly segments: readonly string[]
  isPaired: boolean
}

type Sides<Before, After> = readonly [readonly Split<Before>[], readonly Split<After>[]]

function* split<T extends Keyed>(strings: readonly T[]): Generator<void, readonly Split<T>[]> {
  const all: Split<T>[] = []
  for (const of of strings) {
    yield
    const segments = of.key.split(SEPARATOR)
    const rest = segments.slice(0, Math.max(0, segments.length - MAX_SEGMENTS + 1))
    const kept = rest.length > 1 ? [rest.join('.'), ...segments.slice(rest.length)] : segments
    all.push({ of, segments: kept, isPaired: false })
  }
  return all
}

/** The last segments of a key; undefined if it has fewer. */
const toSuffix = (segments: readonly string[], count: number): string | undefined =>
  segments.length < count ? undefined : segments.slice(segments.length - count).join('\n')

const toPrefix = (segments: readonly string[], count: number): string | undefined =>
  segments.length < count ? undefined : segments.slice(0, count).join('\n')

/** The strings of both sides that are not paired, by a value that both sides have. */
function* bucketBy<Before, After>(
  [before, after]: Sides<Before, After>,
  valueOf: (one: Split<Before> | Split<After>) => string | undefined,
): Generator<void, readonly Sides<Before, After>[]> {
  const buckets = new Map<string, readonly [Split<Before>[], Split<After>[]]>()
  for (const one of before) {
    yield
    const value = one.isPaired ? undefined : valueOf(one)
    if (value === undefined) continue
    const bucket = buckets.get(value)
    if (bucket === undefined) buckets.set(value, [[one], []])
    else bucket[0].push(one)
  }
  for (const one of after) {
    yield
    const value = one.isPaired ? undefined : valueOf(one)
    if (value !== undefined) buckets.get(value)?.[1].push(one)
  }
  return [...buckets.values()].filter(([, others]) => others.length > 0)
}

/** Pairs in order. */
function* zip<Before, After>(
  before: readonly Split<Before>[],
  after: readonly Split<After>[],
  add: (one: Split<Before>, other: Split<After>) => void,
): Generator<void> {
  const others = after.filter(({ isPaired }) => !isPaired)
  let next = 0
  for (const one of before) {
    yield
    if (one.isPaired) continue
    const other = others[next++]
    if (other === undefined) return
    add(one, other)
  }
}
