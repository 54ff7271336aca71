import type { Position } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Entry, Translation } from '../translations/records.ts'

/** A source string, and its translations that need work. */
export interface Candidate {
  readonly entry: Entry
  /** As the branch has it. */
  readonly key: string
  readonly file: string
  readonly src: string
  readonly translations: readonly Translation[]
  /** Another worker who reserved some. */
  readonly worker?: string | undefined
}

/** The next strings that need work, and how to go on. */
export interface Candidates {
  readonly items: readonly Candidate[]
  /** Translations that need work, these included. */
  readonly left: number
  /** Whether there is work behind the items. */
  readonly more: boolean
  /** Where to go on after the first `count` items; at least one. */
  readonly after: (count: number) => Promise<Position>
}

export interface WorkQuery {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  readonly locales: readonly string[]
  /** Path of a source file. */
  readonly file: string | undefined
  /** Their reservations come first. Without a worker, all reservations come last. */
  readonly worker: string | undefined
  readonly limit: number
  /** Undefined at the beginning. */
  readonly from: Position | undefined
  readonly now: Date
}
