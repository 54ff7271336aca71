import { addTo, getOrAdd } from '../../../../l10n/groups.ts'
import type { Pacer } from '../../../../scheduling/pacer.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { Reader } from '../../../../store/store.ts'
import type { Entry } from '../../../translations/records.ts'
import { fileOn } from '../../../translations/records.ts'
import type { ListPlace } from '../write/drop-entries.ts'
import type { OldString } from './strings.ts'

/** A string without its entry. */
type ListedString = Omit<OldString, 'entry' | 'context'>

/** The strings that a branch lists in files that a push does not have, each list read once. A branch without a list of a file has the main branch's. */
export class BranchLists {
  readonly #place: ListPlace
  readonly #read: Reader
  readonly #pace: Pacer
  #equal?: Promise<ReadonlyMap<string, readonly string[]>>
  readonly #lists = new Map<string, Promise<ReadonlyMap<string, ListedString>>>()

  constructor(place: ListPlace, read: Reader, pace: Pacer) {
    this.#place = place
    this.#read = read
    this.#pace = pace
  }

  /** Finds how the branch lists an entry. */
  async find(entry: Entry): Promise<OldString | undefined> {
    const { branch, project } = this.#place
    const file = fileOn(entry, branch)
    if (branch === project.main_branch && !entry.listed) return undefined
    const found = (await getOrAdd(this.#lists, file, () => this.#load(file))).get(entry.id)
    return found && { ...found, entry, ...(entry.context !== undefined && { context: entry.context }) }
  }

  /** Lists the entries that the branch itself lists with a source. */
  async listEqual(src: string): Promise<readonly Entry[]> {
    this.#equal ??= this.#group()
    const ids = (await this.#equal).get(src) ?? []
    return (await this.#read.entries.getEach(ids)).filter(entry => entry !== undefined)
  }

  /** Entry IDs of the branch's own lists by source. */
  async #group(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { branch, project } = this.#place
    const groups = new Map<string, string[]>()
    for (const { items } of await this.#read.branch_files.list('branch', compoundKey(project.id, branch))) {
      for (const { entry_id, src } of items) {
        if (this.#pace.shouldYield) await this.#pace.yieldNow()
        addTo(groups, src, entry_id)
      }
    }
    return groups
  }

  async #load(fileId: string): Promise<ReadonlyMap<string, ListedString>> {
    const { branch, project } = this.#place
    const own = await this.#read.branch_files.by('place', compoundKey(project.id, branch, fileId))
    const branchFile =
      own ?? (await this.#read.branch_files.by('place', compoundKey(project.id, project.main_branch, fileId)))
    const path = (await this.#read.files.get(fileId))?.path ?? ''
    const listed = new Map<string, ListedString>()
    for (const { key, entry_id, push, placed, ...line } of branchFile?.items ?? []) {
      listed.set(entry_id, { file: fileId, path, key, src: line.src, line, push, placed, isListed: own !== undefined })
    }
    return listed
  }
}
