import { needsWork } from '../../../l10n/translation/needs-work.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { BranchView, countMainWork } from '../../translations/branch-view.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'

/** Strings to translate in a locale. */
export interface WorkLeft {
  readonly locale: string
  /** Undefined on branches other than main, where counting would read the whole branch. */
  readonly count?: number
}

/** Finds the first target locale with strings to translate: on the main branch any, on another branch new and changed ones of the push. */
export async function findWorkLeft(
  plans: readonly FilePlan[],
  { project, branch }: PushDestination,
  reading: ReadDeps,
): Promise<WorkLeft | undefined> {
  const { read, computed } = reading
  if (branch === project.main_branch) {
    for (const locale of project.target_locales) {
      const { left } = await countMainWork({ project: project.id }, locale, read)
      if (left > 0) return { locale, count: left }
    }
    return undefined
  }
  const view = new BranchView(project, branch, reading)
  const pace = computed.pace()
  for (const { path, diff } of plans) {
    const fresh = new Set<string>()
    for (const item of [...diff.added, ...[...diff.changed, ...diff.revived].map(one => one.item)]) {
      if (pace.shouldYield) await pace.yieldNow()
      fresh.add(toPlace(item))
    }
    if (fresh.size === 0) continue
    const file = await read.files.by('path', compoundKey(project.id, path))
    const held = file && (await read.branch_files.by('place', compoundKey(project.id, branch, file.id)))
    for (const item of held?.items ?? []) {
      if (pace.shouldYield) await pace.yieldNow()
      if (!fresh.has(toPlace(item))) continue
      const entry = await view.getEntry(item.entry_id, item.src)
      for (const locale of project.target_locales) {
        if (needsWork(await view.getTranslation(entry, locale, item.src), entry, item.src)) return { locale }
      }
    }
  }
  return undefined
}

const toPlace = ({ key, src }: { readonly key: string; readonly src: string }): string => compoundKey(key, src)
