import type { Finding } from '../../l10n/checks/check.ts'
import { inspectText } from '../../l10n/checks/check-text.ts'
import { recallText } from '../../l10n/translation/revert.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { newTranslation } from '../../l10n/translation/state.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { isLongCheck } from '../../workers/call-computation.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { listBranchFiles } from '../projects/branches.ts'
import { CheckRulesReader, toRecheckRequest } from './check-rules.ts'
import type { Entry, Project, Translation } from './records.ts'
import { withCarriedSource } from './sources.ts'
import { TextHistory } from './text-history.ts'

/** A branch of a project, and what reads it. */
export interface BranchReader extends ReadDeps {
  readonly project: Project
  readonly branch: string
}

/** An entry as a branch lists it: with the branch's key and source. */
export interface ListedBranchEntry {
  readonly key: string
  readonly file: string
  readonly line: SourceLine
  readonly entryId: string
}

/** All entries that a branch lists, in the order of its files. The cost grows with the branch; the main branch has indexes instead. */
export async function listBranchEntries(
  project: Project,
  branch: string,
  read: Reader,
): Promise<readonly ListedBranchEntry[]> {
  const files = await listBranchFiles(project, branch, read)
  return files.flatMap(({ file, branchFile }) =>
    branchFile.items.map(item => ({ key: item.key, file: file.path, line: item, entryId: item.entry_id })),
  )
}

/** The translation of an entry, or a new one. */
export async function getTranslation(entry: Entry, locale: string, read: Reader): Promise<Translation> {
  return (await read.translations.by('unit', compoundKey(entry.id, locale))) ?? newTranslation(entry, locale)
}

/** Entries and translations as a branch sees them: with its source, and the text for that source, however old. */
export class BranchView {
  readonly #read: Reader
  readonly #computed: Computation
  readonly #checker: CheckRulesReader

  constructor(project: Project, branch: string, { read, computed }: ReadDeps) {
    this.#read = read
    this.#computed = computed
    this.#checker = new CheckRulesReader(project, branch, read, computed)
  }

  /** @throws Error when a branch lists an entry that does not exist. */
  async getEntry(id: string, { src }: SourceLine): Promise<Entry> {
    const entry = await this.#read.entries.get(id)
    if (entry === undefined) throw new Error(`a branch lists the entry ${id}, which is gone`)
    return withCarriedSource(entry, src, this.#read)
  }

  async getTranslation(entry: Entry, locale: string, line: SourceLine): Promise<Translation> {
    const translation = await getTranslation(entry, locale, this.#read)
    return this.recallText(translation, entry, line)
  }

  /** A stored translation with the text that the branch shows. Most need no entry for that. */
  async recall(stored: Translation, line: SourceLine): Promise<Translation> {
    return stored.older === true ? this.recallText(stored, await this.getEntry(stored.entry_id, line), line) : stored
  }

  /** The translation with the text that the branch shows, restored from the history if needed and checked again. */
  async recallText(translation: Translation, entry: Entry, line: SourceLine): Promise<Translation> {
    if (translation.older !== true || translation.texts.some(text => text.src === line.src)) return translation
    const recalled = await this.#recallOf(translation, entry, line.src)
    if (recalled !== undefined || shownText(translation, line).text !== undefined) return recalled ?? translation
    for (const src of line.earlier ?? []) {
      const earlier = await this.#recallOf(translation, entry, src)
      if (earlier !== undefined) return earlier
    }
    return translation
  }

  async #recallOf(translation: Translation, entry: Entry, src: string): Promise<Translation | undefined> {
    const newest = await new TextHistory(translation.id, src, this.#read).newest()
    if (newest === undefined || newest.state === 'untranslated') return undefined
    const { value, state, rev, at } = newest
    const rules = await this.#checker.getRules(entry, translation.locale)
    const question = toRecheckRequest(
      { entry: await withCarriedSource(entry, src, this.#read), line: { src }, value },
      rules,
    )
    const findings = await this.#inspect(question)
    const text = { ...recallText(newest), src, state, rev, findings, at }
    return { ...translation, texts: [...translation.texts, text] }
  }

  /** Checks short texts at once: in a transaction, each unprepared check on a thread would restart it. */
  async #inspect(question: CheckRequest): Promise<readonly Finding[]> {
    return isLongCheck(question) ? (await this.#computed.check(question)).findings : inspectText(question)
  }
}

/** How many strings of the main branch are in each state. */
export async function countStates(projectId: string, locale: string, read: Pick<Reader, 'entries' | 'translations'>) {
  const byState = (state: string): Promise<number> =>
    read.translations.count('state', compoundKey(projectId, locale, state))
  const [listed, needs_review, translated, approved] = await Promise.all([
    read.entries.count('listed', projectId),
    byState('needs_review'),
    byState('translated'),
    byState('approved'),
  ])
  return { needs_review, translated, approved, untranslated: listed - needs_review - translated - approved }
}

/** How many translations of the main branch need work, and the words of their sources. */
export async function countMainWork(
  place: { readonly project: string } | { readonly file: string },
  locale: string,
  read: Reader,
): Promise<{ readonly left: number; readonly words: number }> {
  const [open, work, id] =
    'project' in place ? (['open', 'work', place.project] as const) : (['open_file', 'file_work', place.file] as const)
  const { entries, translations } = read
  const [all, touched, waiting] = await Promise.all([
    entries.count(open, id),
    translations.count(open, compoundKey(id, locale)),
    translations.count(work, compoundKey(id, locale)),
  ])
  const [allWords, touchedWords, waitingWords] = await Promise.all([
    entries.sum(open, id, 'words'),
    translations.sum(open, compoundKey(id, locale), 'words'),
    translations.sum(work, compoundKey(id, locale), 'words'),
  ])
  return { left: all - touched + waiting, words: allWords - touchedWords + waitingWords }
}
