import { quote } from '../../../text/quote.ts'
import { countBy } from '../../groups.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { hasVariants, wordsOf } from '../reading/variants.ts'

interface NumberInText {
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

export const numbers = defineCheck({
  id: 'numbers',
  level: 'warning',
  finds:
    'A number that is changed or missing. Digits and separators of the locale, small numbers in words and Chinese units are read.',
  why: 'A limit, a price or a date is wrong.',
  standard: 'Unicode decimal digits (Nd), CLDR number formats',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Up to 1,000 files of 2.5 MB',
      good: 'Bis zu 1.000 Dateien mit 2,5 MB',
      bad: 'Bis zu 1.000 Dateien mit 25 MB',
    },
    { syntax: 'plain', locale: 'ar', source: 'Wait 30 seconds', good: 'انتظر ٣٠ ثانية', bad: 'انتظر ٤٠ ثانية' },
  ],
  find: inEachForm(find),
})

function* find({ source, target, category }: Form): Generator<Fault> {
  const wanted = source.computeOnce(listNumbers)
  const given = target.computeOnce(listNumbers)
  if (wanted.length === 0 && given.length === 0) return
  // Plural forms name their own numbers, and a language has several forms for one of the source.
  const isPlural = category !== undefined || hasVariants(source) || hasVariants(target)
  const missing = subtract(wanted, given, isPlural)
  const extra = subtract(given, wanted, isPlural)
  if (isExplained(missing, extra, source.text, target.text)) return
  // A number of the source can be said once more, or once less.
  if (missing.length === 0 && extra.every(number => isAmong(number, wanted))) return
  if (extra.length === 0 && missing.every(number => isAmong(number, given))) return
  for (const [at, number] of extra.entries()) {
    const want = missing[Math.min(at, missing.length - 1)]
    if (want === undefined && isWordy(number)) continue
    const fix = want === undefined ? `Remove ${quote(number.raw)}.` : `Write ${quote(want.raw)}.`
    yield { message: `Number ${quote(number.raw)} is not in the source.`, at: number.at, fix }
  }
  for (const { raw } of missing.slice(extra.length).filter(number => !isWordy(number) && !hasWords(number, source))) {
    yield { message: `Number ${quote(raw)} is missing.`, fix: `Put ${quote(raw)} back.` }
  }
}

const listNumbers = (text: ParsedText): readonly NumberInText[] => {
  const words = wordsOf(text)
  const plain = words.includes('|') ? words.replace(RANGE, range => ' '.repeat(range.length)) : words
  return readNumbers(/24.7/.test(plain) ? plain.replace(ALWAYS, match => ' '.repeat(match.length)) : plain)
}

/** "24/7" is an idiom of English, "24 h/24, 7 j/7" of French. */
const ALWAYS = /(?<!\d)24 ?[/x×-] ?7(?![\d:])/g

/** The numbers that a plural form of Laravel or Symfony is for, as in `[2,*] :count files`: other languages have other forms. */
const RANGE = /(?<=^|\|)\s{0,3}[[\]][\d*,\sInf-]{1,40}[[\]]/g

/** The numbers of one list that another lacks; with `once`, however often. In plural forms, 0 to 2 are ordinary. */
function subtract(list: readonly NumberInText[], from: readonly NumberInText[], once: boolean): NumberInText[] {
  const left = countBy(from, ({ value }) => value)
  return list.filter(({ value }) => {
    const count = left.get(value) ?? 0
    if (count > 0 && !once) left.set(value, count - 1)
    return count === 0 && !(once && /^[0-2]$/.test(value))
  })
}

/** Numbers that languages write in words: one to twelve. */
const isWordy = ({ value }: NumberInText): boolean => /^(?:\d|1[0-2])$/.test(value)

const isAmong = ({ value }: NumberInText, list: readonly NumberInText[]): boolean =>
  list.some(other => other.value === value)

/** An ordinal, or a time that languages have words for: "the 21st", "30 minutes" is half an hour, "24 hours" a day. */
const hasWords = ({ raw, at }: NumberInText, { text }: ParsedText): boolean =>
  /^(?:st|nd|rd|th)(?!\p{L})/u.test(text.slice(at + raw.length, at + raw.length + 3)) ||
  WORDED_TIME.test(text.slice(at, at + raw.length + MAX_UNIT))
const WORDED_TIME =
  /^(?:(?:15|30|45|60|90)[ -]min|(?:24|48|72)[ -]h|(?:60)[ -]sec|(?:14|30|31|90|365)[ -]day|(?:18|24|36)[ -]month|100 ?%)/i
const MAX_UNIT = 6

const isExplained = (
  missing: readonly NumberInText[],
  extra: readonly NumberInText[],
  source: string,
  target: string,
): boolean =>
  (missing.length === 0 && extra.length === 0) ||
  // 12:30 and 12.30, or other groups of the same digits.
  (missing.length !== extra.length && joinDigits(missing) === joinDigits(extra)) ||
  // 1万 is 10,000.
  extra.some(({ at, raw }) =>
    /^\s?[十百千万萬億亿兆십백천만억]/.test(target.slice(at + raw.length, at + raw.length + 2)),
  ) ||
  (missing.length === 0 && extra.every(({ value }) => value === '24' || value === '7') && source.search(ALWAYS) >= 0) ||
  // The 1990s are the years 90, or those of the 20th century.
  (missing.length === 1 && /\d0['’]?s(?!\p{L})/u.test(source) && extra.some(({ value }) => isDecade(value, missing))) ||
  // 5 pm is 17:00.
  (missing.length > 0 && /\d\s?[ap]\.?m\b/i.test(source)) ||
  // 10k is 10,000, and 12 months are 1 year.
  (missing.length === 1 && extra.length === 1 && isSameAmount(missing[0], extra[0], source))

const isDecade = (value: string, [year]: readonly NumberInText[]): boolean =>
  value.length === 2 && year?.value.endsWith(value) === true

/** Whether a source says the second number by the first: in thousands or millions, or in another unit of time. */
const isSameAmount = (one: NumberInText | undefined, other: NumberInText | undefined, source: string): boolean => {
  const ratio = Number(other?.value) / Number(one?.value)
  if (ratio >= 1e3)
    return [1e3, 1e6, 1e9].includes(ratio) && /\d\s?(?:[km]|bn|thousand|million|billion)(?!\p{L})/iu.test(source)
  if (ratio > 1) return [60, 24, 12, 7].includes(ratio) && /\d[ -](?:min|hour|day|week|year)/i.test(source)
  return [60, 24, 12, 7, 30].includes(Math.round(1 / ratio)) && /\d[ -](?:sec|min|hour|day|month)/i.test(source)
}

const joinDigits = (list: readonly NumberInText[]): string => list.map(({ value }) => value.replace(/\D/g, '')).join('')
