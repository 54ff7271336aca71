import { AppError } from '../../errors.ts'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { resolveTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { type RuledTerm, TermBook } from '../../l10n/glossary/term-book.ts'
import { messageUnits, type Syntax } from '../../l10n/message.ts'
import type { Pace } from '../../pace.ts'
import { shown } from '../../shown.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Computed, TermRequest } from '../../workers/computed.ts'
import type { Reading } from '../call.ts'
import { branchFiles } from '../projects/branches.ts'
import { unitOf } from '../translations/branch-view.ts'
import { Checker, questionAsIs } from '../translations/checker.ts'
import { sourceOf } from '../translations/sources.ts'
import type { Entry } from '../translations/unit.ts'
import { type Break, brokenTexts, type PresentText, type TermsAround } from './broken-text.ts'
import { glossaryOf, ruledTerms, termBook, termsOf } from './glossaries.ts'
import type { Owned } from './guidance-target.ts'
import { storedTerm } from './keep-terms.ts'
import { projectsUnder } from './texts-under.ts'

/** What a change of terms touches, as far as one call looks. */
export interface Affected {
  /** Entries whose source holds a changed term. */
  readonly entries: number
  /** Texts that were right before and would be wrong after. */
  readonly breaks: number
  readonly first: readonly Break[]
  /** Whether there is more than was looked at. */
  readonly more: boolean
}

/** What one call looks at, at most. */
const MAX_ENTRIES = 5000
const MAX_TEXTS = 10_000
/** UTF-16 units of the sources, and of the texts with their sources. */
const MAX_UNITS = 2 * 1024 * 1024
const MAX_SHOWN = 10

/** Looks through the main branches for what a change of terms touches; texts are judged only when `withBreaks` is set. */
export async function affectedBy(
  changes: readonly TermChange[],
  owned: Owned,
  withBreaks: boolean,
  reading: Reading,
): Promise<Affected> {
  const { projects, more } = await projectsUnder(owned, reading.read)
  const scan = new Scan(changes, owned, withBreaks, reading)
  for (const project of projects) {
    if (!scan.isCut) await scan.look(project)
  }
  return { entries: scan.entries, breaks: scan.breaks, first: scan.first, more: more || scan.isCut }
}

class Scan {
  entries = 0
  breaks = 0
  first: Break[] = []
  isCut = false
  #entriesRead = 0
  #textsRead = 0
  #sourceUnits = 0
  #textUnits = 0
  readonly #pace: Pace
  readonly #changes: readonly TermChange[]
  readonly #owned: Owned
  readonly #withBreaks: boolean
  readonly #read: Reader
  readonly #computed: Computed

  constructor(changes: readonly TermChange[], owned: Owned, withBreaks: boolean, { read, computed }: Reading) {
    this.#changes = changes
    this.#owned = owned
    this.#withBreaks = withBreaks
    this.#read = read
    this.#computed = computed
    this.#pace = computed.pace()
  }

  /** A text that takes too long to judge ends the search, and not the call: it may be somebody else's. */
  async look(project: Project): Promise<void> {
    try {
      await this.#judge(project)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_complex') throw error
      this.isCut = true
    }
  }

  async #judge(project: Project): Promise<void> {
    const books = await this.#booksOf(project)
    const listed = await this.#listed(project, books.changed)
    const touched = await this.#computed.findTerms(listed.map(({ search }) => search))
    this.entries += touched.filter(isTouched => isTouched).length
    if (!this.#withBreaks) return
    const doubtful = listed.filter((_, at) => (touched[at] === true ? books.mayBreak : books.forbids))
    const texts = await this.#textsOf(doubtful, project)
    if (texts.length === 0) return
    const found = await brokenTexts(texts, await this.#termsAround(project), this.#computed)
    this.breaks += found.length
    const { account, project: own } = this.#owned
    const name = own === undefined && { project: `${account.handle}/${project.slug}` }
    this.first.push(...found.slice(0, MAX_SHOWN - this.first.length).map(one => ({ ...one, ...name })))
  }

  /** The entries of the main branch, in the order of its files, and what is looked for in their sources. */
  async #listed(project: Project, terms: TermBook): Promise<readonly Listed[]> {
    const listed: Listed[] = []
    for (const { held } of await branchFiles(project, project.main_branch, this.#read)) {
      for (const { entry_id, src } of held.items) {
        if (this.#entriesRead === MAX_ENTRIES || this.#sourceUnits >= MAX_UNITS) {
          this.isCut = true
          return listed
        }
        this.#entriesRead += 1
        if (this.#pace.isDue) await this.#pace.rest()
        const entry = await this.#read.entries.get(entry_id)
        if (entry === undefined) continue
        const source = sourceOf(entry, src)
        this.#sourceUnits += messageUnits(source)
        const { source_locale: sourceLocale } = project
        const search = { source, syntax: entry.syntax as Syntax, sourceLocale, terms, name: shown(entry.key) }
        listed.push({ entry, src, search })
      }
    }
    return listed
  }

  /** What some entries have for their sources in each locale. */
  async #textsOf(listed: readonly Listed[], project: Project): Promise<readonly PresentText[]> {
    const checker = new Checker(project, project.main_branch, this.#read, this.#computed, false)
    const texts: PresentText[] = []
    for (const { entry, src } of listed) {
      for (const locale of project.target_locales) {
        if (this.#textsRead === MAX_TEXTS || this.#textUnits >= MAX_UNITS) {
          this.isCut = true
          return texts
        }
        this.#textsRead += 1
        if (this.#pace.isDue) await this.#pace.rest()
        const unit = await unitOf(entry, locale, this.#read)
        const text = unit.texts.find(one => one.src === src)
        if (text === undefined) continue
        const question = questionAsIs({ entry, src, value: text.value }, await checker.rulesFor(entry, locale))
        this.#textUnits += messageUnits(question.source) + messageUnits(question.target)
        texts.push({ entry, unit, question })
      }
    }
    return texts
  }

  /** The changed terms, without those that a project hides by saying them itself. */
  async #booksOf(project: Project): Promise<Books> {
    const { ownerId } = this.#owned
    const seen: Term[] = []
    for (const term of this.#changes.flatMap(({ before, after }) => after ?? before ?? [])) {
      const isHidden = project.id !== ownerId && (await storedTerm(project.id, term.term, this.#read)) !== undefined
      if (!isHidden) seen.push(term)
      if (this.#pace.isDue) await this.#pace.rest()
    }
    return {
      changed: await this.#pace.run(new TermBook(await this.#ruled(ownerId, seen)).index()),
      mayBreak: seen.some(mayBreak),
      forbids: seen.some(({ kind }) => kind === 'forbidden'),
    }
  }

  async #termsAround(project: Project): Promise<TermsAround> {
    const { ownerId, account } = this.#owned
    const isOwn = project.id === ownerId
    const other = isOwn ? account.id : project.id
    const changed = await this.#pace.run(withChanges(await termsOf(ownerId, this.#read), this.#changes))
    const after = await this.#ruled(ownerId, changed)
    const rest = await this.#ruled(other, await termsOf(other, this.#read))
    const terms = await this.#pace.run(isOwn ? resolveTerms(rest, after) : resolveTerms(after, rest))
    return {
      before: (await termBook(project, this.#read, this.#computed)) ?? new TermBook([]),
      after: await this.#pace.run(new TermBook(terms).index()),
    }
  }

  async #ruled(id: string, terms: readonly Term[]): Promise<readonly RuledTerm[]> {
    const { policy } = await glossaryOf(id, this.#owned.account.id, this.#read)
    return this.#pace.run(ruledTerms(terms, policy))
  }
}

type Project = Frozen<ProjectRecord>

interface Listed {
  readonly entry: Entry
  readonly src: string
  readonly search: TermRequest
}

interface Books {
  readonly changed: TermBook
  /** Whether a changed term can make a text wrong whose source holds it. */
  readonly mayBreak: boolean
  /** Whether a changed term can make any text wrong. */
  readonly forbids: boolean
}

const mayBreak = ({ kind, translations }: Term): boolean =>
  kind !== 'normal' || Object.values(translations).some(({ forbidden = [] }) => forbidden.length > 0)

/** The steps of changing terms; they stay in the order of their keys. */
function* withChanges(terms: readonly Term[], changes: readonly TermChange[]): Generator<void, readonly Term[]> {
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
