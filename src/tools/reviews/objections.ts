import { sameMessage } from '../../l10n/message/message.ts'
import { findUserRefusal } from '../../l10n/translation/refusals.ts'
import { findRequest } from '../../l10n/translation/request.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import type { Review, Verdict } from './find-review.ts'

interface Scope {
  readonly project_id: string
  /** The review whose own verdicts are no objections. */
  readonly id?: Review['id']
}

/** A translation with the text that a branch shows. */
interface Shown {
  readonly translation: Translation
  readonly text: TextVersion
  /** Source hash on the branch. */
  readonly line: SourceLine
}

/** What others hold against current translations: faults that reviews found, and changes that users requested. */
export class Objections {
  readonly #scope: Scope
  readonly #read: Reader
  readonly #hasFaults: boolean

  private constructor(scope: Scope, read: Reader, hasFaults: boolean) {
    this.#scope = scope
    this.#read = read
    this.#hasFaults = hasFaults
  }

  /** Prepares to ask about translations of a project. */
  static async open(scope: Scope, read: Reader): Promise<Objections> {
    return new Objections(scope, read, (await read.review_verdicts.count('project_fault', scope.project_id)) > 0)
  }

  /** Finds the translations, of up to 1,000, that may have objections: of those without a request, only keys are looked up. */
  async findDoubtful<T extends Shown>(all: readonly T[]): Promise<readonly T[]> {
    const counts = this.#hasFaults
      ? await this.#read.review_verdicts.countEach(
          'fault',
          all.map(shown => this.#keyOf(shown)),
        )
      : []
    return all.filter((shown, at) => (counts[at] ?? 0) > 0 || findRefused(shown) !== undefined)
  }

  /** Whether there are objections to exactly this text. */
  async has(shown: Shown): Promise<boolean> {
    return findRefused(shown) !== undefined || (await this.findFaults(shown)).length > 0
  }

  /** Finds the faults of exactly this text, newest first, also those of other strings with the same source: equal texts are decided together. */
  async findFaults(shown: Shown): Promise<readonly Verdict[]> {
    if (!this.#hasFaults) return []
    const found: Verdict[] = []
    for (const verdict of await this.#read.review_verdicts.list('fault', this.#keyOf(shown))) {
      if (verdict.review_id === this.#scope.id) continue
      // A return only changes the state of a text, but makes a revision. Copies have the same text.
      const revision = await this.#read.revisions.get(verdict.revisions[0] ?? '')
      if (revision !== undefined && sameMessage(revision.value, shown.text.value)) found.push(verdict)
    }
    return found.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  }

  #keyOf({ translation, line }: Shown): string {
    return compoundKey(this.#scope.project_id, translation.locale, line.src)
  }
}

/** Finds the user's refusal of exactly this text. */
export const findRefused = ({ translation, text, line }: Shown): ReturnType<typeof findUserRefusal> =>
  findUserRefusal(findRequest(translation, line), text)
