import { addTo, getOrAdd } from '../../../../l10n/groups.ts'
import type { Pacer } from '../../../../scheduling/pacer.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { Reader } from '../../../../store/store.ts'
import type { Entry, Project } from '../../../translations/records.ts'
import { fileOn } from '../../../translations/records.ts'
import type { OldString } from './strings.ts'

/** A branch whose lists are read, in the steps of a call. */
export interface ListReader {
  readonly project: Project
  readonly branch: string
  readonly read: Reader
  readonly pace: Pacer
}

/** A string without its entry. */
type ListedString = Omit<OldString, 'entry' | 'context'>

/** The strings that a branch lists in files that a push does not have, each list read once. A branch without a list of a file has the main branch's. */
export class BranchLists {
  readonly #from: ListReader
  #equal?: Promise<ReadonlyMap<string, readonly string[]>>
  readonly #lists = new Map<string, Promise<ReadonlyMap<string, ListedString>>>()

  constructor(from: ListReader) {
    this.#from = from
  }

  /** Finds how the branch lists an entry. */
  async find(entry: Entry): Promise<OldString | undefined> {
    const { branch, project } = this.#from
    const file = fileOn(entry, branch)
    if (branch === project.main_branch && !entry.listed) return undefined
    const found = (await getOrAdd(this.#lists, file, () => this.#load(file))).get(entry.id)
    return found && { ...found, entry, ...(entry.context !== undefined && { context: entry.context }) }
  }

  /** Lists the entries that the branch itself lists with a source. */
  async listEqual(src: string): Promise<readonly Entry[]> {
    this.#equal ??= this.#group()
    const ids = (await this.#equal).get(src) ?? []
    return (await this.#from.read.entries.getEach(ids)).filter(entry => entry !== undefined)
  }

  /** Entry IDs of the branch's own lists by source. */
  async #group(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { branch, project, read, pace } = this.#from
    const groups = new Map<string, string[]>()
    for (const { items } of await read.branch_files.list('branch', compoundKey(project.id, branch))) {
      for (const { entry_id, src } of items) {
        if (pace.shouldYield) await pace.yieldNow()
        addTo(groups, src, entry_id)
      }
    }
    return groups
  }

  async #load(fileId: string): Promise<ReadonlyMap<string, ListedString>> {
    const { branch, project, read } = this.#from
    const own = await read.branch_files.by('place', compoundKey(project.id, branch, fileId))
    const branchFile =
      own ?? (await read.branch_files.by('place', compoundKey(project.id, project.main_branch, fileId)))
    const path = (await read.files.get(fileId))?.path ?? ''
    const listed = new Map<string, ListedString>()
    for (const { key, entry_id, push, placed, ...line } of branchFile?.items ?? []) {
      listed.set(entry_id, { file: fileId, path, key, src: line.src, line, push, placed, isListed: own !== undefined })
    }
    return listed
  }
}
