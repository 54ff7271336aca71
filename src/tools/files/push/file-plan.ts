import type { SourceDiff } from '../../../l10n/translation/source-diff.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { BranchFileRecord, EntryRecord, FileRecord, ProjectRecord } from '../../../store/records/localization.ts'
import type { SourceItem } from '../../../workers/jobs.ts'

/** Entries that can be restored. */
export interface Restorable {
  readonly strings: number
  readonly bytes: number
  /** UTF-16 units of the texts that a list has of them. */
  readonly texts: number
}

export interface PushedFile {
  readonly path: string
  readonly content: string
  readonly format?: string | undefined
  /** Where the project has it until now. */
  readonly moved_from?: string | undefined
}

/** Where a push goes. */
export interface PushDestination {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  /** Whether the push replaces the branch's list, so that what the file lacks is dropped. */
  readonly replaces: boolean
}

/** What a push of one file would do, before anything is written. */
export interface FilePlan {
  readonly path: string
  readonly format: string
  readonly options: FileRecord['options']
  readonly content: string
  readonly sha256: string
  readonly file: Frozen<FileRecord> | undefined
  readonly held: Frozen<BranchFileRecord> | undefined
  readonly known: ReadonlyMap<string, Frozen<EntryRecord>>
  readonly items: readonly SourceItem[]
  /** What the caller should know of the format. */
  readonly notice?: string
  readonly diff: SourceDiff<SourceItem>
  /** Listed before, and not in the file: dropped by a push that replaces, else kept. */
  readonly absent: SourceDiff<SourceItem>['dropped']
  /** Of `absent`, what no other branch lists. */
  readonly orphaned: Restorable
  /** What no branch listed before. */
  readonly revived: Restorable
  readonly same: boolean
}
