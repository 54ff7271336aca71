/** A directive of strftime, or a percent sign that begins none. */
export interface Directive {
  /** As it is written: `%-d`. */
  readonly raw: string
  /** The letter that decides what it prints; `%` for a literal percent sign, empty if it is not valid. */
  readonly letter: string
  readonly start: number
}

/** The directives of C, Python, PHP and Ruby, with their flags, widths and modifiers. A percent sign alone is not valid. */
const DIRECTIVE =
  /%(?:[-_0^#]{0,5}(?:[EO]?([aAbBcCdDeFfgGhHIjklLmMnNpPqQrRsSTtuUvVwWxXyYzZ+%])|\d{1,3}([LNY]))|:{1,3}(z))?/g

/** What begins with a directive, but belongs to another family: `%ld`, `%1$s`, `%(name)s`, `%{name}`. */
const OTHER_FAMILY = /%[-0]?(?:[hlLjtzq]{1,2}[diouxXeEfFgGcs]|\d*[$.]|[({<@])|%s/

/** Lists the directives of a text, in order. */
export function listDirectives(text: string): readonly Directive[] {
  if (!text.includes('%')) return []
  return [...text.matchAll(DIRECTIVE)].map(({ 0: raw, 1: plain, 2: wide, 3: zone, index }) => ({
    raw,
    letter: plain ?? wide ?? zone ?? '',
    start: index,
  }))
}

/** Whether a directive prints a part of a date or a time, and not a percent sign or white space. */
export const isPart = ({ letter }: Directive): boolean => letter !== '' && !'%nt'.includes(letter)

/** Parts that together are a date or a time. Each has one that printf does not have. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['bBm', 'deaAjyYG'],
  ['yY', 'jVUW'],
  ['HIkl', 'MpP'],
  ['M', 'S'],
  ['FTRD', 'FTRDaAzZ'],
]

/** A date or a time that needs no second directive. */
const WHOLE = 'BYFTRA'

/** Returns the letters of the directives of a text; undefined if it has another percent sign, or none. */
export function readParts(text: string): readonly string[] | undefined {
  if (!text.includes('%') || OTHER_FAMILY.test(text)) return undefined
  const directives = listDirectives(text)
  if (directives.some(({ letter }) => letter === '')) return undefined
  const parts = directives.filter(isPart).map(({ letter }) => letter)
  return parts.length === 0 ? undefined : parts
}

/**
 * Returns whether a text is a date or time format by itself: directives, separators and few words, such as `%d de %B` and `%H:%M Uhr`. `%d %s`, `%d/%d` and
 * other texts of printf are none.
 */
export function isStrftime(text: string): boolean {
  if (text.length > MAX_PATTERN || NO_PATTERN.test(text)) return false
  const parts = readParts(text)
  if (parts === undefined) return false
  const has = (letters: string): number => parts.filter(part => letters.includes(part)).length
  const words = countWords(text)
  if (words > parts.length) return false
  // Beside words, `%d` and `%m` can be a number and the error of a system call.
  const isClear = parts.some(part => !'demS'.includes(part)) || !/\p{L}/u.test(text.replace(DIRECTIVE, ' '))
  const isPair = ([one, other]: readonly [string, string]): boolean =>
    has(one) > 0 && has(other) > 0 && has(one + other) > 1
  return (isClear && PAIRS.some(isPair)) || (words === 0 && parts.length === 1 && has(WHOLE) === 1)
}

/** A year or a month's name, or a time, that other families hardly have. */
const DATE = /(?<!\p{N}\s?)%(?:[-^0]?[BY]|-?H[:.h]%M|-?I[:.]%M %[pP]|b %-?[de])(?![\p{L}\p{N}_])/u

/** Whether a sentence has a date or a time and no placeholder, such as `ends on %B %d`, or is the date or time of the locale alone. */
export const isDateSentence = (text: string): boolean =>
  /^%[cxX]$/.test(text) || (DATE.test(text) && !NO_PATTERN.test(text) && readParts(text) !== undefined)

/** The longest format; a longer text is a sentence. */
const MAX_PATTERN = 100

/** Placeholders of other families and tags, `100%`, and a word behind a directive such as `%Mineral`. */
const NO_PATTERN = /[{}<>$|\\]|\p{N}%|%n|%[-_0^#]?[A-Za-z][A-Za-z]{4}/u

/** The words between directives. Letters that name a unit, such as `h` and `日`, are none. */
export const countWords = (text: string): number =>
  text.replace(DIRECTIVE, ' ').match(/[\p{L}\p{M}]{3,}/gu)?.length ?? 0
