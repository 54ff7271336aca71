import { findMostFrequent } from '../../groups.ts'
import { type AlignedKey, alignBlanks } from '../align.ts'
import { detectEol } from '../eol.ts'
import type { PropertiesFile, Property } from './file.ts'

/** The style of a properties file, so that new and changed values match it. */
export interface PropertiesStyle {
  readonly eol: '\n' | '\r\n'
  /** The most frequent separator, such as ` = `. */
  readonly separator: string
  /** Whether characters beyond ASCII are escaped, as before Java 9. */
  readonly isAscii: boolean
  readonly isUpperHex: boolean
  /** Whether `:`, `=`, `#` and `!` are escaped in values, as Java's own writer does. */
  readonly escapesSigns: boolean
}

/** Maximum properties to examine for the style. */
const MAX_SAMPLES = 2_000

/** Detects the style of a file. `fallback` is used for properties that the file does not show. */
export function detectStyle(file: PropertiesFile, fallback?: PropertiesStyle): PropertiesStyle {
  const { text } = file
  const properties = file.properties.slice(0, MAX_SAMPLES)
  const escapes = text.includes('\\u') ? (text.match(/\\u[0-9a-fA-F]{4}/g) ?? []) : []
  const foreign = escapes.filter(escape => Number.parseInt(escape.slice(2), 16) > 0x7f)
  const hasRaw = /[^\0-\u007F]/.test(text)
  return {
    eol: detectEol(text, fallback?.eol),
    separator: findSeparator(text, properties) ?? fallback?.separator ?? '=',
    isAscii: foreign.length === 0 && !hasRaw ? fallback?.isAscii === true : foreign.length > 0 && !hasRaw,
    isUpperHex:
      escapes.length === 0
        ? fallback?.isUpperHex === true
        : escapes.some(escape => /[A-F]/.test(escape)) && !escapes.some(escape => /[a-f]/.test(escape.slice(2))),
    escapesSigns: detectSigns(text, properties) ?? fallback?.escapesSigns === true,
  }
}

/** Returns what separates a key from its value. Undefined if there is nothing, or it continues in the next line. */
export function getSeparator(text: string, { keyEnd, valueStart }: Property): string | undefined {
  const separator = text.slice(keyEnd, valueStart)
  return separator === '' || separator.includes('\\') ? undefined : separator
}

/** Returns the separator for a new key beside a property: aligned, if the property and those next to it are. */
export function fitSeparator(file: PropertiesFile, index: number, key: string, { separator }: PropertiesStyle): string {
  const { text, properties } = file
  const neighbors = [properties[index], properties[index - 1], properties[index + 1]]
  const own = neighbors[0] && getSeparator(text, neighbors[0])
  const sign = own === undefined ? '' : own.trim()
  if (own === undefined || sign === '') return own === ' ' || own === '\t' ? own : separator
  const lead = own.slice(0, own.indexOf(sign))
  if (!/^ *$/.test(lead)) return own
  const keys = neighbors.flatMap((neighbor): AlignedKey[] => {
    const blanks = neighbor && getSeparator(text, neighbor)?.indexOf(sign)
    return neighbor === undefined || blanks === undefined || blanks === -1
      ? []
      : [{ width: neighbor.keyEnd - neighbor.keyStart, blanks }]
  })
  return ' '.repeat(alignBlanks(keys, key.length)) + own.slice(lead.length)
}

/** Escapes a value in the style of the file. `separator` is what stands before it. */
export function encodeValue(value: string, separator: string, style: PropertiesStyle): string {
  const signs = style.escapesSigns ? value.replace(/[\\:=#!]/g, '\\$&') : value.replaceAll('\\', '\\\\')
  const escaped = escapeCommon(signs, style).replace(/^ /, '\\ ')
  // After white space alone, the first sign would be a separator.
  return !/[:=]/.test(separator) && /^[:=]/.test(escaped) ? `\\${escaped}` : escaped
}

/** Escapes a key in the style of the file. */
export const encodeKey = (key: string, style: PropertiesStyle): string =>
  escapeCommon(key.replace(/[\\:=#! ]/g, '\\$&'), style)

/** Escapes control characters, and other characters if the file is ASCII. */
function escapeCommon(text: string, { isAscii, isUpperHex }: PropertiesStyle): string {
  const pattern = isAscii ? /[^ -~]/g : /\p{Cc}/gu
  return text.replace(pattern, char => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0')
    return NAMED[char] ?? `\\u${isUpperHex ? hex.toUpperCase() : hex}`
  })
}

const NAMED: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' }

/** Returns the most frequent separator, without alignment. */
function findSeparator(text: string, properties: readonly Property[]): string | undefined {
  const found = properties.flatMap(property => getSeparator(text, property)?.replace(/ {2,}/g, ' ') ?? [])
  return findMostFrequent(found)
}

/** Whether values have more escaped signs than others; undefined if they have none. */
function detectSigns(text: string, properties: readonly Property[]): boolean | undefined {
  const signed = properties.filter(({ value }) => /[:=#!]/.test(value))
  const escaped = signed.filter(({ valueStart, valueEnd }) => /\\[:=#!]/.test(text.slice(valueStart, valueEnd)))
  return signed.length === 0 ? undefined : escaped.length * 2 > signed.length
}
