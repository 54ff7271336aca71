import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Position } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { EntryName, FoundEntry } from '../translations/find-entry.ts'
import type { Entry, Translation } from '../translations/records.ts'
import type { LeaseView } from './leases.ts'
import type { PacketRepetitions } from './repetitions/packet-repetitions.ts'

/** An entry of a branch, with its source there. */
export type NamedEntry = Exclude<FoundEntry, { code: string }>

/** A source string, and its selected translations. */
export interface Candidate {
  readonly entry: Entry
  /** The key in the branch. */
  readonly key: string
  readonly file: string
  readonly line: SourceLine
  readonly translations: readonly Translation[]
}

/** The next strings of a packet, and the position after them. */
export interface Candidates {
  readonly items: readonly Candidate[]
  /** Counts what is left, including these. */
  readonly countLeft: () => Promise<LeftCounts>
  /** Whether more strings follow the items, or may follow because the search stopped. */
  readonly more: boolean
  /** Returns the position after the first `count` items; after all of them, also after the strings that were searched without a match. */
  readonly after: (count: number) => Position
  /** Names of the query without a string. */
  readonly missing: readonly MissingName[]
}

export interface LeftCounts {
  /**
   * Number of translations that the query selects; if it selects strings by name alone, those of them that need work. Where no index has the number, those behind
   * the position of the query, as far as a call searches.
   */
  readonly left: number
  /** Number of translations that need work in the files of the query, whatever else it filters. */
  readonly unfiltered: number
}

export interface MissingName {
  readonly id?: string
  readonly key?: string
  readonly code: string
  readonly why: string
  readonly fix: string
}

/** The filters of a query. Without one, it selects all work. */
export interface WorkFilter {
  /** Strings by ID or key, whether they need work or not. */
  readonly names?: readonly EntryName[] | undefined
  /** A check ID, a level or `any`: translations with an open finding, whether they need work or not. */
  readonly finding?: string | undefined
  /** Occurs in the source string or the translation. */
  readonly text?: string | undefined
  /** Whether the source string has plural forms. */
  readonly plurals?: true | undefined
  /** Whether the translation was written under an earlier voice; selects it whether it needs work or not. */
  readonly outdated_voice?: true | undefined
}

export interface WorkQuery {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  readonly locales: readonly string[]
  /** Paths of source files; undefined for all. */
  readonly files: readonly string[] | undefined
  readonly filter: WorkFilter
  /** The stamp of the present voice by locale, if the filter needs it. */
  readonly stamps: ReadonlyMap<string, string>
  readonly leases: LeaseView
  /** The strings that others stand for; undefined if each has its own row. */
  readonly repetitions: PacketRepetitions | undefined
  readonly limit: number
  /** Undefined at the beginning. */
  readonly from: Position | undefined
}
