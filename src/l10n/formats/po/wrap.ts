/** Line breaking that is similar enough to gettext's to keep the layout of its files. */

/** Splits an escaped string into parts between which a line can break. */
export function splitBreakable(escaped: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const { index, 0: before } of escaped.matchAll(BREAK)) {
    const at = index + before.length
    if (at >= escaped.length) break
    parts.push(escaped.slice(from, at))
    from = at
  }
  parts.push(escaped.slice(from))
  return parts
}

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

const NARROW = /^[\u0020-\u02FF\u0370-\u0482\u048A-\u052F]*$/
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u
const IDEOGRAPH =
  '[\\u2E80-\\u2FFF\\u3003-\\u3004\\u3006-\\u3007\\u3012-\\u303A\\u3041-\\u30FA\\u30FD-\\u4DBF\\u4E00-\\uA4CF\\uF900-\\uFAFF\\uFF02-\\uFF07\\uFF0A\\uFF0B\\uFF0D\\uFF10-\\uFF19\\uFF20-\\uFF3A\\uFF41-\\uFF5A\\u{20000}-\\u{3FFFD}]'
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u

/**
 * A short form of UAX #14: break after blanks, except before closing punctuation; after a hyphen or slash between words; around ideographs, unless
 * punctuation is attached to them.
 */
const BREAK = new RegExp(
  [
    '[^\\s(\\[{] +(?![ !?)\\]},.:;/]|\\\\[ntr])',
    '[\\p{L}\\p{N}][-\\u2010](?=\\p{L})',
    '/(?=\\p{L})',
    `(?:${IDEOGRAPH}|[\\u3001\\u3002\\u30FB\\u30FC\\uFF0C\\uFF0E\\uFF01\\uFF1A\\uFF1F\\u300D\\u300F\\u3011\\uFF09])(?=${IDEOGRAPH}|[\\u300C\\u300E\\u3010\\uFF08])`,
    `${IDEOGRAPH}(?=[\\p{Script=Latin}\\p{N}])(?!${IDEOGRAPH})`,
    `[\\p{Script=Latin}\\p{N}](?=${IDEOGRAPH})(?<!${IDEOGRAPH})`,
  ].join('|'),
  'gu',
)
