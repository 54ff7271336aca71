import { getOrAdd } from '../../l10n/groups.ts'
import { normalizeSource } from '../../l10n/memory/compare-sources.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Entry } from '../translations/records.ts'
import { fileOn } from '../translations/records.ts'

/** The sources before and after a string in its file, normalized; absent at its start and end. */
export interface Neighbors {
  readonly previous?: string | undefined
  readonly next?: string | undefined
}

type NeighborReader = Pick<Reader, 'projects' | 'branch_files' | 'entries'>

/** One entry of a list of strings. */
type Listed = Readonly<Record<'entry_id' | 'src', string>>

/** Position of each entry, by list of strings. Records of files are frozen, so a list never changes. */
const positions = new WeakMap<readonly Listed[], ReadonlyMap<string, number>>()

/** Finds the neighbors of strings, each once. */
export class NeighborFinder {
  readonly #branch: string
  readonly #read: NeighborReader
  readonly #branches = new Map<string, Promise<Frozen<ProjectRecord> | undefined>>()
  readonly #known = new Map<string, Promise<Neighbors>>()

  /** `branch`: of the sought strings. Those that are found count with their main branch. */
  constructor(branch: string, read: NeighborReader) {
    this.#branch = branch
    this.#read = read
  }

  /** The neighbors of a sought string. */
  ofSought(entry: Entry): Promise<Neighbors> {
    return this.#findOnce(entry, this.#branch)
  }

  /** The neighbors of a string that was found. */
  async ofFound(entry: Entry): Promise<Neighbors> {
    const { project_id } = entry
    const project = await getOrAdd(this.#branches, project_id, () => this.#read.projects.get(project_id))
    return this.#findOnce(entry, project?.main_branch ?? '')
  }

  #findOnce(entry: Entry, branch: string): Promise<Neighbors> {
    return getOrAdd(this.#known, compoundKey(entry.id, branch), () => this.#find(entry, branch))
  }

  async #find({ id, project_id, ...place }: Entry, branch: string): Promise<Neighbors> {
    const file = await this.#read.branch_files.by('place', compoundKey(project_id, branch, fileOn(place, branch)))
    if (file === undefined) return {}
    const at = findPositions(file.items).get(id)
    if (at === undefined) return {}
    return { previous: await this.#getSource(file.items[at - 1]), next: await this.#getSource(file.items[at + 1]) }
  }

  async #getSource(listed: Listed | undefined): Promise<string | undefined> {
    const entry = listed && (await this.#read.entries.get(listed.entry_id))
    return entry && listed && normalizeSource(getSource(entry, listed.src))
  }
}

/** Whether two strings have the same neighbors; a string without any has no context. */
export const sameNeighbors = (one: Neighbors, other: Neighbors): boolean =>
  (one.previous ?? one.next) !== undefined && one.previous === other.previous && one.next === other.next

function findPositions(items: readonly Listed[]): ReadonlyMap<string, number> {
  const known = positions.get(items)
  if (known !== undefined) return known
  const found = new Map(items.map(({ entry_id }, at) => [entry_id, at]))
  positions.set(items, found)
  return found
}
