import { hasSameText } from '../../l10n/translation/revert.ts'
import type { Reader } from '../../store/store.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import type { Revision } from '../translations/text-history.ts'
import { type BatchView, type ChangeFilter, filtersByWriter, matchesFilter } from './change-filter.ts'

/**
 * The revisions of one text of a translation, newest first: changes of its state or request, those that brought it back, and last the one
 * that wrote it.
 */
type PastText = readonly [Revision, ...Revision[]]

const PAGE = 20

/** The texts of a translation for all sources, from a current one back. Reads pages only as far back as they are asked for. */
class TextPast {
  readonly #translation: string
  readonly #read: Pick<Reader, 'revisions'>
  /** Newest first. */
  readonly #known: Revision[] = []
  /** Sources whose texts were gone at this point of the way back. */
  readonly #withdrawn = new Set<string>()
  #after: string | undefined
  #isWhole = false

  constructor(translation: string, read: Pick<Reader, 'revisions'>) {
    this.#translation = translation
    this.#read = read
  }

  /** Returns the text with this revision number. */
  async get(wanted: number): Promise<PastText | undefined> {
    const place = await this.#find(0, ({ rev }) => rev === wanted)
    return place === undefined ? undefined : this.#readText(place)
  }

  /** Returns the text that was there before a revision, which is older than those of earlier calls. */
  async before(revision: Revision): Promise<PastText | undefined> {
    const place = await this.#find(this.#known.indexOf(revision) + 1, ({ state, src }) => {
      if (state === 'untranslated') this.#withdrawn.add(src)
      return !this.#withdrawn.has(src)
    })
    return place === undefined ? undefined : this.#readText(place)
  }

  async #readText(place: number): Promise<PastText | undefined> {
    const newest = await this.#at(place)
    if (newest === undefined) return undefined
    const older: Revision[] = []
    let [one, at]: [Revision, number | undefined] = [newest, place]
    while (at !== undefined) {
      at = await this.#findSameText(one, at)
      const next: Revision | undefined = at === undefined ? undefined : await this.#at(at)
      if (next === undefined) break
      older.push(next)
      one = next
    }
    return [newest, ...older]
  }

  /** Finds the earlier revision with the text of one; undefined if this wrote it. */
  async #findSameText(one: Revision, place: number): Promise<number | undefined> {
    const before = await this.#find(place + 1, ({ src }) => src === one.src)
    const earlier = before === undefined ? undefined : await this.#at(before)
    if (earlier === undefined || hasSameText(one, earlier)) return before
    return one.restores === undefined ? undefined : this.#find(place + 1, ({ id }) => id === one.restores)
  }

  /** Finds the place of the newest revision from a place on. */
  async #find(from: number, fits: (revision: Revision) => boolean): Promise<number | undefined> {
    for (let place = from; ; place += 1) {
      const revision = await this.#at(place)
      if (revision === undefined) return undefined
      if (fits(revision)) return place
    }
  }

  async #at(place: number): Promise<Revision | undefined> {
    while (place >= this.#known.length && !this.#isWhole) {
      const page = await this.#read.revisions.page('translation', this.#translation, {
        limit: PAGE,
        after: this.#after,
      })
      this.#known.push(...page.items)
      this.#after = page.next
      this.#isWhole = page.next === undefined
    }
    return this.#known[place]
  }
}

/** How a current text came about. */
export interface WrittenText {
  /** The newest matching revision that wrote it or brought it back. */
  readonly revision: Revision
  /** The text before all unapproved ones that match; undefined if there was none. */
  readonly was?: Revision | undefined
  /** The last text before it that a user wrote or that was approved. */
  readonly decided?: Revision | undefined
  /** When somebody last decided about what it replaced, or else when that was written. */
  readonly since?: string | undefined
}

/** Finds texts by who wrote them, whatever changed their state since. */
export class WrittenTexts {
  readonly #filter: ChangeFilter | undefined
  readonly #read: Reader
  readonly #batches = new Map<string, BatchView | undefined>()

  /** Without a filter, texts in review match. */
  constructor(filter: ChangeFilter | undefined, read: Reader) {
    this.#filter = filter
    this.#read = read
  }

  /** Finds how a current text came about; undefined if it does not match. */
  async find({ id }: Pick<Translation, 'id'>, { rev }: Pick<TextVersion, 'rev'>): Promise<WrittenText | undefined> {
    const past = new TextPast(id, this.#read)
    const text = await past.get(rev)
    const revision = text && (await this.#findRevision(text))
    if (revision === undefined) return undefined
    let was: PastText | undefined
    let decided: PastText | undefined
    let last = revision
    while (decided === undefined) {
      const older = await past.before(last)
      if (older === undefined) break
      const part = isReplaceable(older, revision) ? await this.#findRevision(older) : undefined
      last = part ?? writtenBy(older)
      if (part !== undefined) continue
      was ??= older
      if (isDecided(older)) decided = older
      else if (isFinishedImport(older)) break
    }
    const replaced = decided ?? was
    return {
      revision,
      was: was?.[0],
      decided: decided?.[0],
      since: replaced && (replaced[0].state === 'approved' ? replaced[0] : writtenBy(replaced)).at,
    }
  }

  /** Finds the newest matching revision that wrote a text, or that sent or restored it again. */
  async #findRevision(text: PastText): Promise<Revision | undefined> {
    const written = writtenBy(text)
    const filter = this.#filter
    if (filter === undefined) return text[0].state === 'needs_review' ? written : undefined
    for (const revision of text) {
      const batch = await this.#loadBatch(revision.batch_id)
      if (batch === undefined || batch.kind === 'push' || !matchesFilter(filter, batch)) continue
      const isSent = revision === written || SENDING.includes(batch.kind)
      if (isSent || (batch.kind === 'revert' && !filtersByWriter(filter))) return revision
    }
    return undefined
  }

  async #loadBatch(id: string): Promise<BatchView | undefined> {
    if (!this.#batches.has(id)) this.#batches.set(id, await this.#read.batches.get(id))
    return this.#batches.get(id)
  }
}

/** Batches in which a writer sends a text, so that the same text again is the writer's, too. */
const SENDING: readonly BatchView['kind'][] = ['submit', 'import', 'run']

const writtenBy = (text: PastText): Revision => text.at(-1) ?? text[0]

/** Whether an older text can be one of those of the same writers; never one of a user or an import before one of an agent. */
const isReplaceable = ([{ src, state, origin }]: PastText, revision: Revision): boolean =>
  src === revision.src &&
  state !== 'approved' &&
  (origin.kind === revision.origin.kind || (origin.kind !== 'human' && origin.kind !== 'import'))

const isDecided = ([{ state, origin }]: PastText): boolean => state === 'approved' || origin.kind === 'human'

const isFinishedImport = ([{ state, origin }]: PastText): boolean =>
  origin.kind === 'import' && state !== 'needs_review'
