import { matchEnd } from '../position.ts'

/** The characters of names, without and with those that cannot be the first. */
const FIRST =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'

/** The source of a pattern (flag `u`) for a name. */
export const NAME_PATTERN = `[${FIRST}][${FIRST}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*`

const NAME = new RegExp(NAME_PATTERN, 'uy')

/** Returns the offset after the name at `start`; `start` if there is none. */
export const findNameEnd = (text: string, start: number): number => matchEnd(NAME, text, start)

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Returns the offset of the first character from `start` that is not white space. */
export function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

/** Matches the characters that XML 1.0 cannot contain, not even as a reference. */
// oxlint-disable-next-line no-control-regex
export const ILLEGAL = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/u

export const isLegal = (code: number): boolean => code <= 0x10ffff && !ILLEGAL.test(String.fromCodePoint(code))
