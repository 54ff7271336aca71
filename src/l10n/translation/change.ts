import { sameMessage } from '../message/message.ts'
import { withAnswer } from './request.ts'
import { noteHash } from './staleness.ts'
import { withMainView } from './state.ts'
import type { Entry, SourceLine, Suggestion, TextVersion, Translation } from './translation.ts'

/** A text that has no revision yet. */
export type NewText = Omit<TextVersion, 'rev' | 'at'>

/**
 * Returns the translation with a new text for the current note. It replaces the text for the same source, and answers a request.
 * @param line of the string on the branch, whose source it translates
 */
export const withText = (
  translation: Translation,
  entry: Entry,
  text: Omit<NewText, 'note'>,
  line: SourceLine,
  at: string,
): Translation => withCurrentNote(withAnswer(translation, entry, { ...line, value: text.value }, at), entry, text, at)

/** Like `withText`, for a text that is no answer to a request. */
export function withCurrentNote(
  translation: Translation,
  entry: Entry,
  text: Omit<NewText, 'note'>,
  at: string,
): Translation {
  const note = noteHash(entry.description)
  return withNewest(translation, entry, { ...text, ...(note !== undefined && { note }) }, at)
}

/** Like `withText`, for a text that keeps its own note. */
export function withNewest(translation: Translation, entry: Entry, text: NewText, at: string): Translation {
  const rev = translation.rev + 1
  const others = translation.texts.filter(other => other.src !== text.src)
  return withMainView({ ...translation, rev, texts: [{ ...text, rev, at }, ...others] }, entry, at)
}

/**
 * Returns the translation with a restored text, which replaces the text for the same source.
 * A restored text of an older source goes to the end, so that branches without their own text don't show it as the newest.
 */
export function withRestored(translation: Translation, entry: Entry, text: NewText, at: string): Translation {
  const place = translation.texts.findIndex(other => other.src === text.src)
  if (place < 0 && text.src === entry.src) return withNewest(translation, entry, text, at)
  const rev = translation.rev + 1
  const texts = translation.texts.filter(other => other.src !== text.src)
  texts.splice(place < 0 ? texts.length : place, 0, { ...text, rev, at })
  return withMainView({ ...translation, rev, texts }, entry, at)
}

/** Returns the translation with a new revision of the same text, or of its absence, because only the request changed. */
export function withSameText(
  translation: Translation,
  entry: Entry,
  { src, ...change }: Pick<TextVersion, 'src'> & Partial<Pick<TextVersion, 'state'>>,
  at: string,
): Translation {
  const rev = translation.rev + 1
  const texts = translation.texts.map(text => (text.src === src ? { ...text, rev, ...change } : text))
  return withMainView({ ...translation, rev, texts }, entry, at)
}

/** Returns the translation with its text for a source confirmed under a voice: no new revision, because the text and its state stay. */
export const withVoice = (translation: Translation, src: string, voice: string | undefined): Translation => ({
  ...translation,
  texts: translation.texts.map(text => (text.src === src ? { ...text, voice } : text)),
})

/** Returns the translation without its text for a source. */
export function withoutText(translation: Translation, entry: Entry, src: string, at: string): Translation {
  const texts = translation.texts.filter(text => text.src !== src)
  return withMainView({ ...translation, rev: translation.rev + 1, texts }, entry, at)
}

/** Maximum suggestions of a translation: a reviewer does not read more. */
export const MAX_SUGGESTIONS = 20

/**
 * Returns the translation with a suggestion. Earlier ones with other texts stay, whoever wrote them: several workers can share a credential.
 * Conflicts of imported files are apart: see `withConflict`.
 * @returns the same object if this text is already suggested for the source
 */
export function withSuggestion(
  translation: Translation,
  suggestion: Pick<Suggestion, 'value' | 'src' | 'origin' | 'why'>,
  { id, at, newId }: { readonly id: string; readonly at: string; readonly newId: () => string },
): Translation {
  const { src, origin, value, why } = suggestion
  const { suggestions } = translation
  if (suggestions.some(one => one.src === src && sameMessage(one.value, value))) return translation
  const added = {
    id: newId(),
    value,
    src,
    origin,
    batch_id: id,
    rev: translation.rev,
    ...(why !== undefined && { why }),
    at,
  }
  return { ...translation, suggestions: limitSuggestions([...suggestions, added]) }
}

/** Keeps the newest 20 suggestions. Conflicts are removed last, because a pull would then replace their texts in the files. */
export function limitSuggestions(suggestions: Translation['suggestions']): Translation['suggestions'] {
  let surplus = suggestions.length - MAX_SUGGESTIONS
  if (surplus <= 0) return suggestions
  return suggestions.filter(one => one.conflict === true || surplus-- <= 0).slice(-MAX_SUGGESTIONS)
}
