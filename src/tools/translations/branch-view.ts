import type { Finding } from '../../l10n/checks/check.ts'
import { inspectText } from '../../l10n/checks/check-text.ts'
import { Pace } from '../../pace.ts'
import type { Frozen } from '../../store/frozen.ts'
import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { isLongCheck } from '../../workers/call-results.ts'
import type { CheckRequest, Computed } from '../../workers/computed.ts'
import type { Reading } from '../call.ts'
import { branchFiles } from '../projects/branches.ts'
import { Checker, questionAsIs } from './checker.ts'
import { carrying } from './sources.ts'
import { TextHistory } from './text-history.ts'
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

/** The unit of an entry in a locale; an empty one where nobody did anything to it. */
export async function unitOf(entry: Entry, locale: string, read: Reader): Promise<Unit> {
  return (await read.translations.by('unit', key(entry.id, locale))) ?? newUnit(entry, locale)
}

/** Entries and units as a branch sees them: with the source that it has, and the text that was made from it, however long ago. */
export class BranchView {
  readonly #read: Reader
  readonly #computed: Computed
  readonly #checker: Checker

  constructor(project: Project, branch: string, { read, computed }: Reading) {
    this.#read = read
    this.#computed = computed
    this.#checker = new Checker(project, branch, read, computed)
  }

  /** @throws Error when there is no such entry, although a branch lists it. */
  async entry(id: string, src: string): Promise<Entry> {
    const entry = await this.#read.entries.get(id)
    if (entry === undefined) throw new Error(`a branch lists the entry ${id}, which is gone`)
    return carrying(entry, src, this.#read)
  }

  async unit(entry: Entry, locale: string, src: string): Promise<Unit> {
    const unit = await unitOf(entry, locale, this.#read)
    return this.recalled(unit, entry, src)
  }

  /** The unit with the text that was made from a source, where that is in its history alone; its findings are those of now. */
  async recalled(unit: Unit, entry: Entry, src: string): Promise<Unit> {
    if (unit.older !== true || unit.texts.some(text => text.src === src)) return unit
    const newest = await new TextHistory(unit.id, src, this.#read).newest()
    if (newest === undefined || newest.state === 'untranslated') return unit
    const { value, state, note, rev, origin, at } = newest
    const rules = await this.#checker.rulesFor(entry, unit.locale)
    const question = questionAsIs({ entry: await carrying(entry, src, this.#read), src, value }, rules)
    const findings = await this.#inspect(question)
    const text = { src, value, state, rev, origin, findings, at, ...(note !== undefined && { note }) }
    return { ...unit, texts: [...unit.texts, text] }
  }

  /** What is short is checked at once: a transaction would begin again behind many of them that were not asked for before it. */
  async #inspect(question: CheckRequest): Promise<readonly Finding[]> {
    return isLongCheck(question) ? (await this.#computed.check(question)).findings : inspectText(question)
  }
}

/** How many entries of the main branch have a text in each state. */
export async function countStates(projectId: string, locale: string, read: Reader) {
  const byState = (state: string): Promise<number> => read.translations.count('state', key(projectId, locale, state))
  const [listed, needs_review, translated, approved] = await Promise.all([
    read.entries.count('listed', projectId),
    byState('needs_review'),
    byState('translated'),
    byState('approved'),
  ])
  return { needs_review, translated, approved, untranslated: listed - needs_review - translated - approved }
}

/** How many units of the main branch wait for a text, and the words of their sources. */
export async function countMain(
  place: { readonly project: string } | { readonly file: string },
  locale: string,
  read: Reader,
): Promise<{ readonly left: number; readonly words: number }> {
  const [open, work, id] =
    'project' in place ? (['open', 'work', place.project] as const) : (['open_file', 'file_work', place.file] as const)
  const { entries, translations } = read
  const [all, touched, waiting] = await Promise.all([
    entries.count(open, id),
    translations.count(open, key(id, locale)),
    translations.count(work, key(id, locale)),
  ])
  const [allWords, touchedWords, waitingWords] = await Promise.all([
    entries.sum(open, id, 'words'),
    translations.sum(open, key(id, locale), 'words'),
    translations.sum(work, key(id, locale), 'words'),
  ])
  return { left: all - touched + waiting, words: allWords - touchedWords + waitingWords }
}

/** How many units wait for a text, by locale; a branch is walked once for all of them. */
export async function countWork(
  project: Project,
  branch: string,
  locales: Iterable<string>,
  reading: Reading,
): Promise<Record<string, number>> {
  const waiting: Record<string, number> = {}
  for (const locale of locales) waiting[locale] = 0
  const asked = Object.keys(waiting)
  if (branch === project.main_branch) {
    for (const locale of asked) waiting[locale] = (await countMain({ project: project.id }, locale, reading.read)).left
    return waiting
  }
  const view = new BranchView(project, branch, reading)
  const pace = new Pace()
  for (const { entryId, src } of await listBranch(project, branch, reading.read)) {
    if (pace.isDue) await pace.rest()
    const entry = await view.entry(entryId, src)
    for (const locale of asked) {
      if (isWork(await view.unit(entry, locale, src), entry, src)) waiting[locale] = (waiting[locale] ?? 0) + 1
    }
  }
  return waiting
}
