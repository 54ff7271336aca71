import { isProtected, isUnreviewedImport } from './protection.ts'
import { findOpenRequest } from './request.ts'
import { shownText } from './shown-text.ts'
import { staleReason } from './staleness.ts'
import type { Entry, SourceLine, Translation } from './translation.ts'

/**
 * Returns whether an agent must work on a translation: it is missing, stale, an import that waits for review, or a reviewer
 * requested a change. It waits for a user instead if it is locked, or if it is protected and only its context note changed.
 */
export function needsWork(
  translation: Pick<Translation, 'texts' | 'locked' | 'request' | 'other_requests'>,
  entry: Pick<Entry, 'description' | 'do_not_translate'>,
  line: SourceLine,
): boolean {
  if (translation.locked || entry.do_not_translate) return false
  if (findOpenRequest(translation, line) !== undefined) return true
  const { text } = shownText(translation, line)
  if (text === undefined || isUnreviewedImport(text)) return true
  const reason = staleReason(translation, entry, line)
  return reason === 'source_changed' || (reason === 'note_changed' && !isProtected(text))
}
