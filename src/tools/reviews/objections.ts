import { sameMessage } from '../../l10n/message/message.ts'
import { findUserRefusal } from '../../l10n/translation/refusals.ts'
import { findRequest } from '../../l10n/translation/request.ts'
import { compoundKey } from '../../store/records/define.ts'
import { REVIEW_PART_SIZE } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import type { Review, Verdict } from './find-review.ts'

/** A translation with the text that a branch shows. */
interface Shown {
  readonly translation: Translation
  readonly text: TextVersion
  /** Source hash on the branch. */
  readonly src: string
}

interface Fault {
  readonly verdict: Verdict
  /** The revision that was read. */
  readonly revision: string
}

/** What others hold against current translations: faults that reviews found, and changes that users requested. */
export class Objections {
  readonly #read: Reader
  /** Locale and source → faults of its texts, newest first: equal texts are decided together. */
  readonly #faults: ReadonlyMap<string, readonly Fault[]>

  private constructor(faults: ReadonlyMap<string, readonly Fault[]>, read: Reader) {
    this.#faults = faults
    this.#read = read
  }

  /** Loads the faults that the reviews of a project found, without those of one review. */
  static async load(
    { project_id, id }: { readonly project_id: string; readonly id?: Review['id'] },
    { read, computed }: ReadDeps,
  ): Promise<Objections> {
    const pace = computed.pace()
    const verdicts = (await read.review_verdicts.list('fault', project_id)).filter(({ review_id }) => review_id !== id)
    const faults = new Map<string, Fault[]>()
    for (const verdict of verdicts.toSorted((one, other) => (one.at < other.at ? 1 : -1))) {
      if (pace.shouldYield) await pace.yieldNow()
      const { review_id, n } = verdict
      const position = Math.floor((n - 1) / REVIEW_PART_SIZE)
      const part = await read.review_parts.by('position', compoundKey(review_id, position))
      const item = part?.items[(n - 1) % REVIEW_PART_SIZE]
      // Copies have the same text.
      const unit = item?.units[0]
      if (item === undefined || unit === undefined) continue
      const key = compoundKey(item.locale, unit.src)
      const known = faults.get(key)
      const fault = { verdict, revision: unit.revision_id }
      if (known === undefined) faults.set(key, [fault])
      else known.push(fault)
    }
    return new Objections(faults, read)
  }

  /** Whether a translation may have objections: reads nothing. */
  mayHave(shown: Shown): boolean {
    return this.#faults.has(keyOf(shown)) || findRefused(shown) !== undefined
  }

  /** Whether there are objections to exactly this text. */
  async has(shown: Shown): Promise<boolean> {
    if (!this.mayHave(shown)) return false
    return findRefused(shown) !== undefined || (await this.findFaults(shown)).length > 0
  }

  /** Finds the faults of exactly this text, newest first. What only changes its state, as a return does, writes it anew. */
  async findFaults(shown: Shown): Promise<readonly Verdict[]> {
    const found: Verdict[] = []
    for (const { verdict, revision } of this.#faults.get(keyOf(shown)) ?? []) {
      const read = await this.#read.revisions.get(revision)
      if (read !== undefined && sameMessage(read.value, shown.text.value)) found.push(verdict)
    }
    return found
  }
}

const keyOf = ({ translation, src }: Shown): string => compoundKey(translation.locale, src)

/** Finds the user's refusal of exactly this text. */
export const findRefused = ({ translation, text, src }: Shown): ReturnType<typeof findUserRefusal> =>
  findUserRefusal(findRequest(translation, src), text)
