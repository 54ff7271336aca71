import { type Message, SYNTAXES, type Syntax } from '../message.ts'
import { countWords, isDateSentence, isStrftime, readParts } from './strftime.ts'

/** Syntaxes of formats: not sentences, and each language has its own. `format` = of numbers, separators and connectors. */
export const PATTERN_SYNTAXES = ['strftime', 'format'] as const
export type PatternSyntax = (typeof PATTERN_SYNTAXES)[number]

export const isPatternSyntax = (syntax: string | undefined): syntax is PatternSyntax =>
  PATTERN_SYNTAXES.some(one => one === syntax)

/** The syntaxes that a whole file can have. */
export const FILE_SYNTAXES = SYNTAXES.filter(
  (syntax): syntax is Exclude<Syntax, PatternSyntax> => !isPatternSyntax(syntax),
)

/** A string of a source file. */
interface KeyedText {
  readonly key: string
  readonly value: Message
  readonly tags?: readonly string[] | undefined
}

/** Returns the syntax of a string that is a format by its key or by all of its text; undefined for others. */
export function findPatternSyntax({ key, value, tags = [] }: KeyedText): PatternSyntax | undefined {
  if (typeof value !== 'string' || value.length > MAX_PATTERN) return undefined
  const path = toPath(key)
  if (isNumberFormat(path, value)) return 'format'
  const isDate = isStrftime(value) || (!tags.some(isFormatFlag) && (isDatePath(path, value) || isDateSentence(value)))
  return isDate ? 'strftime' : undefined
}

/** Whether all of a text is a format, whatever its key is. */
export const isPatternText = (text: string): boolean => isStrftime(text) || UNIT_FORMAT.test(text)

/** The syntax of an entry: formats keep theirs in files whose syntax a user has set. */
export const findEntrySyntax = <Name extends string>(
  own: Name | undefined,
  fixed: Name | undefined,
  ofFile: Name,
): Name => (isPatternSyntax(own) ? own : (fixed ?? own ?? ofFile))

const MAX_PATTERN = 200

/** gettext's `c-format`, but not `no-c-format`. */
const isFormatFlag = (tag: string): boolean => /^(?!no-)[a-z-]+-format$/.test(tag)

/** Characters of a key that decide. */
const MAX_KEY = 200

/** The last part of a key in lower case, with a dot between its names: `dateFormat` is `date_format`. */
const toPath = (key: string): string =>
  key
    .slice(-MAX_KEY)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[/:]/g, '.')
    .replaceAll('-', '_')
    .toLowerCase()

const RAILS_DATE = /(?:^|\.)(?:date|time|datetime)\.formats?\.[^.]+$/
const DATE_FORMAT = /(?:^|[._])(?:date|time|datetime)_?formats?(?:$|[._])|(?:^|[._])strftime(?:$|[._])/

/** A key of date and time formats. Except in Rails, two equal directives or words without a clear one belong to printf. */
function isDatePath(path: string, value: string): boolean {
  const parts = readParts(value)
  if (parts === undefined) return false
  if (RAILS_DATE.test(path)) return true
  if (!DATE_FORMAT.test(path) || new Set(parts).size < parts.length) return false
  return countWords(value) === 0 || parts.some(part => CLEAR.includes(part))
}

/** The directives that are no conversions of printf. */
const CLEAR = 'bBHIjkmMPrRTUvVwWyYzZ'

const RAILS_NUMBER = /(?:^|\.)number\.(?:[a-z_]+\.){0,3}(?:negative_)?format$/
const CURRENCY_UNIT = /(?:^|\.)currency\.(?:format\.)?unit$/
const CONNECTOR = /(?:^|\.)(?:words|two_words|last_word)_connector$/
/** `AM` and `PM`, which most languages do not print. */
const HALF_DAY = /(?:^|\.)time\.[ap]m$/
const SEPARATOR =
  /(?:^|[._])(?:delimiter|separator|(?:decimal|thousands?|group(?:ing)?|list)_?(?:separator|delimiter|mark|point))$/

/** Formats of Rails and of the libraries with its keys: `%n %u`, a delimiter, ` and `, `am`. */
function isNumberFormat(path: string, value: string): boolean {
  if ([CONNECTOR, CURRENCY_UNIT, HALF_DAY].some(one => one.test(path))) return true
  if (RAILS_NUMBER.test(path)) return /%[nu]/.test(value) && !/%[^nu\s%]/.test(value)
  return SEPARATOR.test(path) ? /^[^\p{L}\p{N}%{]{1,3}$/u.test(value) : UNIT_FORMAT.test(value)
}

/** Text that is `%n` and `%u` alone. */
const UNIT_FORMAT = /^[-\s()]*(?:%n[-\s]*%u|%u[-\s]*%n)[-\s()]*$/
