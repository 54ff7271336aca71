import { sameMessage } from '../../l10n/message/message.ts'
import { withText } from '../../l10n/translation/change.ts'
import { hasError } from '../../l10n/translation/findings.ts'
import { isSameWriter } from '../../l10n/translation/origin.ts'
import { isProtected } from '../../l10n/translation/protection.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { submittedState } from '../../l10n/translation/state.ts'
import { echo } from '../../text/escape.ts'
import type { Batch } from '../translations/batch.ts'
import { toRecheckRequest } from '../translations/check-rules.ts'
import type { Text, Unit } from '../translations/unit.ts'
import { findRevisionFault, invalidTextFault, lockedFault, protectedTextFault, type ReviewFault } from './faults.ts'
import { type ReviewContext, type ReviewResult, refusedResult } from './text-actions.ts'

type Suggestion = Unit['suggestions'][number]

/** Replaces the translation by a suggestion, whose author stays its author. */
export async function acceptSuggestion(
  review: ReviewContext,
  wanted: string | undefined,
  { at }: Pick<Batch, 'at'>,
): Promise<ReviewResult> {
  const { unit, entry, src, rules, computed, settings, origin } = review
  const suggestion = findSuggestion(unit, wanted)
  if ('code' in suggestion) return refusedResult(suggestion)
  const { text } = shownText(unit, src)
  const fault =
    (text && findRevisionFault(unit, text, review.rev)) ??
    (unit.locked ? lockedFault : undefined) ??
    (suggestion.src === src ? undefined : sourceChangedFault) ??
    findProtectionFault(review)
  if (fault !== undefined) return refusedResult(fault)
  const { value, origin: writer } = suggestion
  const { findings } = await computed.check(toRecheckRequest({ entry, src, value }, rules))
  const state = submittedState(origin.kind, text, settings)
  const after = withText(unit, entry, { src, value, state, origin: writer, findings }, at)
  const newest = after.texts[0]
  if (newest !== undefined && hasError(after, newest)) {
    return refusedResult(
      invalidTextFault(
        findings.filter(({ level }) => level === 'error'),
        review,
        false,
      ),
    )
  }
  const others = unit.suggestions.filter(other => other.src !== src || !sameMessage(other.value, value))
  return { kind: 'done', after: { ...after, suggestions: others } }
}

/** Removes a suggestion. Authors can always remove their own. */
export function rejectSuggestion(review: ReviewContext, wanted: string): ReviewResult {
  const { unit, origin } = review
  const suggestion = findSuggestion(unit, wanted)
  if ('code' in suggestion) return refusedResult(suggestion)
  const held = isSameWriter(suggestion.origin, origin) ? undefined : findProtectionFault(review)
  if (held !== undefined) return refusedResult(held)
  return { kind: 'done', after: { ...unit, suggestions: unit.suggestions.filter(other => other !== suggestion) } }
}

/** Refuses agents where the current translation is protected, unless the project has `agents_replace`. */
function findProtectionFault({ unit, src, origin, settings }: ReviewContext): ReviewFault | undefined {
  if (origin.kind === 'human') return undefined
  if (unit.locked) return lockedFault
  const current: Text | undefined = unit.texts.find(text => text.src === src)
  const isHeld = current !== undefined && isProtected(unit, current) && !settings.agents_replace
  return isHeld ? protectedTextFault(current) : undefined
}

/** The suggestion with this id; without an id, the only one. */
export function findSuggestion({ suggestions }: Unit, wanted: string | undefined): Suggestion | ReviewFault {
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
