/** Line breaking as in gettext's own programs, which keeps the layout of their files. */

import { splitBreakable } from './line-breaks.ts'

/** Wraps an escaped string into lines. A part wider than a line gets its own line. */
export function wrap(escaped: string, width: number): string[] {
  if (escaped.length * 2 <= width) return [escaped]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const part of splitBreakable(escaped)) {
    const wide = measureWidth(part)
    if (line !== '' && used + wide > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += part
    used += wide
  }
  lines.push(line)
  return lines
}

/** Returns the width in terminal columns. */
export function measureWidth(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const char of text) width += ZERO.test(char) ? 0 : WIDE.test(char) ? 2 : 1
  return width
}

const NARROW = /^[\u0020-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F]*$/
const ZERO = /(?![\u0CBF\u0CC6])[\p{Mn}\p{Me}\p{Cf}]/u
const WIDE =
  /[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u
