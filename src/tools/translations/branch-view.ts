import { setImmediate as nextTurn } from 'node:timers/promises'
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

/** The unit of an entry in a locale; an empty one where the project has none, because the locale is no target of it. */
export async function unitOf(entry: Entry, locale: string, read: Reader): Promise<Unit> {
  return (await read.translations.by('unit', key(entry.id, locale))) ?? newUnit(key(entry.id, locale), entry, locale)
}

/** Other work runs after about so many units of a branch. */
export const STRETCH = 500

/** How many units wait for a text, by locale; a branch is walked once for all of them. */
export async function countWork(
  project: Project,
  branch: string,
  locales: Iterable<string>,
  read: Reader,
): Promise<Record<string, number>> {
  const waiting: Record<string, number> = {}
  for (const locale of locales) waiting[locale] = 0
  const asked = Object.keys(waiting)
  if (branch === project.main_branch) {
    for (const locale of asked) waiting[locale] = await read.translations.count('work', key(project.id, locale))
    return waiting
  }
  const turn = Math.ceil(STRETCH / (asked.length + 1))
  for (const [at, { entryId, src }] of (await listBranch(project, branch, read)).entries()) {
    if (at % turn === 0) await nextTurn()
    const entry = await read.entries.get(entryId)
    if (entry === undefined) continue
    for (const locale of asked) {
      if (isWork(await unitOf(entry, locale, read), entry, src)) waiting[locale] = (waiting[locale] ?? 0) + 1
    }
  }
  return waiting
}
