import { createHash } from 'node:crypto'
import type { Message } from '../message/message.ts'
import { isProtected, isUnreviewedImport } from './protection.ts'
import { findOpenRequest } from './request.ts'
import { shownText } from './shown-text.ts'
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

/**
 * Returns the hash of a source string: SHA-256 (hex) of the UTF-8 JSON `[context or null, text]`, or `[context or null, [[category, text], …]]` with the
 * categories sorted by code unit. Strings are not normalized: every byte counts.
 */
export function sourceHash(value: Message, context?: string): string {
  const canonical = typeof value === 'string' ? value : Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([context ?? null, canonical]))
    .digest('hex')
}

/** Returns the hash of a context note: 16 hexadecimal digits; undefined without a note. */
export const noteHash = (note: string | undefined): string | undefined =>
  note === undefined ? undefined : createHash('sha256').update(note).digest('hex').slice(0, 16)

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
