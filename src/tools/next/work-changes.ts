import { needsWork } from '../../l10n/translation/staleness.ts'
import type { BranchView } from '../translations/branch-view.ts'
import type { WrittenUnit } from '../work/branch-reach.ts'

/** Counts by locale how many more strings a dry run would leave to translate than there are; negative for fewer. A later unit replaces an earlier one. */
export async function countWorkChanges(
  planned: readonly WrittenUnit[],
  view: BranchView,
): Promise<ReadonlyMap<string, number>> {
  const last = new Map(planned.map(unit => [unit.translation.id, unit]))
  const changes = new Map<string, number>()
  for (const { entry, line, translation } of last.values()) {
    const { locale } = translation
    const before = await view.getTranslation(entry, locale, line)
    const change = Number(needsWork(translation, entry, line)) - Number(needsWork(before, entry, line))
    changes.set(locale, (changes.get(locale) ?? 0) + change)
  }
  return changes
}
