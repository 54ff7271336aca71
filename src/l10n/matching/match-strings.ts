/** A string with a source that others have, too. */
interface Keyed {
  readonly key: string
  /** Path or ID of its file. */
  readonly file: string
}

/** A string before a push and the one after it that has its source. */
type Pair<Before, After> = readonly [Before, After]

/** Segments of a key that are compared; the others are taken together. */
const MAX_SEGMENTS = 12

/** Characters that divide a key into segments: of nested files, of Android's and gettext's names, and of Java's. */
const SEPARATOR = /[./:_\-\s[\]]+/

/**
 * Pairs strings that have the same source before and after a push: first by most equal last segments of the key, then by most equal first ones, then in one
 * file, then by order. So a section that moves below another name keeps each of its strings, however often their sources occur. Each string is in one pair at
 * most. Runs in steps; the work grows with the strings times the segments of their keys.
 */
function* pairByKey<Before extends Keyed, After extends Keyed>(
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
    for (const bucket of yield* groupOpen(...sides, ({ segments }) => toSuffix(segments, last))) {
      for (let first = depth - last; first >= 0; first -= 1) {
        for (const [left, right] of yield* groupOpen(...bucket, ({ segments }) => toPrefix(segments, first))) {
          const inFile = yield* groupOpen(left, right, ({ of }) => of.file)
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
const groupOpen = <Before, After>(
  before: readonly Split<Before>[],
  after: readonly Split<After>[],
  valueOf: (one: Split<Before> | Split<After>) => string | undefined,
) => groupBoth(before, after, one => (one.isPaired ? undefined : valueOf(one)))

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

/** A string as a push finds or leaves it. `src` covers the context: equal hashes mean equal source and context. */
export interface PlacedString extends Keyed {
  readonly context?: string | undefined
  readonly src: string
}

/** How a string of a push was found: at its place, in another file, under another key, or at its place with another source. */
export type MatchKind = 'unchanged' | 'moved' | 'renamed' | 'changed'

export interface Match<Before, After> {
  readonly before: Before
  readonly after: After
  readonly kind: MatchKind
}

export interface Matching<Before, After> {
  readonly matches: readonly Match<Before, After>[]
  /** Strings that the push no longer has, in order. */
  readonly gone: readonly Before[]
  /** Strings that the push has for the first time, in order. */
  readonly added: readonly After[]
}

/**
 * Matches the strings of a branch with those of a push, over all its files. Each step takes what the earlier ones left: the same place and source; the same key
 * and source in another file; the same source under another key, see `pairByKey`; the same place with another source. So a translation follows the source that
 * it was written for, and a swap of two sources is two renames. Runs in steps.
 */
export function* matchStrings<Before extends PlacedString, After extends PlacedString>(
  before: readonly Before[],
  after: readonly After[],
): Generator<void, Matching<Before, After>> {
  const matches: Match<Before, After>[] = []
  let gone = before
  let added = after
  const take = function* (kind: MatchKind, nameOf: (one: PlacedString) => string): Generator<void> {
    if (gone.length === 0 || added.length === 0) return
    const taken = new Set<Before | After>()
    for (const [olds, news] of yield* groupBoth(gone, added, nameOf)) {
      yield
      for (const [one, other] of yield* pairByKey(olds, news)) {
        // A renamed string can be in another file, too.
        matches.push({
          before: one,
          after: other,
          kind: kind === 'renamed' && one.file !== other.file ? 'moved' : kind,
        })
        taken.add(one).add(other)
      }
    }
    if (taken.size === 0) return
    gone = yield* without(gone, taken)
    added = yield* without(added, taken)
  }
  yield* take('unchanged', one => `${toPlace(one)}\n${one.src}`)
  yield* take('moved', ({ key, src }) => `${src}${key}`)
  yield* take('renamed', ({ src }) => src)
  yield* take('changed', toPlace)
  return { matches, gone, added }
}

/** Identifies the place of a string: its file, key and context. */
export const toPlace = ({ file, key, context = '' }: Omit<PlacedString, 'src'>): string =>
  `${file}\n${key.length} ${key}${context}`

/** The items of both sides that share a name, in the order of the names; those without one are left out. */
function* groupBoth<Before, After>(
  before: readonly Before[],
  after: readonly After[],
  nameOf: (one: Before | After) => string | undefined,
): Generator<void, readonly (readonly [Before[], After[]])[]> {
  const groups = new Map<string, readonly [Before[], After[]]>()
  for (const one of before) {
    yield
    const name = nameOf(one)
    const group = name === undefined ? undefined : groups.get(name)
    if (group !== undefined) group[0].push(one)
    else if (name !== undefined) groups.set(name, [[one], []])
  }
  for (const one of after) {
    yield
    const name = nameOf(one)
    if (name !== undefined) groups.get(name)?.[1].push(one)
  }
  return [...groups.values()].filter(([, others]) => others.length > 0)
}

function* without<T>(all: readonly T[], taken: ReadonlySet<unknown>): Generator<void, readonly T[]> {
  const left: T[] = []
  for (const one of all) {
    yield
    if (!taken.has(one)) left.push(one)
  }
  return left
}
