import { type Message, sameMessage } from '../../message/message.ts'
import { limitSuggestions } from '../change.ts'
import { mainText, shownText } from '../shown-text.ts'
import type { SourceLine, Suggestion, TextVersion, Translation } from '../translation.ts'
import { isOnBranch, withoutBranch } from './decided.ts'

/** Why the text of a file conflicts: both sides changed, a user wrote the project's text, or it is approved or locked. */
export type ConflictReason = 'both_changed' | 'by_user' | 'approved' | 'locked'

type Texts = Pick<Translation, 'texts' | 'suggestions'>

/**
 * Finds the open conflict of a branch's file: its text stays in the file. The text of the file is for one source, so the conflict ends for a branch whose source
 * has changed. It also ends when the project's text becomes the same.
 */
export const findConflict = (translation: Texts, line: SourceLine, branch: string): Suggestion | undefined =>
  translation.suggestions.findLast(one => isOnBranch(one, branch) && isOpenConflict(one, translation, line))

/** Finds the open conflict of any branch with the given text of the file. */
export const findConflictText = (translation: Texts, line: SourceLine, value: Message): Suggestion | undefined =>
  translation.suggestions.find(
    one => one.conflict === true && sameMessage(one.value, value) && isOpenConflict(one, translation, line),
  )

/** Lists the conflicts with the text that the main branch shows, of any branch. */
export function listOpenConflicts(translation: Texts & Pick<Translation, 'shown' | 'stale'>): readonly Suggestion[] {
  const { suggestions, texts, stale } = translation
  const shown = mainText(translation)
  // A stale text says that there is none for the source of the main branch.
  const isOfMain = ({ src }: Suggestion): boolean =>
    stale?.reason === 'source_changed' ? !texts.some(text => text.src === src) : (shown?.src ?? src) === src
  return suggestions.filter(one => one.conflict === true && differs(one, shown) && isOfMain(one))
}

/**
 * Returns the translation with the text of a branch's file as a conflict, which replaces that branch's earlier one.
 * @returns the same object if the conflict is known
 */
export function withConflict(
  translation: Translation,
  { value, src, origin, branch }: Pick<Suggestion, 'value' | 'src' | 'origin'> & { readonly branch: string },
  { id, at, newId }: { readonly id: string; readonly at: string; readonly newId: () => string },
): Translation {
  const { suggestions } = translation
  const known = suggestions.find(one => one.src === src && sameMessage(one.value, value))
  const ofBranch = suggestions.filter(one => isOnBranch(one, branch))
  if (known !== undefined && ofBranch.length === 1 && ofBranch[0] === known) return translation
  const others = suggestions.flatMap(one => {
    if (one === known) return []
    if (!isOnBranch(one, branch)) return [one]
    const released = withoutBranch(one, branch)
    return released.conflict === true ? [released] : []
  })
  const branches = [...new Set([...(known?.branches ?? []), branch])]
  const added = {
    ...(known ?? { id: newId(), value, src, origin, batch_id: id, at }),
    conflict: true as const,
    branches,
  }
  return { ...translation, suggestions: limitSuggestions([...others, added]) }
}

/**
 * Returns the translation without the conflicts of a branch, whose file no longer has their texts.
 * @param keep whether their texts stay as ordinary suggestions, because the project does not have them
 * @returns the same object if there are none
 */
export function withoutConflicts(translation: Translation, branch: string, keep: boolean): Translation {
  if (!translation.suggestions.some(one => isOnBranch(one, branch))) return translation
  const suggestions = translation.suggestions.flatMap(one => {
    if (!isOnBranch(one, branch)) return [one]
    const released = withoutBranch(one, branch)
    return keep || released.conflict === true ? [released] : []
  })
  return { ...translation, suggestions }
}

/** Whether the file's text waits for a decision on a branch with this source. */
export const isOpenConflict = (one: Suggestion, translation: Texts, line: SourceLine): boolean =>
  one.src === line.src && differs(one, shownText(translation, line).text)

const differs = ({ value }: Suggestion, text: TextVersion | undefined): boolean =>
  text === undefined || !sameMessage(value, text.value)
