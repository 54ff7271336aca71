import type { Edit } from './splice.ts'

interface Part {
  readonly start: number
  readonly end: number
}

/** Takes whole parts of a file out, each with the blank lines that follow it, or, at the end of the file, with those before it. */
export function removeParts(text: string, parts: readonly Part[]): Edit[] {
  const edits: Edit[] = []
  // Where the part of the file begins of which nothing stays.
  let tail = text.length
  for (const { start, end } of parts.toSorted((a, b) => b.start - a.start)) {
    const after = end + blanksAfter(text, end)
    if (after === tail) {
      tail = start
      edits.splice(0, 1, { start: start - blanksBefore(text, start), end: text.length, text: '' })
    } else edits.push({ start, end: after, text: '' })
  }
  return edits
}

function blanksAfter(text: string, offset: number): number {
  const blanks = /(?:[ \t]*\r?\n)*(?:[ \t]*$)?/y
  blanks.lastIndex = offset
  return blanks.exec(text)?.[0].length ?? 0
}

/** The line break that ends the line before stays. */
function blanksBefore(text: string, offset: number): number {
  let at = offset
  for (;;) {
    const line = /\n([ \t]*\r?\n)$/.exec(text.slice(Math.max(0, at - 200), at))?.[1]
    if (line === undefined) return offset - at
    at -= line.length
  }
}
