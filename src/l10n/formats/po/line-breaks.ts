import { memoize } from '../../memoize.ts'

/** Line breaking as in gettext's own programs, which keeps the layout of their files. */

/** A class of characters of UAX #14, as GNU gettext 0.21 has them. `OW` is a wide `OP`, `GL` and `WJ` glue, `CM` belongs to the character before it. */
type BreakClass = keyof typeof CLASSES

/** Before which classes a line can break without a blank. */
const DIRECT: Readonly<Partial<Record<BreakClass, string>>> = {
  AL: 'OW ID RI B2 BB',
  HL: 'OW ID RI B2 BB',
  NU: 'OW ID RI B2 BB',
  CP: 'OP OW ID RI B2 BB',
  CL: 'AL HL NU OP OW ID RI B2 BB',
  EX: 'AL HL NU OP OW PR PO ID RI B2 BB',
  IS: 'AL HL OP OW PR PO ID RI B2 BB',
  SY: 'AL OP OW PR PO ID RI B2 BB',
  HY: 'AL HL OP OW PR PO ID RI B2 BB GL',
  BA: 'AL HL NU OP OW PR PO ID RI B2 BB GL',
  B2: 'AL HL NU OP OW PR PO ID RI BB',
  IN: 'AL HL NU OP OW PR PO ID RI B2 BB',
  NS: 'AL HL NU OP OW PR PO ID RI B2 BB',
  PR: 'PR PO RI B2 BB',
  PO: 'PR PO ID RI B2 BB',
  ID: 'AL HL NU OP OW PR ID RI B2 BB',
  RI: 'AL HL NU OP OW PR PO ID B2 BB',
}

/** What stays with the class before it, and with any class, also after blanks. */
const TOGETHER: Readonly<Partial<Record<BreakClass, string>>> = { QU: 'OP OW', CL: 'NS', B2: 'B2' }
const NEVER_FIRST: ReadonlySet<BreakClass> = new Set(['CP', 'CL', 'EX', 'IS', 'SY', 'WJ', 'ZW'])

/** Splits an escaped string into parts between which gettext can break a line. */
export function splitBreakable(escaped: string): string[] {
  const parts: string[] = []
  const end = escaped.endsWith('\\n') ? escaped.length - 2 : escaped.length
  let from = 0
  let before: BreakClass | undefined
  let hasBlank = false
  let isEscape = false
  let isHebrew = false
  let at = 0
  for (const char of escaped) {
    if (at === end) break
    if (char === ' ') hasBlank = true
    else {
      const own = findClass(char)
      const after = own === 'CM' && hasBlank ? 'AL' : own
      // A Hebrew prefix stays with the word after its hyphen.
      const isPrefix = isHebrew && !hasBlank && (before === 'HY' || before === 'BA')
      if (before !== undefined && !isEscape && !isPrefix && canBreak(before, after, hasBlank)) {
        parts.push(escaped.slice(from, at))
        from = at
      }
      if (after !== 'CM' || before === undefined) {
        isHebrew = before === 'HL' && !hasBlank
        before = after === 'CM' ? 'AL' : after
      }
      isEscape = char === '\\' && !isEscape
      hasBlank = false
    }
    at += char.length
  }
  parts.push(escaped.slice(from))
  return parts
}

function canBreak(before: BreakClass, after: BreakClass, hasBlank: boolean): boolean {
  if (after === 'CM' || after === 'ZW') return false
  if (before === 'ZW') return true
  if (before === 'OP' || before === 'OW' || NEVER_FIRST.has(after)) return false
  if (TOGETHER[before]?.includes(after) === true) return false
  return hasBlank || DIRECT[before]?.includes(after) === true
}

/** The classes of characters; the first match is used, and `AL` without one. */
const CLASSES = {
  ZW: /\u200B/,
  WJ: /[\u2060\uFEFF]/,
  GL: /\u034F|[\u035C-\u0362]|\u200D|[\u00A0\u0F08\u0F0C\u0F12\u180E\u2007\u2011\u202F]/,
  BA: /[\t|\u00AD\u058A\u05BE\u0E5A\u0E5B\u0964\u0965\u0F0B\u0F34\u0F7F\u0F85\u104A\u104B\u1361\u17D4\u17D5\u2000-\u2006\u2008-\u200A\u2010\u2012\u2013\u2027\u2056\u2058-\u205B\u205D-\u205F\u3000]/,
  HY: /-/,
  B2: /\u2014/,
  BB: /[\u00B4\u02C8\u02CC\u02DF\u1806\u1FFD]/,
  EX: /[!?\u05C6\u061B\u061E\u061F\u06D4\u07F9\u0F0D-\u0F11\u0F14\uFE15\uFE16\uFE56\uFE57\uFF01\uFF1F]/,
  IS: /[,.:;\u037E\u0589\u060C\u060D\u07F8\u2044\uFE10\uFE13\uFE14]/,
  SY: /\//,
  IN: /[\u2024-\u2026\u22EF\uFE19]/,
  NS: /[\u17D6\uA015\u203C\u203D\u2047-\u2049\u3005\u301C\u303B\u303C\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308E\u3095\u3096\u309B-\u309E\u30A0\u30A1\u30A3\u30A5\u30A7\u30A9\u30C3\u30E3\u30E5\u30E7\u30EE\u30F5\u30F6\u30FB-\u30FE\u31F0-\u31FF\uFE54\uFE55\uFF1A\uFF1B\uFF65\uFF67-\uFF70\uFF9E\uFF9F]/,
  CP: /[)\]]/,
  PO: /[%\u00A2\u00B0\u0609-\u060B\u066A\u2030-\u2037\u20A7\u20B6\u20BB\u20BE\u20C0\u2103\u2109\uFDFC\uFE6A\uFF05\uFFE0]/,
  PR: /[+\\\u00B1\u2116\u2212\u2213]|\p{Sc}/u,
  QU: /["'\u275B-\u2760]|\p{Pi}|\p{Pf}/u,
  OW: /[\u2329\u3008\u300A\u300C\u300E\u3010\u3014\u3016\u3018\u301A\u301D\uFE17\uFE35-\uFE47\uFE59\uFE5B\uFE5D\uFF08\uFF3B\uFF5B\uFF5F\uFF62](?<=\p{Ps})/u,
  OP: /[\u00A1\u00BF]|\p{Ps}/u,
  CL: /[}\u3001\u3002\uFE11\uFE12\uFE50\uFE52\uFF0C\uFF0E\uFF61\uFF64]|\p{Pe}/u,
  RI: /\p{Regional_Indicator}/u,
  AL: /[\u0E31-\u0E4E\u0EB1-\u0ECD\u102B-\u103E\u17B4-\u17D3]/,
  CM: /[\u200C\u200E\u200F\u202A-\u202E\u2066-\u206F\u3035]|\p{M}|\p{Cc}|\p{Emoji_Modifier}/u,
  ID: /[\u1100-\u115F\u2E80-\u2FFB\u3003-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6B\uFF02-\uFFE6\u{1F000}-\u{1F64F}\u{1F680}-\u{1FAFF}\u{20000}-\u{3FFFD}]|[\u231A\u231B\u23F0-\u23F3\u2600-\u2603\u2614\u2615\u2618\u261A-\u261F\u2639-\u263B\u2668\u267F\u26BD-\u26C8\u26CD\u26CF-\u26D1\u26D3\u26D4\u26D8\u26D9\u26DC\u26DF-\u26E1\u26EA\u26F1-\u26F5\u26F7-\u26FA\u26FD-\u2704\u2708-\u270D\u2764]/u,
  NU: /\p{Nd}/u,
  HL: /[\u05D0-\u05F2\uFB1D-\uFB4F]/,
}
const PATTERNS = Object.entries(CLASSES) as [BreakClass, RegExp][]

const classify = (char: string): BreakClass => PATTERNS.find(([, pattern]) => pattern.test(char))?.[0] ?? 'AL'

const ASCII = Array.from({ length: 128 }, (_, code) => classify(String.fromCharCode(code)))

/** Maximum characters with a cached class. */
const MAX_CHARACTERS = 20_000
const findOtherClass = memoize(MAX_CHARACTERS, classify)

const findClass = (char: string): BreakClass => ASCII[char.charCodeAt(0)] ?? findOtherClass(char)

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
