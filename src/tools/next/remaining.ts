import { needsWork } from '../../l10n/translation/staleness.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { type BranchReader, BranchView, countMainWork } from '../translations/branch-view.ts'
import type { Project } from '../translations/records.ts'
import { countOutdatedTexts, getVoiceStamp } from '../voice/stamps.ts'
import type { WrittenUnit } from '../work/branch-reach.ts'
import { NOTHING_WAITING, sumTallies, tallyBranch } from './branch-work.ts'
import type { Remaining, Waiting, WorkLeft } from './next-step.ts'

/** Counts by locale how many more strings a dry run would leave to translate than there are; negative for fewer. A later unit replaces an earlier one. */
async function countWorkChanges(
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

/** What is left on a branch, for the answer of a call. */
interface WorkSurvey {
  /** Strings to translate, by locale. */
  readonly left: Record<string, number>
  /** Undefined without a locale. */
  readonly remaining: Remaining | undefined
}

/**
 * Counts what is left in some locales of a branch: from sizes of indexes, or on branches other than main by one walk.
 * @param planned what a dry run would write
 */
export async function surveyWork(
  from: BranchReader,
  locales: Iterable<string>,
  planned: readonly WrittenUnit[] = [],
): Promise<WorkSurvey> {
  const { project, branch, read } = from
  const changes = await countWorkChanges(planned, new BranchView(project, branch, from))
  const distinct = [...new Set(locales)]
  if (branch !== project.main_branch) {
    const tallies = await tallyBranch(from, distinct)
    const left = Object.fromEntries(
      [...tallies].map(([locale, tally]) => [locale, tally.left + (changes.get(locale) ?? 0)]),
    )
    return { left, remaining: sumTallies(tallies) }
  }
  const left: Record<string, number> = {}
  for (const locale of distinct) {
    const { left: count } = await countMainWork({ project: project.id }, locale, read)
    left[locale] = count + (changes.get(locale) ?? 0)
  }
  return { left, remaining: await findMainRemaining(project, left, read) }
}

/**
 * Describes what is left of the main branch, from sizes of indexes.
 * @param left strings to translate, by locale
 * @returns undefined without a locale
 */
export async function findMainRemaining(
  project: Project,
  left: Readonly<Record<string, number>>,
  read: Reader,
): Promise<Remaining | undefined> {
  if (Object.keys(left).length === 0) return undefined
  const [locale, count] = Object.entries(left).find(([, number]) => number > 0) ?? []
  if (locale !== undefined) {
    const revise = await read.translations.count('revise', compoundKey(project.id, locale))
    const work: WorkLeft = { locale, count, revise }
    return { work }
  }
  const other = await findOtherWork(project, left, read)
  return {
    work: undefined,
    waiting: await countWaiting(project, Object.keys(left), read),
    other: other && { ...other, than: listLocales(Object.keys(left)) },
  }
}

/** Finds the first other locale of the project with strings to translate. */
async function findOtherWork(
  { id, target_locales: locales }: Project,
  known: Readonly<Record<string, number>>,
  read: Reader,
): Promise<{ readonly locale: string; readonly count: number } | undefined> {
  for (const locale of locales) {
    if (Object.hasOwn(known, locale)) continue
    const { left: count } = await countMainWork({ project: id }, locale, read)
    if (count > 0) return { locale, count }
  }
  return undefined
}

/** Locales that a sentence names. */
const MAX_LOCALES = 3
const listLocales = (locales: readonly string[]): string =>
  locales.length > MAX_LOCALES ? 'these locales' : locales.join(', ')

async function countWaiting(project: Project, locales: readonly string[], read: Reader): Promise<Waiting> {
  const { id, main_branch, settings } = project
  const { translations, reviews } = read
  const sums = { ...NOTHING_WAITING }
  for (const locale of locales) {
    const place = compoundKey(id, locale)
    const [conflict, review, translated, answered, suggested, error, warning] = await Promise.all([
      translations.count('conflict', compoundKey(place, main_branch)),
      translations.count('state', compoundKey(place, 'needs_review')),
      translations.count('state', compoundKey(place, 'translated')),
      translations.count('revised', place),
      translations.count('suggested', place),
      translations.count('finding', compoundKey(place, 'error')),
      translations.count('finding', compoundKey(place, 'warning')),
    ])
    sums.conflicts += conflict
    sums.suggestions += suggested - conflict
    sums.errors += error
    sums.revised += answered
    sums.unreviewed += review
    if (settings.export === 'approved') sums.unapproved += translated
    sums.warnings += warning
    sums.outdated += await countOutdatedTexts(id, locale, await getVoiceStamp(project, locale, read), read)
  }
  return { reviews: await reviews.count('state', compoundKey(id, 'open')), ...sums }
}
