import { getOrAdd } from '../../l10n/groups.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { BranchConflicts, type EndedConflict } from '../files/conflicts/branch-conflicts.ts'
import type { Entry, Translation } from '../translations/records.ts'

/** The conflicts of all branches that a revert ends: the next pull replaces texts of files. */
export class EndedConflicts {
  readonly #project: Frozen<ProjectRecord>
  readonly #read: Reader
  readonly #branches = new Map<string, BranchConflicts>()
  readonly #found = new Map<string, EndedConflict>()

  constructor(project: Frozen<ProjectRecord>, read: Reader) {
    this.#project = project
    this.#read = read
  }

  get list(): readonly EndedConflict[] {
    return [...this.#found.values()]
  }

  /** Notes the conflicts that a change of a translation ends, and forgets those that it brings back. */
  async note(before: Translation, after: Translation, { key }: Pick<Entry, 'key'>): Promise<void> {
    for (const { id, src, branches = [] } of after.suggestions) {
      for (const branch of branches) {
        const open = await this.#of(branch).find(after, { src })
        if (open?.id === id) this.#found.delete(id)
      }
    }
    for (const suggestion of before.suggestions) {
      const { id, src, branches = [] } = suggestion
      for (const branch of branches) {
        const closed = await this.#of(branch).findClosed(before, after, { src })
        if (closed?.id === id) this.#found.set(id, { key: echo(key), locale: after.locale, suggestion })
      }
    }
  }

  #of(branch: string): BranchConflicts {
    return getOrAdd(this.#branches, branch, () => new BranchConflicts(this.#project, branch, this.#read))
  }
}
