/** Line and column, both from 1; the column in UTF-16 code units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Finds the line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

/** Returns the offset after what a sticky pattern matches; the offset itself if that is nothing. */
export function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : offset
}
