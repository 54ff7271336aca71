import { escapeInvisible } from '../../text/escape.ts'
import type { SourceEntry } from './format.ts'

/** Maximum UTF-16 code units of a key in the sentence. */
const MAX_KEY = 60

/** Describes the keys of a file that occur twice with the same value, as a sentence; undefined if there are none. */
export function describeDuplicates(
  path: string,
  entries: readonly Pick<SourceEntry, 'key' | 'duplicate'>[],
): string | undefined {
  const found = entries.filter(({ duplicate }) => duplicate !== undefined)
  const [first] = found
  if (first?.duplicate === undefined) return undefined
  const more = found.length > 1 ? ` So do ${found.length - 1} other keys.` : ''
  const key = escapeInvisible(first.key.slice(0, MAX_KEY))
  return `In ${escapeInvisible(path)}, the key ${JSON.stringify(key)} occurs twice with the same value (lines ${first.duplicate.join(' and ')}): remove one.${more}`
}
