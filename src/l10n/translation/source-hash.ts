import { createHash } from 'node:crypto'
import type { Message } from '../message/message.ts'

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
