import { sameMessage } from '../../l10n/message/message.ts'
import { withText } from '../../l10n/translation/change.ts'
import { findErrors } from '../../l10n/translation/findings.ts'
import { isSameWriter } from '../../l10n/translation/line.ts'
import { isProtected } from '../../l10n/translation/protection.ts'
import { toRequest } from '../../l10n/translation/refusals.ts'
import { findOwnRequest, isAnswer, withoutRequest, withReopenedRequest } from '../../l10n/translation/request.ts'
import { withRequestRevision } from '../../l10n/translation/revert.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { submittedState } from '../../l10n/translation/state.ts'
import { withDecided } from '../../l10n/translation/suggestions/decided.ts'
import type { Origin } from '../../store/records/localization.ts'
import { quote } from '../../text/quote.ts'
import type { Batch } from '../translations/batch.ts'
import { toRecheckRequest } from '../translations/check-rules.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import { replacesApproved, TextHistory } from '../translations/text-history.ts'
import {
  findRevisionFault,
  invalidTextFault,
  lockedFault,
  protectedTextFault,
  type ReviewFault,
  toRevisionFault,
} from './faults.ts'
import { findUserRequestFault, type ReviewContext, type ReviewResult, refusedResult } from './text-actions.ts'

type Suggestion = Translation['suggestions'][number]

/** Replaces the translation by a suggestion, whose author stays its author. This ends a request for changes; by an agent, it only answers one of a user. */
export async function acceptSuggestion(
  review: ReviewContext,
  wanted: string | undefined,
  batch: Pick<Batch, 'id' | 'at' | 'tx'>,
): Promise<ReviewResult> {
  const { translation, entry, line, rules, computed, settings, origin } = review
  const suggestion = findSuggestion(translation, wanted)
  if ('code' in suggestion) return refusedResult(suggestion)
  const { text } = shownText(translation, line)
  const fault =
    (text && findReplacementFault(review, text, suggestion)) ??
    (translation.locked ? lockedFault : undefined) ??
    (suggestion.src === line.src ? undefined : sourceChangedFault) ??
    findProtectionFault(review) ??
    findUserRequestFault(review, suggestion.value)
  if (fault !== undefined) return refusedResult(fault)
  const { value, origin: writer } = suggestion
  const { findings } = await computed.check(toRecheckRequest({ entry, line, value }, rules))
  const state = submittedState(origin.kind, await replacesApproved(translation, line, batch.tx), settings)
  const errors = findErrors(findings)
  if (errors.length > 0) return refusedResult(invalidTextFault(errors, review, false))
  const accepted = { src: line.src, value, state, origin: writer, findings }
  const equal = translation.suggestions.filter(other => other.src === line.src && sameMessage(other.value, value))
  const decided = withDecided(translation, equal, batch)
  const answers = findUserRequestFault(review, undefined) !== undefined
  const rest = answers ? decided : withoutRequest(decided, line)
  return { kind: 'done', after: withText(rest, entry, accepted, line, batch.at) }
}

/** Finds why a suggestion may not replace the translation: without its revision, it may be newer than what the reviewer saw. */
function findReplacementFault(
  { translation, rev }: ReviewContext,
  text: TextVersion,
  suggestion: Suggestion,
): ReviewFault | undefined {
  if (rev !== undefined) return findRevisionFault(translation, text, rev)
  const isNewer = suggestion.rev === undefined ? text.at > suggestion.at : text.rev > suggestion.rev
  return isNewer ? toRevisionFault('The translation is newer than the suggestion.', text) : undefined
}

/**
 * Removes a suggestion. If it answered a request for changes, the request is open again, and refuses its text, too; a revision records that, so that it can be
 * reverted. Authors can always remove their own.
 */
export async function rejectSuggestion(review: ReviewContext, wanted: string, batch: Batch): Promise<ReviewResult> {
  const { id, at } = batch
  const { translation, entry, origin, comment } = review
  const suggestion = findSuggestion(translation, wanted)
  if ('code' in suggestion) return refusedResult(suggestion)
  const protection = isOwnSuggestion(suggestion, origin) ? undefined : findProtectionFault(review)
  if (protection !== undefined) return refusedResult(protection)
  const rest = withDecided(translation, [suggestion], batch)
  if (!isAnswer(suggestion, findOwnRequest(translation, suggestion.src))) return { kind: 'done', after: rest }
  const { src, value, rev = translation.rev, origin: writer } = suggestion
  const refusal = {
    kind: 'rejected' as const,
    ...(comment !== undefined && { comment }),
    refused: { src, value, rev, origin: writer },
    origin,
    batch_id: id,
    at,
  }
  const reopened = withReopenedRequest(rest, src, request => toRequest(refusal, request))
  const newest = await new TextHistory(translation.id, src, batch.tx).newest()
  return { kind: 'done', ...withRequestRevision(reopened, entry, { src, id: newest?.id }, batch) }
}

/** Whether the reviewer submitted or imported the suggestion with the same credential. */
export const isOwnSuggestion = ({ origin }: Suggestion, reviewer: Origin): boolean =>
  isSameWriter({ ...origin, kind: reviewer.kind }, reviewer)

/** Refuses agents where the current translation is protected, unless the project has `agents_replace`. */
export function findProtectionFault({
  translation,
  line,
  origin,
  settings,
}: Pick<ReviewContext, 'translation' | 'line' | 'origin' | 'settings'>): ReviewFault | undefined {
  if (origin.kind === 'human') return undefined
  if (translation.locked) return lockedFault
  const current: TextVersion | undefined = translation.texts.find(text => text.src === line.src)
  const isHeld = current !== undefined && isProtected(current, origin) && !settings.agents_replace
  return isHeld ? protectedTextFault(current) : undefined
}

/** The suggestion with this id; without an id, the only one. */
export function findSuggestion({ suggestions }: Translation, wanted: string | undefined): Suggestion | ReviewFault {
  const ids = suggestions.map(({ id }) => id)
  const found = wanted === undefined ? suggestions : suggestions.filter(({ id }) => id === wanted)
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return first
  if (first !== undefined) {
    return {
      code: 'ambiguous_suggestion',
      why: `There are ${found.length} suggestions.`,
      fix: `Give one as suggestion: ${ids.join(', ')}.`,
    }
  }
  return {
    code: 'unknown_suggestion',
    why: wanted === undefined ? 'There is no suggestion.' : `There is no suggestion ${quote(wanted)}.`,
    fix: ids.length === 0 ? 'Leave the item out.' : `Give one of ${ids.join(', ')}.`,
  }
}

const sourceChangedFault: ReviewFault = {
  code: 'source_changed',
  why: 'The suggestion is for another source string than the branch has.',
  fix: 'Give the branch of the suggestion, or translate the current source string.',
}
