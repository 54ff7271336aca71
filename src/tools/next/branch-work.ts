import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { findRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { needsWork } from '../../l10n/translation/staleness.ts'
import { isOutdatedVoice } from '../../l10n/voice/stamp.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import { BranchConflicts } from '../files/conflicts/branch-conflicts.ts'
import { type BranchReader, BranchView, listBranchEntries } from '../translations/branch-view.ts'
import type { Project } from '../translations/records.ts'
import { getVoiceStamp } from '../voice/stamps.ts'
import type { WrittenUnit } from '../work/branch-reach.ts'
import type { Remaining, Waiting } from './next-step.ts'

/** A translation as a branch shows it. */
interface Shown extends WrittenUnit {
  /** Whether the branch's file has another text, which waits for a decision. */
  readonly hasConflict: boolean
}

type Counts = Required<Omit<Waiting, 'reviews'>>

export const NOTHING_WAITING: Counts = {
  conflicts: 0,
  unreviewed: 0,
  unapproved: 0,
  revised: 0,
  suggestions: 0,
  errors: 0,
  warnings: 0,
  outdated: 0,
}

/** Counts what is left in a locale of a branch, one translation at a time. */
export class WorkTally {
  left = 0
  #revise = 0
  readonly #waiting = { ...NOTHING_WAITING }
  readonly #exportsApproved: boolean
  readonly #stamp: string

  /** @param stamp of the present voice of the locale */
  constructor({ settings }: Pick<Project, 'settings'>, stamp: string) {
    this.#exportsApproved = settings.export === 'approved'
    this.#stamp = stamp
  }

  /** Those of `left` for which a reviewer requested changes. */
  get revise(): number {
    return this.#revise
  }

  get waiting(): Counts {
    return this.#waiting
  }

  add({ entry, translation, line, hasConflict }: Shown): void {
    const { text } = shownText(translation, line)
    const request = findRequest(translation, line)
    const isOpen = request !== undefined && request.answered_at === undefined
    const waiting = this.#waiting
    if (needsWork(translation, entry, line)) {
      this.left += 1
      if (isOpen) this.#revise += 1
    }
    if (request !== undefined && !isOpen) waiting.revised += 1
    if (hasConflict) waiting.conflicts += 1
    else if (translation.suggestions.length > 0) waiting.suggestions += 1
    if (text === undefined) return
    if (text.state === 'needs_review') waiting.unreviewed += 1
    if (text.state === 'translated' && this.#exportsApproved) waiting.unapproved += 1
    const levels = new Set(findOpen(text.findings, currentIgnores(translation, line)).map(({ level }) => level))
    if (levels.has('error')) waiting.errors += 1
    if (levels.has('warning')) waiting.warnings += 1
    if (isOutdatedVoice(text, this.#stamp)) waiting.outdated += 1
  }
}

/** Counts what is left on a branch, by locale. Walks the branch once for all locales; the main branch has indexes instead. */
export async function tallyBranch(
  from: BranchReader,
  locales: readonly string[],
): Promise<ReadonlyMap<string, WorkTally>> {
  const { project, branch, read } = from
  const tallies = new Map<string, WorkTally>()
  for (const locale of locales) {
    tallies.set(locale, new WorkTally(project, await getVoiceStamp(project, locale, read)))
  }
  const view = new BranchView(project, branch, from)
  const conflicts = new BranchConflicts(project, branch, read)
  const pace = new Pacer()
  for (const { entryId, line } of await listBranchEntries(project, branch, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await view.getEntry(entryId, line)
    for (const [locale, tally] of tallies) {
      const translation = await view.getTranslation(entry, locale, line)
      const hasConflict = (await conflicts.find(translation, line)) !== undefined
      tally.add({ entry, translation, line, hasConflict })
    }
  }
  return tallies
}

/** Describes what is left of a branch; undefined without a locale. */
export function sumTallies(tallies: ReadonlyMap<string, WorkTally>): Remaining | undefined {
  if (tallies.size === 0) return undefined
  const [locale, first] = [...tallies].find(([, { left }]) => left > 0) ?? []
  if (locale !== undefined && first !== undefined) {
    return { work: { locale, count: first.left, revise: first.revise } }
  }
  const waiting = { ...NOTHING_WAITING }
  const names = Object.keys(waiting) as (keyof typeof waiting)[]
  for (const tally of tallies.values()) for (const name of names) waiting[name] += tally.waiting[name]
  return { work: undefined, waiting }
}
