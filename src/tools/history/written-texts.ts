import type { Reader } from '../../store/store.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import type { Revision } from '../translations/text-history.ts'
import { type BatchView, type ChangeFilter, filtersByWriter, matchesFilter } from './change-filter.ts'
import { type PastText, TextPast } from './text-past.ts'

/** How a current text came about. */
export interface WrittenText {
  /** The newest matching revision that wrote it or brought it back. */
  readonly made: Revision
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
    const made = text && (await this.#findMade(text))
    if (made === undefined) return undefined
    let was: PastText | undefined
    let decided: PastText | undefined
    let last = made
    while (decided === undefined) {
      const older = await past.before(last)
      if (older === undefined) break
      const part = isReplaceable(older, made) ? await this.#findMade(older) : undefined
      last = part ?? writtenBy(older)
      if (part !== undefined) continue
      was ??= older
      if (isDecided(older)) decided = older
      else if (isFinishedImport(older)) break
    }
    const replaced = decided ?? was
    return {
      made,
      was: was?.[0],
      decided: decided?.[0],
      since: replaced && (replaced[0].state === 'approved' ? replaced[0] : writtenBy(replaced)).at,
    }
  }

  /** Finds the newest matching revision that wrote a text, or that sent or restored it again. */
  async #findMade(text: PastText): Promise<Revision | undefined> {
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
const isReplaceable = ([{ src, state, origin }]: PastText, made: Revision): boolean =>
  src === made.src &&
  state !== 'approved' &&
  (origin.kind === made.origin.kind || (origin.kind !== 'human' && origin.kind !== 'import'))

const isDecided = ([{ state, origin }]: PastText): boolean => state === 'approved' || origin.kind === 'human'

const isFinishedImport = ([{ state, origin }]: PastText): boolean =>
  origin.kind === 'import' && state !== 'needs_review'
