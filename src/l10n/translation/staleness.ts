import { shownText } from './shown-text.ts'
import { noteHash } from './source-hash.ts'
import type { Entry, SourceLine, StaleReason, Translation } from './translation.ts'

/**
 * Returns why the shown text is stale: it translates another source than the branch's, or was written with another context note.
 * A changed source takes precedence over a changed note. A source that returns to an earlier text is not stale, because texts are chosen by source hash.
 * @returns undefined if the shown text is not stale, or if there is none
 */
export function staleReason(
  translation: Pick<Translation, 'texts'>,
  entry: Pick<Entry, 'description'>,
  line: SourceLine,
): StaleReason | undefined {
  const { text, stale } = shownText(translation, line)
  if (text === undefined) return undefined
  if (stale) return 'source_changed'
  return text.note === noteHash(entry.description) ? undefined : 'note_changed'
}
