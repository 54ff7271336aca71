import { AppError } from '../../errors.ts'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { resolveTerms, withFallbackTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { TermBook, type TermWithLevels } from '../../l10n/glossary/term-book.ts'
import { messageUnits, type Syntax } from '../../l10n/message/message.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Computation, TermRequest } from '../../workers/computation.ts'
import { listTargetProjects } from '../guidance/affected-texts.ts'
import type { GuidanceTarget } from '../guidance/target.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { listBranchFiles } from '../projects/branches.ts'
import { getTranslation } from '../translations/branch-view.ts'
import { CheckRulesReader, toRecheckRequest } from '../translations/check-rules.ts'
import type { Entry } from '../translations/records.ts'
import {
  type BrokenTranslation,
  findBrokenTranslations,
  type PresentTranslation,
  type TermBooks,
} from './broken-translations.ts'
import { applyPolicy, listTerms, loadGlossary, loadTermBook } from './load.ts'
import { findTerm } from './term-versions.ts'

/** The impact of a change of terms, limited by the search of one call. */
export interface TermImpact {
  /** Entries whose source string contains a changed term. */
  readonly entries: number
  /** Translations that the change would break. */
  readonly breaks: number
  readonly first: readonly BrokenTranslation[]
  /** Whether the search stopped at a limit. */
  readonly more: boolean
}

/** Limits of one search. */
const MAX_ENTRIES = 5000
const MAX_TEXTS = 10_000
/** UTF-16 units of the sources, and of the translations with their sources. */
const MAX_UNITS = 2 * 1024 * 1024
const MAX_BREAKS_SHOWN = 5

/** Searches the main branches for strings that a change of terms affects, and for translations that get new findings. */
export async function measureTermImpact(
  changes: readonly TermChange[],
  owned: GuidanceTarget,
  reading: ReadDeps,
): Promise<TermImpact> {
  const { projects, more } = await listTargetProjects(owned, reading.read)
  const scan = new ImpactScan(changes, owned, reading)
  for (const project of projects) {
    if (!scan.isCut) await scan.scanProject(project)
  }
  return { entries: scan.entries, breaks: scan.breaks, first: scan.first, more: more || scan.isCut }
}

class ImpactScan {
  entries = 0
  breaks = 0
  first: BrokenTranslation[] = []
  isCut = false
  #entriesRead = 0
  #textsRead = 0
  #sourceUnits = 0
  #textUnits = 0
  readonly #pace: Pacer
  readonly #changes: readonly TermChange[]
  readonly #owned: GuidanceTarget
  readonly #read: Reader
  readonly #computed: Computation

  constructor(changes: readonly TermChange[], owned: GuidanceTarget, { read, computed }: ReadDeps) {
    this.#changes = changes
    this.#owned = owned
    this.#read = read
    this.#computed = computed
    this.#pace = computed.pace()
  }

  /** A translation that takes too long to check ends the search but not the call: another user may have written it. */
  async scanProject(project: Project): Promise<void> {
    try {
      await this.#judge(project)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_complex') throw error
      this.isCut = true
    }
  }

  async #judge(project: Project): Promise<void> {
    const books = await this.#loadBooks(project)
    const listed = await this.#listed(project, books.changed)
    const touched = await this.#computed.containTerms(listed.map(({ search }) => search))
    this.entries += touched.filter(isTouched => isTouched).length
    const doubtful = listed.filter((_, at) => (touched[at] === true ? books.mayBreak : books.forbids))
    const texts = await this.#loadTexts(doubtful, project)
    if (texts.length === 0) return
    const found = await findBrokenTranslations(texts, await this.#termsAround(project), this.#computed)
    this.breaks += found.length
    const { account, project: own } = this.#owned
    const name = own === undefined && { project: `${account.handle}/${project.slug}` }
    this.first.push(...found.slice(0, MAX_BREAKS_SHOWN - this.first.length).map(one => ({ ...one, ...name })))
  }

  /** Lists the entries of the main branch in file order, with the terms to search in their sources. */
  async #listed(project: Project, terms: TermBook): Promise<readonly ListedEntry[]> {
    const listed: ListedEntry[] = []
    for (const { branchFile } of await listBranchFiles(project, project.main_branch, this.#read)) {
      for (const { entry_id, src } of branchFile.items) {
        if (this.#entriesRead === MAX_ENTRIES || this.#sourceUnits >= MAX_UNITS) {
          this.isCut = true
          return listed
        }
        this.#entriesRead += 1
        if (this.#pace.shouldYield) await this.#pace.yieldNow()
        const entry = await this.#read.entries.get(entry_id)
        if (entry === undefined) continue
        const source = getSource(entry, src)
        this.#sourceUnits += messageUnits(source)
        const { source_locale: sourceLocale } = project
        const search = { source, syntax: entry.syntax as Syntax, sourceLocale, terms, name: escapeInvisible(entry.key) }
        listed.push({ entry, src, search })
      }
    }
    return listed
  }

  /** The translations of some entries in each locale. */
  async #loadTexts(listed: readonly ListedEntry[], project: Project): Promise<readonly PresentTranslation[]> {
    const checker = new CheckRulesReader(project, project.main_branch, this.#read, this.#computed, false)
    const texts: PresentTranslation[] = []
    for (const { entry, src } of listed) {
      for (const locale of project.target_locales) {
        if (this.#textsRead === MAX_TEXTS || this.#textUnits >= MAX_UNITS) {
          this.isCut = true
          return texts
        }
        this.#textsRead += 1
        if (this.#pace.shouldYield) await this.#pace.yieldNow()
        const translation = await getTranslation(entry, locale, this.#read)
        const text = translation.texts.find(one => one.src === src)
        if (text === undefined) continue
        const question = toRecheckRequest(
          { entry, line: { src }, value: text.value },
          await checker.getRules(entry, locale),
        )
        this.#textUnits += messageUnits(question.source) + messageUnits(question.target)
        texts.push({ entry, translation, text, question })
      }
    }
    return texts
  }

  /** Loads the changed terms, without those that the project overrides with its own. */
  async #loadBooks(project: Project): Promise<ChangedBooks> {
    const { ownerId } = this.#owned
    const seen: Term[] = []
    for (const term of this.#changes.flatMap(({ before, after }) => after ?? before ?? [])) {
      const isHidden = project.id !== ownerId && (await findTerm(project.id, term.term, this.#read)) !== undefined
      if (!isHidden) seen.push(term)
      if (this.#pace.shouldYield) await this.#pace.yieldNow()
    }
    const options = { sourceLocale: project.source_locale }
    return {
      changed: await this.#pace.run(new TermBook(await this.#withLevels(ownerId, seen), options).buildIndex()),
      mayBreak: seen.some(canBreakText),
      forbids: seen.some(({ kind }) => kind === 'forbidden'),
    }
  }

  async #termsAround(project: Project): Promise<TermBooks> {
    const { ownerId, account } = this.#owned
    const isOwn = project.id === ownerId
    const other = isOwn ? account.id : project.id
    const changed = await this.#pace.run(applyChanges(await listTerms(ownerId, this.#read), this.#changes))
    const after = await this.#withLevels(ownerId, changed)
    const rest = await this.#withLevels(other, await listTerms(other, this.#read))
    const resolved = await this.#pace.run(isOwn ? resolveTerms(rest, after) : resolveTerms(after, rest))
    const terms = await this.#pace.run(withFallbackTerms(resolved, project))
    return {
      before: (await loadTermBook(project, this.#read, this.#computed)) ?? new TermBook([]),
      after: await this.#pace.run(new TermBook(terms, { sourceLocale: project.source_locale }).buildIndex()),
    }
  }

  async #withLevels(id: string, terms: readonly Term[]): Promise<readonly TermWithLevels[]> {
    const { policy } = await loadGlossary(id, this.#owned.account.id, this.#read)
    return this.#pace.run(applyPolicy(terms, policy))
  }
}

type Project = Frozen<ProjectRecord>

interface ListedEntry {
  readonly entry: Entry
  readonly src: string
  readonly search: TermRequest
}

interface ChangedBooks {
  readonly changed: TermBook
  /** Whether a changed term can break a translation whose source contains it. */
  readonly mayBreak: boolean
  /** Whether a changed term can break any translation. */
  readonly forbids: boolean
}

const canBreakText = ({ kind, translations }: Term): boolean =>
  kind !== 'normal' ||
  Object.values(translations).some(
    ({ translation, forbidden = [] }) => translation !== undefined || forbidden.length > 0,
  )

/** Applies changes to terms in steps; keeps the order of keys. */
function* applyChanges(terms: readonly Term[], changes: readonly TermChange[]): Generator<void, readonly Term[]> {
  const removed = new Set(
    changes.flatMap(({ before, after }) => (before === null || after !== null ? [] : termKey(before))),
  )
  const kept: Term[] = []
  for (const term of terms) {
    if (removed.size === 0 || !removed.has(termKey(term))) kept.push(term)
    yield
  }
  const changed = new Map(changes.flatMap(({ after }) => (after === null ? [] : [[termKey(after), after] as const])))
  const sorted = [...changed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term)
  return yield* resolveTerms(kept, sorted)
}
