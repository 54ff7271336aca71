import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { resolveTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { type RuledTerm, TermBook } from '../../l10n/glossary/term-book.ts'
import type { Syntax } from '../../l10n/message.ts'
import { ParsedMessage } from '../../l10n/parsed-text.ts'
import { Pace } from '../../pace.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { branchFiles } from '../projects/branches.ts'
import { unitOf } from '../translations/branch-view.ts'
import { Checker } from '../translations/checker.ts'
import { sourceOf } from '../translations/sources.ts'
import type { Entry } from '../translations/unit.ts'
import { type Break, brokenText } from './broken-text.ts'
import { glossaryOf, ruledTerms, termsOf } from './glossaries.ts'
import type { Owned } from './guidance-target.ts'
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

/** Most entries that one call reads, and most texts. */
const MOST_ENTRIES = 5000
const MOST_TEXTS = 10_000
const MOST_SHOWN = 10

/** Looks through the main branches for what a change of terms touches; texts are judged only when `withBreaks` is set. */
export async function affectedBy(
  changes: readonly TermChange[],
  owned: Owned,
  withBreaks: boolean,
  read: Reader,
): Promise<Affected> {
  const { projects, more } = await projectsUnder(owned, read)
  const scan = new Scan(changes, owned, withBreaks, read)
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
  readonly #pace = new Pace()
  readonly #changes: readonly TermChange[]
  readonly #owned: Owned
  readonly #withBreaks: boolean
  readonly #read: Reader

  constructor(changes: readonly TermChange[], owned: Owned, withBreaks: boolean, read: Reader) {
    this.#changes = changes
    this.#owned = owned
    this.#withBreaks = withBreaks
    this.#read = read
  }

  async look(project: Frozen<ProjectRecord>): Promise<void> {
    const books = await this.#booksOf(project)
    const checker = new Checker(project, project.main_branch, this.#read, false)
    for (const { held } of await branchFiles(project, project.main_branch, this.#read)) {
      for (const item of held.items) {
        if (this.#entriesRead === MOST_ENTRIES || this.#textsRead >= MOST_TEXTS) {
          this.isCut = true
          return
        }
        this.#entriesRead += 1
        if (this.#pace.isDue) await this.#pace.rest()
        const entry = await this.#read.entries.get(item.entry_id)
        if (entry !== undefined) await this.#judge(entry, item.src, { project, books, checker })
      }
    }
  }

  async #judge(entry: Entry, src: string, { project, books, checker }: Looking): Promise<void> {
    const source = new ParsedMessage(sourceOf(entry, src), entry.syntax as Syntax, project.source_locale)
    const isTouched = books.changed.termsIn(source).length > 0
    if (isTouched) this.entries += 1
    if (!this.#withBreaks || !(isTouched ? books.mayBreak : books.forbids)) return
    for (const locale of project.target_locales) {
      this.#textsRead += 1
      const unit = await unitOf(entry, locale, this.#read)
      const rules = await checker.rulesFor(entry, locale)
      const found = brokenText({ entry, src, unit }, rules, await books.whole())
      if (found === undefined) continue
      this.breaks += 1
      if (this.first.length < MOST_SHOWN) {
        const { account } = this.#owned
        this.first.push({
          ...found,
          ...(this.#owned.project === undefined && { project: `${account.handle}/${project.slug}` }),
        })
      }
    }
  }

  /** The changed terms, without those that a project hides by saying them itself, and on demand all that hold for it before and after. */
  async #booksOf(project: Frozen<ProjectRecord>): Promise<Books> {
    const { ownerId, account } = this.#owned
    const isOwn = project.id === ownerId
    const ruled = async (id: string, terms: readonly Term[]): Promise<readonly RuledTerm[]> => {
      const { policy } = await glossaryOf(id, account.id, this.#read)
      return terms.map(term => ({ ...term, levels: policy }))
    }
    const hidden = new Set(isOwn ? [] : (await termsOf(project.id, this.#read)).map(termKey))
    const changed = this.#changes.flatMap(({ before, after }) => after ?? before ?? [])
    const seen = changed.filter(term => !hidden.has(termKey(term)))
    const makeWhole = async (): Promise<Whole> => {
      const other = isOwn ? account.id : project.id
      const after = await ruled(ownerId, withChanges(await termsOf(ownerId, this.#read), this.#changes))
      const rest = await ruled(other, await termsOf(other, this.#read))
      return {
        before: new TermBook(await ruledTerms(project, this.#read)),
        after: new TermBook(isOwn ? resolveTerms(rest, after) : resolveTerms(after, rest)),
      }
    }
    let whole: Promise<Whole> | undefined
    return {
      changed: new TermBook(await ruled(ownerId, seen)),
      mayBreak: seen.some(mayBreak),
      forbids: seen.some(({ kind }) => kind === 'forbidden'),
      whole: () => (whole ??= makeWhole()),
    }
  }
}

interface Looking {
  readonly project: Frozen<ProjectRecord>
  readonly books: Books
  readonly checker: Checker
}

/** All terms that hold for a project. */
interface Whole {
  readonly before: TermBook
  readonly after: TermBook
}

interface Books {
  readonly changed: TermBook
  /** Whether a changed term can make a text wrong whose source holds it. */
  readonly mayBreak: boolean
  /** Whether a changed term can make any text wrong. */
  readonly forbids: boolean
  readonly whole: () => Promise<Whole>
}

const mayBreak = ({ kind, translations }: Term): boolean =>
  kind !== 'normal' || Object.values(translations).some(({ forbidden = [] }) => forbidden.length > 0)

function withChanges(terms: readonly Term[], changes: readonly TermChange[]): readonly Term[] {
  const all = new Map(terms.map(term => [termKey(term), term]))
  for (const { before, after } of changes) {
    if (after !== null) all.set(termKey(after), after)
    else if (before !== null) all.delete(termKey(before))
  }
  return [...all.values()].sort((a, b) => (termKey(a) < termKey(b) ? -1 : 1))
}
