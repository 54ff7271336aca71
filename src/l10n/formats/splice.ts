/** Replaces the text from `start` to `end`; inserts if both are equal. */
export interface Edit {
  readonly start: number
  readonly end: number
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
