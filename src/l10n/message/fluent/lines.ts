const [NEWLINE, BLANK, QUOTE, BACKSLASH] = [0x0a, 0x20, 0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, STAR] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2a]

type Part = 'placeable' | 'variant'

/** A line of a Fluent pattern, without its line break. */
export interface PatternLine {
  readonly text: string
  /** Offset in the pattern. */
  readonly start: number
  /** Whether it starts in the text of the pattern itself, not within a placeable. */
  readonly isText: boolean
}

/** Splits the source of a Fluent pattern into lines, in linear time. */
export function splitPattern(pattern: string): PatternLine[] {
  const lines: PatternLine[] = []
  const within: Part[] = []
  let start = 0
  let isText = true
  let isIndent = false
  for (let at = 0; at < pattern.length; at += 1) {
    const code = pattern.charCodeAt(at)
    if (code === NEWLINE) {
      lines.push({ text: pattern.slice(start, at), start, isText })
      start = at + 1
      isText = within.length === 0
      isIndent = true
      continue
    }
    if (isIndent && code !== BLANK) {
      isIndent = false
      const isEnd = code === CLOSE_BRACE || code === OPEN_BRACKET || code === STAR
      if (isEnd && within.at(-1) === 'variant') within.pop()
    }
    if (within.at(-1) !== 'placeable') {
      if (code === OPEN_BRACE) within.push('placeable')
      else if (code === CLOSE_BRACE) within.length = Math.max(0, within.length - 2)
    } else if (code === QUOTE) at = findLiteralEnd(pattern, at)
    else if (code === OPEN_BRACE) within.push('placeable')
    else if (code === CLOSE_BRACE) within.pop()
    else if (code === CLOSE_BRACKET) within.push('variant')
  }
  lines.push({ text: pattern.slice(start), start, isText })
  return lines
}

/** Finds the closing quote of a string literal, or the last character of its line. */
function findLiteralEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === NEWLINE) return at - 1
    if (code === BACKSLASH && text.charCodeAt(at + 1) !== NEWLINE) at += 1
  }
  return text.length
}

/** Counts the spaces before the first other character. */
export function countIndent(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === BLANK) at += 1
  return at
}

/** Whether the first character of an indented line means something else there. */
export const isSpecialStart = (line: string): boolean => /^ *[.*[]/.test(line)
