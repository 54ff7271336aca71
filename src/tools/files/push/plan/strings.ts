import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { type PlacedString, toPlace } from '../../../../l10n/matching/match-strings.ts'
import type { SourceLine } from '../../../../l10n/translation/translation.ts'
import type { Pacer } from '../../../../scheduling/pacer.ts'
import type { Entry } from '../../../translations/records.ts'

/** A string of the branch before a push. `file` is the ID of its file. */
export interface OldString extends PlacedString {
  readonly path: string
  readonly entry: Entry
  readonly line: SourceLine
  /** Number of the push that listed it. */
  readonly push: number | undefined
  /** Number of the later push that gave it its key or file. */
  readonly placed?: number | undefined
  /** Whether the branch lists it; otherwise the main branch does, from which the branch begins. */
  readonly isListed: boolean
}

/** A string of a pushed file. `file` is the ID of the file, or its path if it is new. */
export interface NewString extends PlacedString {
  readonly path: string
  readonly item: SourceItem
}

/**
 * How a push treats a string: its place and source are the same; it has another source; another key; another file; the branch did not list it, but the project
 * has its entry; or it is new to the project.
 */
export type StringKind = 'unchanged' | 'changed' | 'renamed' | 'moved' | 'revived' | 'added'

/** A string of a pushed file with what it was before. */
export interface PlannedString {
  readonly item: SourceItem
  readonly kind: StringKind
  /** The string before the push; undefined if the branch did not list it. */
  readonly before?: OldString
  /** The entry that it has; undefined for a new one. */
  readonly entry?: Entry
  readonly line: SourceLine
  /** Another string of the branch, with the same key and source, whose texts it begins with. */
  readonly copyOf?: OldString
  /** Entries that had its place on other branches: it takes their texts for its source. */
  readonly twins: readonly Entry[]
  /** The only other string that had its source before: it takes texts for its source from there where it has none. */
  readonly former?: Entry
}

/** A string that a push removed from a file, and that another file has since an earlier push as a copy. */
export interface Takeover {
  readonly before: OldString
  /** The copy, whose place the string takes. */
  readonly copy: OldString
  /** The copy in this push; undefined if its file is not among those pushed. */
  readonly item?: SourceItem
}

/**
 * Finds the entries that had a source before their present one, by its hash, and that may have texts for it. A source that several had is left out: nothing says
 * which of their texts is meant.
 */
export async function findFormers(strings: readonly OldString[], pace: Pacer): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>()
  const ambiguous = new Set<string>()
  for (const { entry, line } of strings) {
    if (pace.shouldYield) await pace.yieldNow()
    for (const src of line.earlier ?? []) {
      if (found.has(src)) ambiguous.add(src)
      else found.set(src, entry)
    }
  }
  for (const src of ambiguous) found.delete(src)
  return found
}

/** The place of an entry in the project. */
export const placeOf = ({ file_id: file, key, context }: Entry): string => toPlace({ file, key, context })

/** Finds the entry that has each place, which no other one displaced. */
export async function findOwners(entries: readonly Entry[], pace: Pacer): Promise<ReadonlyMap<string, Entry>> {
  const owners = new Map<string, Entry>()
  for (const entry of entries) {
    if (pace.shouldYield) await pace.yieldNow()
    if (!entry.displaced) owners.set(placeOf(entry), entry)
  }
  return owners
}
