import type { Edit, Span } from '../splice.ts'

/** Removes parts of a file, each with the blank lines after it, or before it at the end of the file. */
export function removeParts(text: string, parts: readonly Span[]): Edit[] {
  const edits: Edit[] = []
  // The start of the removed part at the end of the file.
  let tail = text.length
  for (const { start, end } of parts.toSorted((a, b) => b.start - a.start)) {
    const after = end + findBlanksEnd(text, end)
    if (after === tail) {
      tail = start
      edits.splice(0, 1, { start: start - findBlanksStart(text, start), end: text.length, text: '' })
    } else edits.push({ start, end: after, text: '' })
  }
  return edits
}

/** Measures the blank lines after an offset, up to their last line break or the end of the file. */
function findBlanksEnd(text: string, offset: number): number {
  let end = offset
  for (let at = offset; ; at += 1) {
    const char = text[at]
    if (char === undefined) return at - offset
    if (char === '\n') end = at + 1
    else if (!isBlank(char) && !(char === '\r' && text[at + 1] === '\n')) return end - offset
  }
}

/** Measures the blank lines before an offset, without the line break that ends the line above them. */
function findBlanksStart(text: string, offset: number): number {
  let start = offset
  if (text[offset - 1] !== '\n') return 0
  for (let at = offset - 1; at >= 0; at -= 1) {
    const char = text[at]
    if (char === '\n') start = at + 1
    else if (!isBlank(char) && !(char === '\r' && text[at + 1] === '\n')) break
  }
  return offset - start
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'
