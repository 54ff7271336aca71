/** A part of a file: the offsets of its first character and of that after its last. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Joins spans, in order, if they belong together. */
export function joinSpans(spans: readonly Span[], areJoined: (one: Span, next: Span) => boolean): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && areJoined(last, { start, end })) joined[joined.length - 1] = { start: last.start, end }
    else joined.push({ start, end })
  }
  return joined
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
