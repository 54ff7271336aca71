import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Remaining, Waiting, WorkLeft } from './next-step.ts'

type Project = Pick<Frozen<ProjectRecord>, 'id' | 'main_branch' | 'settings'>

/**
 * Describes what is left of a branch, from sizes of indexes.
 * @param left strings to translate, by locale
 * @returns undefined without a locale
 */
export async function findRemaining(
  project: Project,
  branch: string,
  left: Readonly<Record<string, number>>,
  read: Reader,
): Promise<Remaining | undefined> {
  if (Object.keys(left).length === 0) return undefined
  const isMain = branch === project.main_branch
  const [locale, count] = Object.entries(left).find(([, number]) => number > 0) ?? []
  if (locale !== undefined) {
    const revise = isMain ? await read.translations.count('revise', compoundKey(project.id, locale)) : undefined
    const work: WorkLeft = { locale, count, revise }
    return { work }
  }
  return { work: undefined, ...(isMain && { waiting: await countWaiting(project, Object.keys(left), read) }) }
}

async function countWaiting(
  { id, settings }: Project,
  locales: readonly string[],
  { translations }: Reader,
): Promise<Waiting> {
  let conflicts = 0
  let revised = 0
  let unreviewed = 0
  let unapproved = 0
  let suggestions = 0
  let errors = 0
  let warnings = 0
  for (const locale of locales) {
    const place = compoundKey(id, locale)
    const [conflict, review, translated, answered, suggested, error, warning] = await Promise.all([
      translations.count('conflict', place),
      translations.count('state', compoundKey(place, 'needs_review')),
      translations.count('state', compoundKey(place, 'translated')),
      translations.count('revised', place),
      translations.count('suggested', place),
      translations.count('finding', compoundKey(place, 'error')),
      translations.count('finding', compoundKey(place, 'warning')),
    ])
    conflicts += conflict
    suggestions += suggested - conflict
    errors += error
    revised += answered
    unreviewed += review
    if (settings.export === 'approved') unapproved += translated
    warnings += warning
  }
  return { conflicts, unreviewed, unapproved, revised, suggestions, errors, warnings }
}
