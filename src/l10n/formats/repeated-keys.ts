import { escapeInvisible } from '../../text/escape.ts'
import type { SourceEntry, TargetEntry } from './format.ts'
import { positionAt } from './position.ts'
import type { Span } from './splice.ts'

/** What an entry says about a key that occurs twice. */
export type Repetition = Pick<SourceEntry, 'duplicate' | 'differs'>
export type RepeatedKey = Pick<SourceEntry, 'key'> & Repetition

/** Maximum keys with one value whose lines are found. As many with different values have lines, too. */
const MAX_LINES = 20

const ONCE: Repetition = {}

/** Collects the keys of a file that occur twice. */
export class RepeatedKeys {
  readonly #found = new Map<string, Repetition>()
  #same = 0
  #different = 0

  /** Notes that a key occurs again, with the same value or another one. The lines of all such keys would take too long. */
  add(key: string, isSame: boolean, findLines: () => readonly [number, number]): void {
    const known = this.#found.get(key)
    if (known?.differs === true || (isSame && (known !== undefined || this.#same === MAX_LINES))) return
    if (isSame) this.#same += 1
    else this.#different += 1
    const duplicate = this.#different > MAX_LINES ? undefined : findLines()
    this.#found.set(key, { ...(duplicate !== undefined && { duplicate }), ...(!isSame && { differs: true }) })
  }

  /** The fields of an entry. */
  get(key: string): Repetition {
    return this.#found.get(key) ?? ONCE
  }

  get isEmpty(): boolean {
    return this.#found.size === 0
  }
}

type TextEntry = SourceEntry & { readonly value: string }

/** Merges the entries of a file, which are listed with their offsets: each key once, with its first value. */
export function mergeRepeated(text: string, listed: readonly (readonly [number, TextEntry])[]): readonly TextEntry[] {
  const first = new Map<string, readonly [number, TextEntry]>()
  const repeated = new RepeatedKeys()
  for (const one of listed) {
    const [start, { key, value }] = one
    const before = first.get(key)
    if (before === undefined) first.set(key, one)
    else repeated.add(key, before[1].value === value, () => findLines(text, before[0], start))
  }
  return [...first.values()].map(([, entry]) => ({ ...entry, ...repeated.get(entry.key) }))
}

/** Returns the lines of two offsets. */
export const findLines = (text: string, first: number, again: number): readonly [number, number] => [
  positionAt(text, first).line,
  positionAt(text, again).line,
]

/** Returns the entries of a target file as translations, without empty ones. */
export const toTranslations = (entries: readonly TextEntry[]): readonly TargetEntry[] =>
  entries.flatMap(({ key, value, duplicate, differs }) =>
    value === '' && differs !== true
      ? []
      : [{ key, value, ...(duplicate !== undefined && { duplicate }), ...(differs === true && { differs }) }],
  )

/** Describes the keys of a file that occur twice with the same value, as a sentence; undefined if there are none. */
export const describeDuplicates = (path: string, entries: readonly RepeatedKey[]): string | undefined =>
  describe(
    path,
    entries.filter(({ duplicate, differs }) => duplicate !== undefined && differs !== true),
    'the same value',
    'remove one',
  )

/** Describes the keys that a file leaves out because they have two values, as a sentence; undefined if there are none. */
export const describeConflicts = (path: string, entries: readonly RepeatedKey[]): string | undefined =>
  describe(
    path,
    entries.filter(({ differs }) => differs === true),
    'different values',
    'it was not read. Remove one',
  )

/** Maximum UTF-16 code units of a key in the sentence. */
const MAX_KEY = 60

function describe(path: string, found: readonly RepeatedKey[], values: string, fix: string): string | undefined {
  const [first] = found
  if (first === undefined) return undefined
  const more = found.length > 1 ? ` So do ${found.length - 1} other keys.` : ''
  const key = escapeInvisible(first.key.slice(0, MAX_KEY))
  const lines = first.duplicate === undefined ? '' : ` (lines ${first.duplicate.join(' and ')})`
  return `In ${escapeInvisible(path)}, the key ${JSON.stringify(key)} occurs twice with ${values}${lines}: ${fix}.${more}`
}

/** Parts of a file with the same key and different values. */
export interface Conflict {
  readonly spans: readonly Span[]
  readonly findLines: () => readonly [number, number]
}

/** Returns a function that finds the outermost conflict around an offset. */
export function indexConflicts(conflicts: readonly Conflict[]): (offset: number) => Conflict | undefined {
  const disjoint: (Span & { readonly conflict: Conflict })[] = []
  const all = conflicts.flatMap(conflict => conflict.spans.map(({ start, end }) => ({ start, end, conflict })))
  for (const span of all.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.start >= (disjoint.at(-1)?.end ?? 0)) disjoint.push(span)
  }
  return offset => {
    let low = 0
    let high = disjoint.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((disjoint[middle]?.end ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    const span = disjoint[low]
    return span !== undefined && span.start <= offset ? span.conflict : undefined
  }
}
