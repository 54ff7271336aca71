import type { Frozen } from '../../../store/frozen.ts'
import type { RunPartRecord } from '../../../store/records/runs.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { BranchView } from '../../translations/branch-view.ts'
import { EntryFinder } from '../../translations/find-entry.ts'
import type { Project } from '../../translations/records.ts'
import type { SelectedUnit } from '../select-items.ts'

/** The translations of a part as they are now; undefined where the branch has the string no more, or the project the locale. */
export async function loadUnits(
  { items, locale }: Pick<Frozen<RunPartRecord>, 'items' | 'locale'>,
  project: Project,
  branch: string,
  { read, computed }: ReadDeps,
): Promise<readonly (SelectedUnit | undefined)[]> {
  if (!project.target_locales.includes(locale)) return items.map(() => undefined)
  const finder = new EntryFinder(project, branch, read)
  const view = new BranchView(project, branch, { read, computed })
  const paths = new Map<string, string>()
  const units: (SelectedUnit | undefined)[] = []
  for (const { entry_id } of items) {
    const known = await read.entries.get(entry_id)
    const found = known && (await finder.find({ id: known.short }))
    if (found === undefined || 'code' in found || found.entry.do_not_translate) {
      units.push(undefined)
      continue
    }
    const { entry, line } = found
    const file = paths.get(entry.file_id) ?? (await read.files.get(entry.file_id))?.path ?? ''
    paths.set(entry.file_id, file)
    units.push({ entry, key: entry.key, file, line, translation: await view.getTranslation(entry, locale, line) })
  }
  return units
}
