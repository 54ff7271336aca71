import { listRefusals } from '../../l10n/translation/refusals.ts'
import { listRequests } from '../../l10n/translation/request.ts'
import { findApproval, type RevertTarget } from '../../l10n/translation/revert.ts'
import {
  findRevisionFault,
  lockedFault,
  needsPersonFault,
  protectedTextFault,
  type ReviewFault,
} from '../decisions/faults.ts'
import type { Batch } from '../translations/batch.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import type { TextHistory } from '../translations/text-history.ts'
import type { BatchView } from './change-filter.ts'

const requestedByUserFault: ReviewFault = {
  code: 'protected',
  why: 'A user requested changes of the translation.',
  fix: 'Submit a translation that answers the request, or ask a user to revert it.',
}

const changedByUserFault = (got?: TextVersion['value']): ReviewFault => ({
  code: 'protected',
  why: 'A user made the change.',
  fix: 'Ask a user to revert it, or report the problem with annotate_entry, comment.',
  ...(got !== undefined && { got }),
})

/** The changes of one text that a revert undoes, and the revision that the caller expects. */
interface TextRevert {
  readonly way: RevertTarget
  /** The state of the restored text; undefined if none is restored. */
  readonly state: TextVersion['state'] | undefined
  readonly past: TextHistory
  readonly rev: number | undefined
}

/** Finds why a caller may not revert: locks, and what users wrote or decided, against agents. */
export class RevertGuard {
  readonly #by: Pick<Batch, 'project' | 'origin'>
  readonly #loadBatch: (id: string) => Promise<BatchView | undefined>

  constructor(by: Pick<Batch, 'project' | 'origin'>, loadBatch: (id: string) => Promise<BatchView | undefined>) {
    this.#by = by
    this.#loadBatch = loadBatch
  }

  /** Keeps a user's request for changes from agents that would revert it. */
  findRequestFault(before: Translation, after: Translation): ReviewFault | undefined {
    if (this.#mayOverruleUsers) return undefined
    const kept = new Set(
      listRequests(after)
        .flatMap(listRefusals)
        .map(({ batch_id }) => batch_id),
    )
    const lost = listRequests(before)
      .flatMap(listRefusals)
      .filter(({ batch_id }) => !kept.has(batch_id))
    return lost.some(({ origin }) => origin.kind === 'human') ? requestedByUserFault : undefined
  }

  /** Refuses locked translations, and to agents those that a user wrote, approved or changed. Approved ones, and those of a user that an agent may revert, need the expected revision. */
  async findTextFault(
    translation: Translation,
    text: TextVersion | undefined,
    revert: TextRevert,
  ): Promise<ReviewFault | undefined> {
    if (translation.locked) return lockedFault
    const { way, state, rev } = revert
    const undone = way.undone.map(({ revision }) => revision.batch_id)
    const undoesUser = await this.#isByUser(undone)
    if (undoesUser && !this.#mayOverruleUsers && text === undefined) return changedByUserFault()
    const decided = undoesUser && !this.#mayApprove ? await this.#findDecisionFault(undone, state) : undefined
    if (text === undefined) return decided
    return (
      findRevisionFault(translation, text, rev) ?? (await this.#findOwnerFault(text, revert, { undoesUser, decided }))
    )
  }

  /** Keeps a text that a user wrote, approved or changed from agents, and without the expected revision. */
  async #findOwnerFault(
    text: TextVersion,
    { way, past, rev }: TextRevert,
    { undoesUser, decided }: { readonly undoesUser: boolean; readonly decided: ReviewFault | undefined },
  ): Promise<ReviewFault | undefined> {
    const isApproved = text.state === 'approved'
    const approval = isApproved ? await this.#loadBatch((await findApproval(past, way.newest)).batch_id) : undefined
    const isUsersText = text.origin.kind === 'human' || approval?.origin.kind === 'human'
    if (isUsersText && !this.#mayOverruleUsers) return protectedTextFault(text)
    if (undoesUser && !this.#mayOverruleUsers) return changedByUserFault(text.value)
    if (decided !== undefined) return decided
    const byAgent = this.#by.origin.kind !== 'human'
    const isHeld = (byAgent && (isUsersText || undoesUser)) || (isApproved && !(await this.#isApproval(way)))
    if (!isHeld || rev !== undefined) return undefined
    const why = isApproved
      ? 'The translation is approved.'
      : isUsersText
        ? 'A user wrote the translation.'
        : 'A user made the change.'
    const fix = `To revert it anyway, give it in items with rev ${text.rev}.`
    return { code: 'rev_required', why, fix, got: text.value, rev: text.rev }
  }

  /** Keeps what users suggested, and what they decided about suggestions, from agents. */
  async findSuggestionFault(reverted: readonly string[]): Promise<ReviewFault | undefined> {
    return !this.#mayOverruleUsers && (await this.#isByUser(reverted)) ? changedByUserFault() : undefined
  }

  /** Whether the caller is a user, or the project lets agents replace what users wrote or decided. */
  get #mayOverruleUsers(): boolean {
    const { origin, project } = this.#by
    return origin.kind === 'human' || project.settings.agents_replace
  }

  /** Whether the caller is a user, or the project lets agents approve. */
  get #mayApprove(): boolean {
    const { origin, project } = this.#by
    return origin.kind === 'human' || project.settings.approve === 'anyone'
  }

  /** Finds a decision of a user that only users undo: an approval that was taken back, and the end of a review. */
  async #findDecisionFault(
    undone: readonly string[],
    state: TextVersion['state'] | undefined,
  ): Promise<ReviewFault | undefined> {
    if (state === 'approved') return needsPersonFault('The revert would approve what a user took back.')
    for (const id of undone) {
      if ((await this.#loadBatch(id))?.review_id !== undefined)
        return needsPersonFault('A user ended a review with it.')
    }
    return undefined
  }

  async #isByUser(batches: readonly string[]): Promise<boolean> {
    for (const id of batches) if ((await this.#loadBatch(id))?.origin.kind === 'human') return true
    return false
  }

  /** Whether the newest change that the revert undoes is the approval itself, or the end of a review that brought it back. */
  async #isApproval({ undone: [first] }: RevertTarget): Promise<boolean> {
    if (first?.revision.state !== 'approved') return false
    const batch = await this.#loadBatch(first.revision.batch_id)
    return batch?.kind === 'review' || batch?.review_id !== undefined
  }
}
