import type { Position } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Entry, Translation } from '../translations/records.ts'

/** A source string, and its translations that need work. */
export interface Candidate {
  readonly entry: Entry
  /** The key in the branch. */
  readonly key: string
  readonly file: string
  readonly src: string
  readonly translations: readonly Translation[]
  /** Another worker with reservations for some of the translations. */
  readonly worker?: string | undefined
}

/** The next strings that need work, and the position after them. */
export interface Candidates {
  readonly items: readonly Candidate[]
  /** Number of translations that need work, including these. */
  readonly left: number
  /** Whether more work follows the items. */
  readonly more: boolean
  /** Returns the position after the first `count` items; `count` is at least 1. */
  readonly after: (count: number) => Promise<Position>
}

export interface WorkQuery {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  readonly locales: readonly string[]
  /** Path of the source file. */
  readonly file: string | undefined
  /** The caller's worker name. Its reservations come first. Without a name, all reservations come last. */
  readonly worker: string | undefined
  readonly limit: number
  /** Undefined at the beginning. */
  readonly from: Position | undefined
  readonly now: Date
}
