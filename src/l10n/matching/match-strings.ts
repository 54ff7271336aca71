import { type Keyed, pairByKey } from './pair-keys.ts'

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

/** The strings of both sides that share a name. */
function* groupBoth<Before extends PlacedString, After extends PlacedString>(
  before: readonly Before[],
  after: readonly After[],
  nameOf: (one: PlacedString) => string,
): Generator<void, readonly (readonly [Before[], After[]])[]> {
  const groups = new Map<string, readonly [Before[], After[]]>()
  for (const one of before) {
    yield
    const name = nameOf(one)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [[one], []])
    else group[0].push(one)
  }
  for (const one of after) {
    yield
    groups.get(nameOf(one))?.[1].push(one)
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
