import { sameMessage } from '../../l10n/message/message.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
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
      for (const branch of branches) if (await this.#isOpen(id, after, branch, src)) this.#found.delete(id)
    }
    for (const suggestion of before.suggestions) {
      const { id, src, value, branches = [] } = suggestion
      for (const branch of branches) {
        if (!(await this.#isOpen(id, before, branch, src))) continue
        const isGone = (await this.#of(branch).find(after, src)) === undefined
        const { text } = shownText(after, src)
        if (!isGone || (text !== undefined && sameMessage(text.value, value))) continue
        this.#found.set(id, { key: echo(key), locale: after.locale, suggestion })
      }
    }
  }

  async #isOpen(id: string, translation: Translation, branch: string, src: string): Promise<boolean> {
    return (await this.#of(branch).find(translation, src))?.id === id
  }

  #of(branch: string): BranchConflicts {
    const known = this.#branches.get(branch) ?? new BranchConflicts(this.#project, branch, this.#read)
    this.#branches.set(branch, known)
    return known
  }
}
