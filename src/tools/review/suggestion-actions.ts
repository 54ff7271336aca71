import { sameMessage } from '../../l10n/message/message.ts'
import { withText } from '../../l10n/translation/change.ts'
import { withOnlySuggestions } from '../../l10n/translation/conflict.ts'
import { hasError } from '../../l10n/translation/findings.ts'
import { isSameWriter } from '../../l10n/translation/origin.ts'
import { isProtected } from '../../l10n/translation/protection.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { submittedState } from '../../l10n/translation/state.ts'
import type { Origin } from '../../store/records/localization.ts'
import { echo } from '../../text/escape.ts'
import type { Batch } from '../translations/batch.ts'
import { toRecheckRequest } from '../translations/check-rules.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import { findRevisionFault, invalidTextFault, lockedFault, protectedTextFault, type ReviewFault } from './faults.ts'
import { type ReviewContext, type ReviewResult, refusedResult } from './text-actions.ts'

type Suggestion = Translation['suggestions'][number]

/** Replaces the translation by a suggestion, whose author stays its author. */
export async function acceptSuggestion(
  review: ReviewContext,
  wanted: string | undefined,
  { at }: Pick<Batch, 'at'>,
): Promise<ReviewResult> {
  const { translation, entry, src, rules, computed, settings, origin } = review
  const suggestion = findSuggestion(translation, wanted)
  if ('code' in suggestion) return refusedResult(suggestion)
  const { text } = shownText(translation, src)
  const fault =
    (text && findRevisionFault(translation, text, review.rev)) ??
    (translation.locked ? lockedFault : undefined) ??
    (suggestion.src === src ? undefined : sourceChangedFault) ??
    findProtectionFault(review)
  if (fault !== undefined) return refusedResult(fault)
  const { value, origin: writer } = suggestion
  const { findings } = await computed.check(toRecheckRequest({ entry, src, value }, rules))
  const state = submittedState(origin.kind, text, settings)
  const after = withText(translation, entry, { src, value, state, origin: writer, findings }, at)
  const newest = after.texts[0]
  if (newest !== undefined && hasError(newest)) {
    return refusedResult(
      invalidTextFault(
        findings.filter(({ level }) => level === 'error'),
        review,
        false,
      ),
    )
  }
  const others = translation.suggestions.filter(other => other.src !== src || !sameMessage(other.value, value))
  return { kind: 'done', after: { ...after, suggestions: others } }
}

/** Removes a suggestion. Authors can always remove their own. */
export function rejectSuggestion(review: ReviewContext, wanted: string, { at }: Pick<Batch, 'at'>): ReviewResult {
  const { translation, origin } = review
  const suggestion = findSuggestion(translation, wanted)
  if ('code' in suggestion) return refusedResult(suggestion)
  const held = isOwnSuggestion(suggestion, origin) ? undefined : findProtectionFault(review)
  if (held !== undefined) return refusedResult(held)
  const others = translation.suggestions.filter(other => other !== suggestion)
  return { kind: 'done', after: withOnlySuggestions(translation, others, at) }
}

/** Whether the reviewer submitted or imported the suggestion with the same credential. */
export const isOwnSuggestion = ({ origin }: Suggestion, reviewer: Origin): boolean =>
  isSameWriter({ ...origin, kind: reviewer.kind }, reviewer)

/** Refuses agents where the current translation is protected, unless the project has `agents_replace`. */
export function findProtectionFault({
  translation,
  src,
  origin,
  settings,
}: Pick<ReviewContext, 'translation' | 'src' | 'origin' | 'settings'>): ReviewFault | undefined {
  if (origin.kind === 'human') return undefined
  if (translation.locked) return lockedFault
  const current: TextVersion | undefined = translation.texts.find(text => text.src === src)
  const isHeld = current !== undefined && isProtected(current) && !settings.agents_replace
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
    why: wanted === undefined ? 'There is no suggestion.' : `There is no suggestion ${echo(wanted)}.`,
    fix: ids.length === 0 ? 'Leave the item out.' : `Give one of ${ids.join(', ')}.`,
  }
}

const sourceChangedFault: ReviewFault = {
  code: 'source_changed',
  why: 'The suggestion is for another source string than the branch has.',
  fix: 'Give the branch of the suggestion, or translate the current source string.',
}
