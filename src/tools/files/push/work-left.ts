import { needsWork } from '../../../l10n/translation/staleness.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { NextFacts } from '../../next/next-step.ts'
import { surveyWork } from '../../next/remaining.ts'
import { findBranchFile } from '../../projects/branches.ts'
import { BranchView } from '../../translations/branch-view.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'

/** Describes what is left after a push, for its next step. */
export async function findWorkAfterPush(
  plans: readonly FilePlan[],
  to: PushDestination,
): Promise<Pick<NextFacts, 'remaining' | 'more'>> {
  const { project, branch } = to
  if (project.target_locales.length === 0) return { more: [NO_LOCALE_NOTICE] }
  if (branch === project.main_branch) {
    return { remaining: (await surveyWork(to, project.target_locales)).remaining }
  }
  const locale = await findPushedWork(plans, to)
  return { remaining: { work: locale === undefined ? undefined : { locale }, nothing: NOTHING_NEW } }
}

const NO_LOCALE_NOTICE = 'The project has no target locale: add one with update_project.'
const NOTHING_NEW = 'The push has nothing new to translate.'

/** Finds the first locale that lacks new or changed strings of the push. To count all would mean to read the whole branch. */
async function findPushedWork(plans: readonly FilePlan[], to: PushDestination): Promise<string | undefined> {
  const { project, branch, computed } = to
  const view = new BranchView(project, branch, to)
  const pace = computed.pace()
  for (const { path, strings } of plans) {
    const fresh = new Set<string>()
    for (const { kind, item } of strings) {
      if (pace.shouldYield) await pace.yieldNow()
      if (kind !== 'unchanged') fresh.add(toPlace(item))
    }
    if (fresh.size === 0) continue
    for (const item of (await findBranchFile(to, path))?.branchFile.items ?? []) {
      if (pace.shouldYield) await pace.yieldNow()
      if (!fresh.has(toPlace(item))) continue
      const entry = await view.getEntry(item.entry_id, item)
      for (const locale of project.target_locales) {
        if (needsWork(await view.getTranslation(entry, locale, item), entry, item)) return locale
      }
    }
  }
  return undefined
}

const toPlace = ({ key, src }: { readonly key: string; readonly src: string }): string => compoundKey(key, src)
