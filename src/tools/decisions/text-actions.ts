import { withNewest } from '../../l10n/translation/change.ts'
import { findErrors } from '../../l10n/translation/findings.ts'
import { isProtected } from '../../l10n/translation/protection.ts'
import {
  findRefusal,
  findRefusalForAnySource,
  isOfUser,
  listRefusals,
  toRequest,
} from '../../l10n/translation/refusals.ts'
import {
  findOpenRequest,
  findOwnRequest,
  findRequest,
  withoutRequest,
  withRequest,
} from '../../l10n/translation/request.ts'
import type { Withdrawn } from '../../l10n/translation/revert.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { Refusal, ReviewRequest, SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin, Settings } from '../../store/records/localization.ts'
import type { Computation } from '../../workers/computation.ts'
import type { Batch } from '../translations/batch.ts'
import { checkAndCarryOver } from '../translations/carry-over.ts'
import type { CheckRules } from '../translations/check-rules.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'
import {
  findRevisionFault,
  invalidTextFault,
  lockedFault,
  missingTextFault,
  needsPersonFault,
  protectedTextFault,
  type ReviewFault,
  toRevisionFault,
} from './faults.ts'
import { withdrawText } from './withdraw-text.ts'

/** One item of a review, with all records that it depends on. */
export interface ReviewContext {
  readonly entry: Entry
  /** Source hash on the branch. */
  readonly line: SourceLine
  readonly translation: Translation
  /** The revision that the reviewer expects. */
  readonly rev: number | undefined
  /** Whether the reviewer allows a stale translation. */
  readonly stale: boolean
  readonly comment: string | undefined
  readonly settings: Frozen<Settings>
  readonly rules: CheckRules
  readonly computed: Computation
  readonly origin: Origin
  /** Whether the reviewer can read the glossary. */
  readonly seesTerms: boolean
  /** Whether the reviewer may change protected translations. */
  readonly overrules: boolean
}

export type ReviewResult =
  | { readonly kind: 'done'; readonly after: Translation; readonly withdrawn?: Withdrawn }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly fault: ReviewFault }

export const refusedResult = (fault: ReviewFault): ReviewResult => ({ kind: 'refused', fault })

/** Approves the translation on the branch, which ends a request for changes. With `stale`, a stale one is carried over to the current source. */
export async function approve(review: ReviewContext, { at }: Pick<Batch, 'at'>): Promise<ReviewResult> {
  const { entry, line } = review
  const { text } = shownText(review.translation, line)
  if (text === undefined) return refusedResult(missingTextFault)
  const translation = withoutRequest(review.translation, line)
  const reason = staleReason(translation, entry, line)
  const isDecided = text.state === 'approved' && translation === review.translation
  if (isDecided && reason === undefined) return { kind: 'unchanged' }
  const fault =
    findRevisionFault(translation, text, review.rev) ??
    findApprovalFault(review, text) ??
    findStaleFault(review, reason)
  if (fault !== undefined) return refusedResult(fault)
  if (reason !== undefined) {
    if (isProtected(text) && !review.overrules) return refusedResult(protectedTextFault(text))
    const carried = await checkAndCarryOver({ ...review, translation, text }, 'approved', at)
    return 'errors' in carried
      ? refusedResult(invalidTextFault(carried.errors, review, false))
      : { kind: 'done', after: carried.after }
  }
  const errors = findErrors(text.findings, text.ignores)
  if (errors.length > 0) return refusedResult(invalidTextFault(errors, review, true))
  // Somebody read it with this source.
  const { unlined: _unlined, ...confirmed } = text
  return { kind: 'done', after: withNewest(translation, entry, { ...confirmed, state: 'approved' }, at) }
}

/** Sends a translation back to `needs_review`, with a request. The comment describes the change. */
export function requestChanges(review: ReviewContext, batch: ReviewBatch): ReviewResult {
  const { translation, entry, line } = review
  const { text } = shownText(translation, line)
  if (text === undefined) return refusedResult(missingTextFault)
  if (review.comment === undefined) {
    return refusedResult({
      code: 'invalid',
      why: 'The item has no comment.',
      fix: 'Say in comment what to change.',
    })
  }
  const fault = findRefusalFault(review, text)
  if (fault !== undefined) return refusedResult(fault)
  if (isRepeated(review, text)) return { kind: 'unchanged' }
  const requested = withRequest(translation, refuse('changes_requested', text, review, batch))
  return { kind: 'done', after: withNewest(requested, entry, { ...text, state: 'needs_review' }, batch.at) }
}

/** Restores the last translation that nobody refused, with a request for another one. */
export async function reject(review: ReviewContext, batch: Batch): Promise<ReviewResult> {
  const { translation, entry, line } = review
  const { text } = shownText(translation, line)
  if (text === undefined) return refusedResult(missingTextFault)
  const fault = findRefusalFault(review, text)
  if (fault !== undefined) return refusedResult(fault)
  const request = refuse('rejected', text, review, batch)
  return { kind: 'done', ...(await withdrawText(translation, entry, text, request, review, batch)) }
}

type ReviewBatch = Pick<Batch, 'id' | 'at'>

/** A request that refuses a text; it follows the refusals of earlier texts. */
const refuse = (
  kind: ReviewRequest['kind'],
  { src, value, rev, origin: writer }: TextVersion,
  { translation, comment, origin }: ReviewContext,
  { id, at }: ReviewBatch,
): ReviewRequest =>
  toRequest(
    {
      kind,
      ...(comment !== undefined && { comment }),
      refused: { src, value, rev, origin: writer },
      origin,
      batch_id: id,
      at,
    },
    findOwnRequest(translation, src),
  )

/** Whether the same user already requested these changes of the text. */
function isRepeated({ translation, line, comment, origin }: ReviewContext, text: TextVersion): boolean {
  const known: Refusal | undefined = findRefusal(findOpenRequest(translation, line), text)
  return known?.kind === 'changes_requested' && known.comment === comment && known.origin.user_id === origin.user_id
}

/** Finds why a reviewer may not refuse a text. Without a revision, it is not the one that was restored after an earlier refusal: the reviewer may not have seen it. */
function findRefusalFault(review: ReviewContext, text: TextVersion): ReviewFault | undefined {
  const { translation, line, rev } = review
  const fault = findRevisionFault(translation, text, rev) ?? findProtectionFault(review, text)
  if (fault !== undefined || rev !== undefined) return fault
  const open = findOpenRequest(translation, line)
  if (open === undefined || findRefusal(open, text) !== undefined) return undefined
  return toRevisionFault('A reviewer already refused the translation after this one.', text)
}

/** Who approves which translation. */
type Approval = Pick<ReviewContext, 'translation' | 'line' | 'settings' | 'origin'>

/** Finds why the caller may not approve a text. */
export function findApprovalFault(review: Approval, text: TextVersion): ReviewFault | undefined {
  const { translation, settings, origin } = review
  if (origin.kind !== 'human' && settings.approve === 'people')
    return needsPersonFault('In this project, only users on the pages can approve.')
  if (origin.kind !== 'human' && translation.locked) return lockedFault
  if (origin.kind !== 'human' && text.unresolved === true)
    return needsPersonFault('The translation was written in spite of an error, so a user must decide about it.')
  if (settings.four_eyes && text.origin.user_id === origin.user_id) return ownTextFault
  const isAnswered = findOpenRequest(translation, review.line) === undefined
  return findUserRequestFault(review, isAnswered ? text.value : undefined)
}

/** Rejects locked translations, changes of protected ones by agents, and, without `stale`, a translation of another source. */
function findProtectionFault(review: ReviewContext, text: TextVersion): ReviewFault | undefined {
  const { translation, entry, line, origin } = review
  if (translation.locked) return lockedFault
  if (origin.kind !== 'human' && isProtected(text, origin)) return protectedTextFault(text)
  const reason = staleReason(translation, entry, line)
  return reason === 'source_changed' ? findStaleFault(review, reason) : undefined
}

function findStaleFault({ stale }: ReviewContext, reason: ReturnType<typeof staleReason>): ReviewFault | undefined {
  if (reason === undefined || stale) return undefined
  return {
    code: 'stale',
    why: `The translation is stale: its ${reason === 'source_changed' ? 'source string' : 'note'} has changed.`,
    fix: 'Translate it again, or repeat the item with stale: true.',
  }
}

/**
 * Finds why an agent may not decide: a user wants another translation.
 * @param answer an answer to the request, which need only be another translation than the refused ones
 */
export function findUserRequestFault(
  { translation, line, settings, origin }: Approval,
  answer: Frozen<TextVersion['value']> | undefined,
): ReviewFault | undefined {
  if (origin.kind === 'human' || settings.agents_replace) return undefined
  const request = findRequest(translation, line)
  const isHeld = listRefusals(request).some(isOfUser)
  if (!isHeld || (answer !== undefined && findRefusalForAnySource(request, answer) === undefined)) return undefined
  return requestedByUserFault
}

const requestedByUserFault: ReviewFault = {
  code: 'needs_person',
  why: 'A user wants another translation.',
  fix: 'Submit one with submit_translations, or leave it to a user. Administrators allow agents to overrule users with update_project_policy, agents_replace.',
}

const ownTextFault: ReviewFault = {
  code: 'own_text',
  why: 'You or your agent wrote the translation. In this project, another user must approve it.',
  fix: 'Leave it to another user.',
}
