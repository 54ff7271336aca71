import { addWords, findKept, type Part, type Segment } from '../template/segments.ts'

// https://wiki.apertium.org/wiki/Apertium_stream_format
const RESERVED = /[[\]{}^$/\\@<>]/g

/** Ends each text in both directions. */
export const NUL = '\u0000'
/** A blank at the end. Without it, the last punctuation is lost. */
const END = '[e]'

/** Writes a segment in Apertium's stream format: kept parts are blanks that it never changes, `[1]`. */
export const toStream = (segment: Segment): string =>
  segment.map(part => (part.kind === 'words' ? escapeWords(part.text) : `[${part.index}]`)).join('') + END

/** Apertium's dictionaries have straight apostrophes only. */
const escapeWords = (text: string): string => text.replaceAll('’', "'").replaceAll(RESERVED, String.raw`\$&`)

/** A blank, an escaped character, or words. */
const PIECE = /\[([^\]]*)\]|\\(.)|[^[\\]+|[[\\]/gsu

/** Reads what Apertium wrote for a segment. Blanks of its own are left out. */
export function fromStream(source: Segment, stream: string): Segment {
  const parts: Part[] = []
  for (const { 0: raw, 1: blank, 2: escaped } of stream.matchAll(PIECE)) {
    const kept = findKept(source, blank)
    if (kept !== undefined) parts.push(kept)
    else if (blank === undefined) addWords(parts, escaped ?? raw)
  }
  return parts
}
