import { shownText } from './shown-text.ts'
import { noteHash } from './source-hash.ts'
import type { Entry, StaleReason, Translation } from './translation.ts'

/**
 * A text is stale when it translates another source than the branch has, or was written with another context note.
 * A changed source counts before a changed note. A source that returns to an earlier text is not stale, because texts are chosen by source hash.
 * @returns undefined when the shown text is not stale, and when there is none.
 */
export function staleReason(
  translation: Pick<Translation, 'texts'>,
  entry: Pick<Entry, 'description'>,
  src: string,
): StaleReason | undefined {
  const { text, stale } = shownText(translation, src)
  if (text === undefined) return undefined
  if (stale) return 'source_changed'
  return text.note === noteHash(entry.description) ? undefined : 'note_changed'
}
