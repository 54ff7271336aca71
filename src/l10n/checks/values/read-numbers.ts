/** A number in a text. */
export interface NumberInText {
  /** As written. */
  readonly raw: string
  /** In ASCII digits, with a point before decimals and without grouping. */
  readonly value: string
  readonly at: number
}

/** Not those of character references: `&#39;`. */
const NUMBER = /(?<!&#x?|\p{Nd})\p{Nd}+(?:[.,٫٬'’\u00A0\u202F ]\p{Nd}{3}(?!\p{Nd})|[.,٫]\p{Nd}+)*/gu

/** Most numbers. */
const PLAIN = /^[0-9]+$/

/** The numbers of a text, in order. Digits of every script are read: Arabic-Indic, Persian, Devanagari, fullwidth … */
export function readNumbers(words: string): readonly NumberInText[] {
  if (!/\p{Nd}/u.test(words)) return []
  const numbers: NumberInText[] = []
  for (const { 0: raw, index: at } of words.matchAll(NUMBER)) {
    const value = PLAIN.test(raw) ? stripZeros(raw) : normalize(toAscii(raw))
    const parts = value.split('.')
    // Version 4.3.0 is also written 4.3.
    while (parts.length > 2 && parts.at(-1) === '0') parts.pop()
    // 31.12.2025 is written 12/31/2025 elsewhere.
    if (parts.length > 2) for (const part of parts) numbers.push({ raw, value: stripZeros(part), at })
    else numbers.push({ raw, value: parts.join('.'), at })
  }
  return numbers
}

/** Every block of decimal digits starts at a multiple of 16, or 6 after one. */
function toAscii(raw: string): string {
  let ascii = ''
  for (const char of raw) {
    const code = char.codePointAt(0) ?? 0
    ascii += code < 128 || !/\p{Nd}/u.test(char) ? char : String(digitOf(code))
  }
  return ascii
}

function digitOf(code: number): number {
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** `1,000`, `1.000` and `1 000` are 1000; `1.5` and `1,5` are 1.5; `2.4.1` stays. */
function normalize(ascii: string): string {
  const parts = ascii.split(/[.,٫٬'’\u00A0\u202F ]/)
  if (parts.length === 1) return stripZeros(ascii)
  const [first = '', ...groups] = parts
  const isGrouped = first.length <= 3 && first !== '0' && groups.every(group => group.length === 3)
  if (isGrouped) return stripZeros(parts.join(''))
  const last = groups.at(-1) ?? ''
  const isGroupedDecimal =
    groups.length > 1 && groups.slice(0, -1).every(group => group.length === 3) && separators(ascii).size > 1
  return isGroupedDecimal ? `${parts.slice(0, -1).join('')}.${last}` : parts.join('.')
}

const separators = (ascii: string): ReadonlySet<string> => new Set(ascii.match(/\D/g) ?? [])

/** `05` is 5. */
const stripZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')
