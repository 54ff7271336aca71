import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { branchFiles } from '../projects/branches.ts'
import { type Entry, isWork, newUnit, type Unit } from './unit.ts'

type Project = Frozen<ProjectRecord>

/** What a branch lists: an entry under the key and with the source that the branch has. */
export interface Listed {
  readonly key: string
  readonly file: string
  readonly src: string
  readonly entryId: string
}

/** Everything that a branch lists, in the order of its files. Costs as much as the branch is large: the main branch has indexes instead. */
export async function listBranch(project: Project, branch: string, read: Reader): Promise<readonly Listed[]> {
  const files = await branchFiles(project, branch, read)
  return files.flatMap(({ file, held }) =>
    held.items.map(item => ({ key: item.key, file: file.path, src: item.src, entryId: item.entry_id })),
  )
}

/** The unit of an entry in a locale; one that nobody wrote yet when the locale was added after the entry. */
export async function unitOf(entry: Entry, locale: string, read: Reader): Promise<Unit> {
  return (await read.translations.by('unit', key(entry.id, locale))) ?? newUnit(key(entry.id, locale), entry, locale)
}

/** How many units of a locale wait for a text. */
export async function countWork(project: Project, branch: string, locale: string, read: Reader): Promise<number> {
  if (branch === project.main_branch) return read.translations.count('work', key(project.id, locale))
  let waiting = 0
  for (const { entryId, src } of await listBranch(project, branch, read)) {
    const entry = await read.entries.get(entryId)
    if (entry !== undefined && isWork(await unitOf(entry, locale, read), entry, src)) waiting += 1
  }
  return waiting
}
