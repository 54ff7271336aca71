import type { Position } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Entry, Unit } from '../translations/unit.ts'

/** An entry with the units of it that wait for a text. */
export interface Candidate {
  readonly entry: Entry
  /** As the branch has it. */
  readonly key: string
  readonly file: string
  readonly src: string
  readonly units: readonly Unit[]
  /** Who else has them reserved. */
  readonly worker?: string | undefined
}

/** The next work, at most `limit` entries of it, and how to go on behind any of them. */
export interface Candidates {
  readonly items: readonly Candidate[]
  /** Units that wait, these included. */
  readonly left: number
  /** Whether there is work behind the items. */
  readonly more: boolean
  /** Where to go on when the first `count` items, at least one, were taken. */
  readonly after: (count: number) => Promise<Position>
}

export interface WorkQuery {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  readonly locales: readonly string[]
  /** Path of a source file. */
  readonly file: string | undefined
  /** Whose reserved units come first; those of others come last, and for nobody all reserved ones do. */
  readonly worker: string | undefined
  readonly limit: number
  /** Undefined at the beginning. */
  readonly from: Position | undefined
  readonly now: Date
}
