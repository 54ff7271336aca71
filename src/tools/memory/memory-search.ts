import { fallbackChain } from '../../l10n/locales/fallback-chain.ts'
import {
  compareCost,
  normalizeSource,
  SoughtSource,
  type SourceMatch,
  withSyntax,
} from '../../l10n/memory/compare-sources.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { sameMessage } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { memoryPairKey } from '../../store/records/memory.ts'
import type { Reader, RecordsWithText } from '../../store/store.ts'
import type { Entry } from '../translations/records.ts'
import { NeighborFinder, sameNeighbors } from './neighbors.ts'
import { type MemoryUnit, readEntryUnits, readImportedUnits } from './units.ts'

/** In context: the same source string with the same key, or between the same ones. */
export const IN_CONTEXT = 101
/** The same source string. */
export const EXACT = 100
/** The best score of a translation into a fallback of the locale: no engine and no push uses it by itself. */
const MAX_FALLBACK_SCORE = 99

/** What is searched for: a string of the project, or any text. */
export interface Sought {
  readonly source: Frozen<Message>
  readonly syntax?: string | undefined
  /** A string of the project, whose own translation is never found. */
  readonly entry?: Entry | undefined
}

export interface MemoryHit extends SourceMatch {
  readonly unit: MemoryUnit
  /** How many units have the same source and translation. */
  readonly uses: number
  /** The fallback of the sought locale that the translation is in; undefined for the sought locale. */
  readonly locale?: string | undefined
}

/** Whose memory is searched, for whom. */
export interface MemoryScope {
  readonly project: Frozen<ProjectRecord>
  /** The branch of the sought strings; default: main. */
  readonly branch?: string | undefined
  /** Whether the caller may read only because the project is public. The memory is then that of the project. */
  readonly isOutsider: boolean
}

export interface SearchOptions {
  /** 1 to 101. */
  readonly minScore: number
  readonly limit: number
  /** Whether translations into the nearest fallback that has any are found, too: that of the sought string as well. */
  readonly withFallbacks?: boolean
}

/** Similar texts that are compared, of each project. */
const MAX_CANDIDATES = 50
/** Maximum sum of `compareCost`: two texts of 1,000 characters cost a million. */
const MAX_COST = 4_000_000
/** Records that one search reads. */
const MAX_READ = 1_000
/** Equal strings whose neighbors are compared. */
const MAX_NEIGHBORS = 20

/** A text of the memory that is equal or similar to the sought one. */
interface Candidate extends SourceMatch, RecordsWithText {
  readonly isImported: boolean
}

/**
 * Searches the translation memory of an account: the translations of the projects that the caller may read, and imported units. Both are stored elsewhere, so
 * that a text is found as soon as it is written, and no longer than it is there.
 */
export class MemorySearch {
  readonly #scope: MemoryScope
  readonly #read: Reader
  readonly #neighbors: NeighborFinder
  #projects: Promise<readonly string[]> | undefined

  constructor(scope: MemoryScope, read: Reader) {
    this.#scope = scope
    this.#read = read
    this.#neighbors = new NeighborFinder(scope.branch ?? scope.project.main_branch, read)
  }

  /** The best translations for a source string in each locale, best first. */
  async search(
    sought: Sought,
    locales: readonly string[],
    options: SearchOptions,
  ): Promise<ReadonlyMap<string, readonly MemoryHit[]>> {
    const text = normalizeSource(sought.source)
    const found = new Map<string, readonly MemoryHit[]>()
    if (text === '') return found
    const { minScore } = options
    const [ofEntries, ...ofUnits] = await Promise.all([
      this.#compare(text, sought, minScore),
      ...locales.map(locale => this.#compareImported(text, sought, locale, minScore)),
    ])
    for (const [at, locale] of locales.entries()) {
      const own = await this.#resolve([...ofEntries, ...(ofUnits[at] ?? [])], sought, locale, options)
      const others = await this.#searchFallbacks(text, ofEntries, { sought, locale }, options)
      const hits = [...own, ...others.filter(hit => !own.some(one => isSameUnit(one, hit)))]
        .sort((a, b) => this.#order(a, b))
        .slice(0, options.limit)
      if (hits.length > 0) found.set(locale, hits)
    }
    return found
  }

  /** The translations into the nearest fallback of a locale that has any. */
  async #searchFallbacks(
    text: string,
    ofEntries: readonly Candidate[],
    { sought, locale }: { readonly sought: Sought; readonly locale: string },
    { minScore, limit, withFallbacks = false }: SearchOptions,
  ): Promise<readonly MemoryHit[]> {
    if (!withFallbacks || minScore > MAX_FALLBACK_SCORE) return []
    const { entry: _, ...anyString } = sought
    for (const other of fallbackChain(this.#scope.project, locale)) {
      const imported = await this.#compareImported(text, sought, other, minScore)
      const hits = await this.#resolve([...ofEntries, ...imported], anyString, other, { minScore, limit })
      if (hits.length === 0) continue
      return hits.map(hit => ({ ...hit, score: Math.min(hit.score, MAX_FALLBACK_SCORE), locale: other }))
    }
    return []
  }

  /** The best translation of the same source string, in each locale that has one. */
  async findExact(
    sought: Sought,
    locales: readonly string[],
    minScore = EXACT,
  ): Promise<ReadonlyMap<string, MemoryHit>> {
    const found = await this.search(sought, locales, { minScore, limit: 1 })
    return new Map([...found].flatMap(([locale, [hit]]) => (hit === undefined ? [] : [[locale, hit]])))
  }

  async #compare(text: string, { syntax }: Sought, minScore: number): Promise<readonly Candidate[]> {
    this.#projects ??= this.#listProjects()
    const { entries } = this.#read
    return compareWith(entries, await this.#projects, { text, syntax, minScore, isImported: false })
  }

  async #compareImported(
    text: string,
    { syntax }: Sought,
    locale: string,
    minScore: number,
  ): Promise<readonly Candidate[]> {
    const { project, isOutsider } = this.#scope
    if (isOutsider) return []
    const keys = [memoryPairKey(project.account_id, project.source_locale, locale)]
    return compareWith(this.#read.memory_units, keys, { text, syntax, minScore, isImported: true })
  }

  /** The project, and others of its account with the same source locale: whoever is a member of the account may read them all. */
  async #listProjects(): Promise<readonly string[]> {
    const { project, isOutsider } = this.#scope
    if (isOutsider) return [project.id]
    const all = await this.#read.projects.list('account', project.account_id)
    return [
      project.id,
      ...all.flatMap(({ id, source_locale }) =>
        id !== project.id && source_locale === project.source_locale ? [id] : [],
      ),
    ]
  }

  /** Reads the translations of candidates, until enough are found and the rest is worse. */
  async #resolve(
    candidates: readonly Candidate[],
    sought: Sought,
    locale: string,
    { minScore, limit }: SearchOptions,
  ): Promise<readonly MemoryHit[]> {
    const hits: MemoryHit[] = []
    const owners = candidates
      .toSorted((a, b) => b.score - a.score)
      .flatMap(({ ids, text, ...match }) => ids.map(id => ({ id, text, ...match })))
    let compared = 0
    for (let from = 0; from < Math.min(owners.length, MAX_READ); ) {
      const some = takeAlike(owners, from)
      const found = await (some[0]?.isImported === true
        ? readImportedUnits(some, this.#read)
        : readEntryUnits(some, locale, this.#read))
      for (const { owner, units } of found) {
        for (const unit of units) {
          if (unit.entry !== undefined && unit.entry.id === sought.entry?.id) continue
          const match = withSyntax(owner, sought.syntax, unit)
          const isExact = match.score === EXACT && compared < MAX_NEIGHBORS
          const isInContext = isExact && (await this.#isInContext(unit, sought, () => (compared += 1)))
          const score = isInContext ? IN_CONTEXT : match.score
          if (score >= minScore) addHit(hits, { unit, score, differs: match.differs, uses: 1 })
        }
      }
      from += some.length
      if (hits.length >= limit && owners[from]?.score !== some.at(-1)?.score) break
    }
    return hits.sort((a, b) => this.#order(a, b)).slice(0, limit)
  }

  async #isInContext(unit: MemoryUnit, { entry }: Sought, onCompared: () => void): Promise<boolean> {
    if (entry === undefined) return false
    const { entry: other, imported } = unit
    const context = other === undefined ? undefined : other.context
    const isSameKey = (other ?? imported)?.key === entry.key || (context ?? '') !== ''
    if (context === entry.context && isSameKey) return true
    onCompared()
    const own = await this.#neighbors.ofSought(entry)
    if (other !== undefined) return sameNeighbors(own, await this.#neighbors.ofFound(other))
    const { previous, next } = imported ?? {}
    return sameNeighbors(own, { previous: previous && normalizeSource(previous), next: next && normalizeSource(next) })
  }

  /** Better scores first, then the sought locale, then of this project, then approved, then the newest. */
  #order(one: MemoryHit, other: MemoryHit): number {
    const isOwn = ({ unit }: MemoryHit): number => (unit.entry?.project_id === this.#scope.project.id ? 1 : 0)
    const isSought = ({ locale }: MemoryHit): number => (locale === undefined ? 1 : 0)
    const isApproved = ({ unit }: MemoryHit): number => (unit.state === 'approved' ? 1 : 0)
    return (
      other.score - one.score ||
      isSought(other) - isSought(one) ||
      isOwn(other) - isOwn(one) ||
      isApproved(other) - isApproved(one) ||
      (one.unit.at < other.unit.at ? 1 : -1)
    )
  }
}

/** Records that are read at a time: few first, because most searches need no more. */
const FIRST_READ = 10
const NEXT_READ = 100

/** The next owners that are read in the same way. */
function takeAlike<O extends { readonly isImported: boolean }>(owners: readonly O[], from: number): readonly O[] {
  const some = owners.slice(from, from + (from === 0 ? FIRST_READ : NEXT_READ))
  const end = some.findIndex(({ isImported }) => isImported !== some[0]?.isImported)
  return end < 0 ? some : some.slice(0, end)
}

interface Compared {
  readonly text: string
  readonly syntax: string | undefined
  readonly minScore: number
  readonly isImported: boolean
}

/** Finds the records of a collection whose source is the text, or similar to it. */
async function compareWith(
  records:
    | Pick<Reader['entries'], 'findText' | 'findSimilar'>
    | Pick<Reader['memory_units'], 'findText' | 'findSimilar'>,
  keys: readonly string[],
  compared: Compared,
): Promise<readonly Candidate[]> {
  const { text, minScore, isImported } = compared
  const similarity = minScore / 100
  const [equal, similar] = await Promise.all([
    records.findText('source', keys, text),
    minScore >= EXACT ? [] : records.findSimilar('source', keys, text, { similarity, limit: MAX_CANDIDATES }),
  ])
  const exact = equal.map(one => ({ ...one, score: EXACT, differs: [], isImported }))
  return minScore >= EXACT ? exact : [...exact, ...toSimilar(similar, compared)]
}

/** Compares similar texts, those of the first project first, as long as there is time. */
function toSimilar(
  found: readonly RecordsWithText[],
  { text, syntax = 'plain', minScore, isImported }: Compared,
): readonly Candidate[] {
  const similar: Candidate[] = []
  const sought = new SoughtSource(text, syntax as Syntax)
  let cost = 0
  for (const one of found) {
    if (one.text === text) continue
    cost += compareCost(one.text, text)
    if (cost > MAX_COST) break
    const match = sought.compare(one.text, minScore)
    if (match !== undefined && match.score >= minScore) similar.push({ ...one, ...match, isImported })
  }
  return similar
}

/** Adds a hit. Of equal ones, the better is kept, and counts the uses of both. */
function addHit(hits: MemoryHit[], hit: MemoryHit): void {
  const at = hits.findIndex(one => isSameUnit(one, hit))
  const known = hits[at]
  if (known === undefined) hits.push(hit)
  else hits[at] = { ...(hit.score > known.score ? hit : known), uses: known.uses + 1 }
}

const isSameUnit = ({ unit: one }: MemoryHit, { unit: other }: MemoryHit): boolean =>
  sameMessage(one.source, other.source) && sameMessage(one.target, other.target)
