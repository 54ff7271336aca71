import type { Frozen } from '../../store/frozen.ts'
import type { Origin, Settings } from '../../store/records/localization.ts'
import type { Computed } from '../../workers/computed.ts'
import type { Batch } from '../translations/batch.ts'
import { carryOver } from '../translations/carry-over.ts'
import type { Rules } from '../translations/checker.ts'
import { type Withdrawn, withNewest } from '../translations/record-text.ts'
import {
  type Entry,
  hasError,
  isProtected,
  shownText,
  staleReason,
  type Text,
  type Unit,
} from '../translations/unit.ts'
import { withdraw } from '../translations/withdraw.ts'
import { invalidText, locked, noText, protectedText, type ReviewFault, revFault } from './review-fault.ts'

/** One act of a review on one unit. */
export interface Review {
  readonly entry: Entry
  /** The source that the branch has. */
  readonly src: string
  readonly unit: Unit
  /** The revision that the reviewer saw. */
  readonly rev: number | undefined
  /** Whether the reviewer knows that the text is stale, and means it all the same. */
  readonly stale: boolean
  readonly comment: string | undefined
  readonly settings: Frozen<Settings>
  readonly rules: Rules
  readonly computed: Computed
  readonly origin: Origin
  /** Whether the reviewer may read the glossary. */
  readonly seesTerms: boolean
  /** Whether the reviewer may pass over what protects texts. */
  readonly overrules: boolean
}

export type Reviewed =
  | { readonly kind: 'done'; readonly after: Unit; readonly withdrawn?: Withdrawn }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly fault: ReviewFault }

export const refuse = (fault: ReviewFault): Reviewed => ({ kind: 'refused', fault })

/** Approves the text that the branch shows; one that is stale is carried over to what the branch has, when that is meant. */
export async function approve(review: Review, { at }: Pick<Batch, 'at'>): Promise<Reviewed> {
  const { unit, entry, src } = review
  const { text } = shownText(unit, src)
  if (text === undefined) return refuse(noText)
  const reason = staleReason(unit, entry, src)
  if (text.state === 'approved' && reason === undefined) return { kind: 'unchanged' }
  const fault = revFault(unit, text, review.rev) ?? approveFault(review, text) ?? staleFault(review, reason)
  if (fault !== undefined) return refuse(fault)
  if (reason !== undefined) {
    if (isProtected(unit, text) && !review.overrules) return refuse(protectedText(text))
    const carried = await carryOver({ ...review, text }, 'approved', at)
    return 'errors' in carried
      ? refuse(invalidText(carried.errors, review, false))
      : { kind: 'done', after: carried.after }
  }
  if (hasError(unit, text))
    return refuse(
      invalidText(
        text.findings.filter(({ level }) => level === 'error'),
        review,
        true,
      ),
    )
  return { kind: 'done', after: withNewest(unit, entry, { ...text, state: 'approved' }, at) }
}

/** Sends a text back to be worked on; what is wrong with it is in the comment. */
export function requestChanges(review: Review, { at }: Pick<Batch, 'at'>): Reviewed {
  const { unit, entry, src } = review
  const { text } = shownText(unit, src)
  if (text === undefined) return refuse(noText)
  if (review.comment === undefined) {
    return refuse({ code: 'invalid', why: 'The item has no comment.', fix: 'Say in comment what is to be changed.' })
  }
  const fault = revFault(unit, text, review.rev) ?? heldFault(review, text)
  if (fault !== undefined) return refuse(fault)
  // The comment is new all the same.
  if (text.state === 'needs_review') return { kind: 'done', after: unit }
  return { kind: 'done', after: withNewest(unit, entry, { ...text, state: 'needs_review' }, at) }
}

/** Takes a text back to the one before it. */
export async function reject(review: Review, batch: Batch): Promise<Reviewed> {
  const { unit, entry, src } = review
  const { text } = shownText(unit, src)
  if (text === undefined) return refuse(noText)
  const fault = revFault(unit, text, review.rev) ?? heldFault(review, text)
  if (fault !== undefined) return refuse(fault)
  return { kind: 'done', ...(await withdraw(unit, entry, text, review, batch)) }
}

function approveFault({ unit, settings, origin }: Review, { origin: writer }: Text): ReviewFault | undefined {
  if (origin.kind !== 'human' && settings.approve === 'people') return needsPerson
  if (origin.kind !== 'human' && unit.locked) return locked
  return settings.four_eyes && writer.user_id === origin.user_id ? ownText : undefined
}

/** What holds a text against everybody, and what against programs alone; another branch's text is touched by those who mean it. */
function heldFault(review: Review, text: Text): ReviewFault | undefined {
  const { unit, entry, src, origin } = review
  if (unit.locked) return locked
  if (origin.kind !== 'human' && isProtected(unit, text)) return protectedText(text)
  const reason = staleReason(unit, entry, src)
  return reason === 'source_changed' ? staleFault(review, reason) : undefined
}

function staleFault({ stale }: Review, reason: ReturnType<typeof staleReason>): ReviewFault | undefined {
  if (reason === undefined || stale) return undefined
  return {
    code: 'stale',
    why: `The text was made ${reason === 'source_changed' ? 'from another source' : 'with another note'} than there is now.`,
    fix: 'Translate it anew; if you mean this text all the same, send the item again with stale: true.',
  }
}

const needsPerson: ReviewFault = {
  code: 'needs_person',
  why: 'In this project only people approve.',
  fix: 'Leave it to a person; an administrator lets programs approve with update_project_policy, approve: anyone.',
}

const ownText: ReviewFault = {
  code: 'own_text',
  why: 'You, or a program of yours, wrote the text, and in this project nobody approves their own.',
  fix: 'Leave it to somebody else.',
}
