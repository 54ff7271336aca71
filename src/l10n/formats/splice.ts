/** A replacement of the text from `start` to `end`; an insertion where both are the same. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits that do not overlap; of two at one place the one given first stands first. */
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
