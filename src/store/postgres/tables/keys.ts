import { createHash } from 'node:crypto'

/** Sorts after every other character. Marks what UTF-8 cannot have, or would sort elsewhere. */
const MARK = '\u{10FFFF}'

/** Index entries of PostgreSQL have at most 2,704 bytes. */
const MAX_KEY_BYTES = 600
const KEPT_UNITS = 100

/** U+0000, which PostgreSQL cannot store, its escape, and what UTF-16 and UTF-8 sort differently. */
// oxlint-disable-next-line no-control-regex
const ODD = /[\0\u0001\u{10FFFF}\uE000-\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu

/**
 * Encodes a key or sort key as text that PostgreSQL can store and index. Different keys stay different. With the collation `C`, encoded keys sort by UTF-16
 * code unit like in JavaScript, except for lone surrogates, and for long keys with the same beginning.
 */
export function encodeKey(key: string): string {
  const text = escapeKey(key)
  if (text.length * 3 <= MAX_KEY_BYTES || Buffer.byteLength(text) <= MAX_KEY_BYTES) return text
  const hash = createHash('sha256').update(text).digest('base64url')
  return `${text.slice(0, KEPT_UNITS).replace(/[\uD800-\uDBFF]$/, '')}${MARK}#${hash}`
}

/** What separates the parts of a compound key (records/define.ts), encoded. */
export const ENCODED_SEPARATOR = '\u0001\u0001'

/** Encodes a part of a compound key. */
export const escapeKey = (key: string): string => key.replaceAll(ODD, escapeOne)

function escapeOne(odd: string): string {
  if (odd === '\0') return ENCODED_SEPARATOR
  if (odd === '\u0001') return '\u0001\u0002'
  if (odd === MARK) return `${MARK}\u0001`
  const unit = odd.charCodeAt(0)
  return unit < 0xe000 ? `${MARK}\u0002${unit.toString(16)}` : `${MARK}${odd}`
}
