/** A part of a file: the offsets of its first character and of that after its last. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Replaces the text from `start` to `end`; inserts if both are equal. */
export interface Edit extends Span {
  readonly text: string
}

/** Applies edits that do not overlap. Edits at the same offset keep their order. */
export function splice(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
