import type { SourceFile, SourceItem } from '../../../l10n/files/read-files.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { BranchFileRecord, FileRecord } from '../../../store/records/localization.ts'
import type { BranchFile } from '../../projects/branches.ts'
import type { BranchReader } from '../../translations/branch-view.ts'
import type { Entry } from '../../translations/records.ts'
import type { OldString, PlannedString, Takeover } from './plan/strings.ts'

/** Entries that can be restored. */
export interface Restorable {
  readonly strings: number
  readonly bytes: number
  /** UTF-16 units of their source strings in the list. */
  readonly texts: number
}

export interface PushedFile {
  readonly path: string
  readonly content: string
  readonly format?: string | undefined
  /** Message syntax, or `auto`; absent = as before. */
  readonly syntax?: string | undefined
  /** Families of placeholders, or `auto`; absent = as before. */
  readonly families?: readonly string[] | undefined
  /** Its path in the project before the push. */
  readonly moved_from?: string | undefined
}

/** The branch that a push changes. */
export interface PushDestination extends BranchReader {
  /** Whether the push replaces the branch's list: keys missing from the file are dropped. */
  readonly replaces: boolean
  /** Whether the policy takes the caller's word for what is finished. */
  readonly isTrusted: boolean
}

/** What a push will do, before anything is written. */
export interface PushPlan {
  readonly files: readonly FilePlan[]
  readonly removed: readonly RemovalPlan[]
  readonly takeovers: readonly Takeover[]
  /** Dropped strings whose copy elsewhere has their texts. */
  readonly copied: ReadonlySet<OldString>
  /** Strings of the main branch's files that a branch does not have when it begins to list them. */
  readonly unbegun: readonly OldString[]
}

/** What a push of one file will do. */
export interface FilePlan {
  readonly path: string
  readonly format: string
  /** Whether a user chose the format, now or in an earlier push. */
  readonly isNamedFormat: boolean
  readonly options: FileRecord['options']
  readonly content: string
  readonly sha256: string
  readonly reviewed: BranchFileRecord['reviewed']
  readonly file: Frozen<FileRecord> | undefined
  readonly branchFile: Frozen<BranchFileRecord> | undefined
  /** The entries of the file in the project, also those that the branch does not list. */
  readonly known: readonly Entry[]
  readonly items: readonly SourceItem[]
  /** The keys with two values, which are left out. */
  readonly conflicts: SourceFile['conflicts']
  /** A notice about the format. */
  readonly notice?: string
  /** In file order. */
  readonly strings: readonly PlannedString[]
  /** Listed before, and nowhere now: dropped if the push replaces the list, else kept. */
  readonly absent: readonly OldString[]
  /** Entries of `absent` that no other branch lists. */
  readonly orphaned: Restorable
  /** Entries that no branch listed before. */
  readonly revived: Restorable
  readonly same: boolean
}

/** What the removal of a file drops. */
export interface RemovalPlan extends BranchFile {
  readonly absent: readonly OldString[]
}
