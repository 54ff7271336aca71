import { type Message, sameMessage } from '../../message/message.ts'
import { limitSuggestions, MAX_SUGGESTIONS } from '../change.ts'
import { findOwnRequest, isAnswer, replaceRequest } from '../request.ts'
import type { DecidedSuggestion, Suggestion, Translation } from '../translation.ts'

/** The batch that decides. */
interface Decision {
  readonly id: string
  readonly at: string
}

/**
 * Returns the translation without some of its suggestions, because a batch decided about them. They are kept apart, so that a revert of the batch brings them
 * back. From now on, a pull replaces the texts of the conflicts among them.
 * @returns the same object if there are none
 */
export function withDecided(translation: Translation, gone: readonly Suggestion[], { id, at }: Decision): Translation {
  if (gone.length === 0) return translation
  const { suggestions, decided: earlier = [] } = translation
  const decided = gone.map(one => ({ ...one, decided_by: id }))
  return {
    ...translation,
    suggestions: suggestions.filter(one => !gone.includes(one)),
    decided: [...earlier, ...decided].slice(-MAX_SUGGESTIONS),
    ...(gone.some(isConflict) && { settled_at: at }),
  }
}

/** Returns the translation without the suggestions that its newest text makes pointless, because it is the same. */
export function withoutEqualSuggestions(translation: Translation, batch: Decision): Translation {
  const newest = translation.texts.find(({ rev }) => rev === translation.rev)
  if (newest === undefined) return translation
  return withDecided(
    translation,
    translation.suggestions.filter(one => isSame(one, newest)),
    batch,
  )
}

/**
 * Returns the translation with decided suggestions back, by a revert. Those that equal a text stay decided.
 * @returns the same object if none is back
 */
export function withReturned(
  translation: Translation,
  wanted: readonly DecidedSuggestion[],
  { id, at }: Decision,
): Translation {
  const back = wanted.filter(one => !translation.texts.some(text => isSame(one, text)))
  if (back.length === 0) return translation
  const { suggestions, decided = [], ...rest } = translation
  const left = decided.filter(one => !back.includes(one))
  let after: Translation = { ...rest, suggestions, ...(left.length > 0 && { decided: left }) }
  const returned: Suggestion[] = []
  for (const { decided_by: _, ...one } of back) {
    const request = findOwnRequest(after, one.src)
    if (request !== undefined && isAnswer(one, request)) {
      after = replaceRequest(after, request, { answered_at: one.at, ...request })
    }
    returned.push({ ...one, returned_by: id })
  }
  const others = suggestions.filter(one => !back.some(other => isSame(one, other)))
  return {
    ...after,
    suggestions: limitSuggestions([...others, ...returned]),
    ...(back.some(isConflict) && { settled_at: at }),
  }
}

/**
 * Returns the translation with its decided conflicts of a branch as ordinary suggestions, unless the branch's file still has their text: a revert then must not
 * write them into the file.
 * @param value the text of the file; undefined if it has none
 * @returns the same object if there are none
 */
export function withoutDecidedConflicts(translation: Translation, branch: string, value?: Message): Translation {
  const { decided } = translation
  const isGone = (one: DecidedSuggestion): boolean =>
    isOnBranch(one, branch) && (value === undefined || !sameMessage(one.value, value))
  if (!decided?.some(isGone)) return translation
  return { ...translation, decided: decided.map(one => (isGone(one) ? withoutBranch(one, branch) : one)) }
}

/** Whether a suggestion is a conflict with the file of a branch. */
export const isOnBranch = ({ conflict, branches }: Suggestion, branch: string): boolean =>
  conflict === true && branches?.includes(branch) === true

/** A conflict without one of its branches; an ordinary suggestion without the last one. */
export function withoutBranch<S extends Suggestion>(one: S, branch: string): S {
  const branches = (one.branches ?? []).filter(other => other !== branch)
  if (branches.length > 0) return { ...one, branches }
  const { conflict: _conflict, branches: _branches, ...ordinary } = one
  return ordinary as S
}

const isConflict = ({ conflict }: Suggestion): boolean => conflict === true

const isSame = (one: Pick<Suggestion, 'src' | 'value'>, other: Pick<Suggestion, 'src' | 'value'>): boolean =>
  one.src === other.src && sameMessage(one.value, other.value)
