import { getOrAdd } from '../../l10n/groups.ts'
import { type Message, sameMessage } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Actor, Actors } from '../translations/actors.ts'
import type { Entry } from '../translations/records.ts'
import { type Revision, TextHistory } from '../translations/text-history.ts'
import type { BatchView } from './change-filter.ts'

/** A revision in a listing. `by` changed it; `origin` is the kind of its translation's author. */
export interface RevisionRow {
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly rev: number
  readonly state: Revision['state']
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  /** The previous translation, if it differs. */
  readonly was?: Frozen<Message>
  readonly origin?: string
  readonly by?: Actor
  readonly at?: string
  readonly batch?: string
  readonly current: boolean
  /** The newest review in which somebody decided about it. */
  readonly review?: { readonly id: string; readonly verdict: string }
}

/** Reviews in the row of a batch. */
const MAX_REVIEWS = 10

/** Longest translation that is shown in full by default, in UTF-16 units. */
const MAX_SHORT_LENGTH = 200

interface RowOptions {
  readonly actors: Actors
  /** Whether to show long translations in full. */
  readonly full: boolean
  /** Readers of a public project see no notes. */
  readonly isOutsider: boolean
}

/** Builds the rows of a listing, and reads shared records once. */
export class ChangeRowBuilder {
  readonly #read: Reader
  readonly #actors: Actors
  readonly #full: boolean
  readonly #isOutsider: boolean
  readonly #histories = new Map<string, TextHistory>()
  readonly #entries = new Map<string, Promise<Entry | undefined>>()
  readonly #batches = new Map<string, Promise<BatchView | undefined>>()

  constructor(read: Reader, { actors, full, isOutsider }: RowOptions) {
    this.#read = read
    this.#actors = actors
    this.#full = full
    this.#isOutsider = isOutsider
  }

  async getBatch({ batch_id }: Revision): Promise<BatchView> {
    const batch = await getOrAdd(this.#batches, batch_id, () => this.#read.batches.get(batch_id))
    if (batch === undefined) throw new Error(`there is no batch ${batch_id}`)
    return batch
  }

  async toBatchRow(batch: BatchView) {
    const { id, at, kind, origin, entry_id, counts, locales, note, review_id, written } = batch
    const { items: reviews } = await this.#read.reviews.page('batch', id, { limit: MAX_REVIEWS })
    const entry = entry_id === undefined ? undefined : await this.#loadEntry(entry_id)
    const [locale] = locales ?? []
    // The batch is written with the first translations of a run, which counts on.
    const ofRun = origin.run_id === undefined ? undefined : (await this.#read.runs.get(origin.run_id))?.counts
    return {
      batch: id,
      at,
      kind,
      by: await this.#actors.describe(origin),
      // The string of an annotation, and its locale.
      ...(entry !== undefined && { id: entry.short, key: escapeInvisible(entry.key) }),
      ...(entry !== undefined && locale !== undefined && { locale }),
      counts: Object.fromEntries(
        Object.entries(ofRun ?? counts).filter(([name, count]) => count > 0 && name !== 'total'),
      ),
      // Translations that it wrote where there was none, and over another one.
      ...(written !== undefined && { written }),
      ...(note !== undefined && !this.#isOutsider && { note: escapeInvisible(note) }),
      ...(reviews.length > 0 && { reviews: reviews.map(({ id: review, state }) => ({ id: review, state })) }),
      ...(review_id !== undefined && { ends_review: review_id }),
    }
  }

  /** `isAlone`: whether all rows are of one batch, which the answer shows once. */
  async toRevisionRow(revision: Revision, isAlone: boolean): Promise<RevisionRow> {
    const { entry_id, locale, rev, state, value, origin } = revision
    const history = this.#getHistory(revision)
    const newest = await history.newest()
    const before = await history.before(revision)
    const entry = await this.#loadEntry(entry_id)
    const was = before === undefined || before.state === 'untranslated' ? undefined : before.value
    const batch = isAlone ? undefined : await this.getBatch(revision)
    return {
      id: entry?.short ?? '',
      key: escapeInvisible(entry?.key ?? ''),
      locale,
      rev,
      state,
      ...(state !== 'untranslated' && this.#toValueFields(value)),
      ...(was !== undefined && !sameMessage(was, value) && { was: this.#shortened(was) }),
      ...(state !== 'untranslated' && { origin: origin.kind }),
      ...(batch !== undefined && { by: await this.#actors.describe(batch.origin), at: revision.at, batch: batch.id }),
      current: newest?.id === revision.id,
      ...(await this.#findVerdict(revision)),
    }
  }

  async #findVerdict({ id }: Revision): Promise<Pick<RevisionRow, 'review'>> {
    const verdicts = await this.#read.review_verdicts.list('revision', id)
    const [newest] = [...verdicts].sort((one, other) => (one.at < other.at ? 1 : -1))
    if (newest === undefined) return {}
    return { review: { id: newest.review_id, verdict: newest.verdict ?? 'taken_out' } }
  }

  #getHistory({ translation_id, src }: Revision): TextHistory {
    const make = () => new TextHistory(translation_id, src, this.#read)
    return getOrAdd(this.#histories, `${translation_id} ${src}`, make)
  }

  #loadEntry(id: string): Promise<Entry | undefined> {
    return getOrAdd(this.#entries, id, () => this.#read.entries.get(id))
  }

  #toValueFields(value: Frozen<Message>): Pick<RevisionRow, 'text' | 'forms'> {
    const short = this.#shortened(value)
    return typeof short === 'string' ? { text: short } : { forms: short }
  }

  #shortened(value: Frozen<Message>): Frozen<Message> {
    if (this.#full) return value
    if (typeof value === 'string') return truncate(value)
    return Object.fromEntries(Object.entries(value).map(([name, form]) => [name, truncate(form)]))
  }
}

/** Never splits a surrogate pair. */
const truncate = (text: string): string => {
  if (text.length <= MAX_SHORT_LENGTH) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(MAX_SHORT_LENGTH - 1)) ? MAX_SHORT_LENGTH - 1 : MAX_SHORT_LENGTH
  return `${text.slice(0, end)}…`
}
