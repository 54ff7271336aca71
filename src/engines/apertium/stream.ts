import type { Part, Segment } from '../template/segments.ts'

// https://wiki.apertium.org/wiki/Apertium_stream_format
const RESERVED = /[[\]{}^$/\\@<>]/g
const SENTENCE_END = /[.!?:;…]$/

/** Ends each text in both directions. */
export const NUL = '\u0000'
/** A blank at the end, which shows where the text ends. */
const END = '[e]'

/** Writes a segment in Apertium's stream format: kept parts are blanks that it never changes, `[1]`. */
export function toStream(segment: Segment): string {
  const text = segment.map(part => (part.kind === 'words' ? escapeWords(part.text) : `[${part.index}]`)).join('')
  // Without a full stop, the words of a title are taken for parts of an unfinished sentence.
  const last = segment.at(-1)
  const isEnded = last?.kind === 'words' && SENTENCE_END.test(last.text)
  return `${text}${isEnded ? '' : '.'}${END}`
}

/** Apertium's dictionaries have straight apostrophes only. */
const escapeWords = (text: string): string => text.replaceAll('’', "'").replaceAll(RESERVED, String.raw`\$&`)

/** Reads what Apertium wrote for a segment. */
export function fromStream(source: Segment, stream: string): Segment {
  const end = stream.lastIndexOf(END)
  const written = end === -1 ? stream : stream.slice(0, end)
  const last = source.at(-1)
  const isEnded = last?.kind === 'words' && SENTENCE_END.test(last.text)
  const parts: Part[] = []
  for (const { 0: raw, 1: blank, 2: escaped } of (isEnded ? written : written.replace(/\.\s*$/, '')).matchAll(PIECE)) {
    const kept =
      blank === undefined ? undefined : source.find(part => part.kind === 'kept' && `${part.index}` === blank)
    if (kept !== undefined) parts.push(kept)
    else if (blank === undefined) addWords(parts, escaped ?? raw)
  }
  return parts
}

const PIECE = /\[([^\]]*)\]|\\(.)|[^[\\]+|[[\\]/gsu

function addWords(parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'words') parts[parts.length - 1] = { kind: 'words', text: last.text + text }
  else parts.push({ kind: 'words', text })
}
