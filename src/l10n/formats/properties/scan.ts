import type { AppError } from '../../../errors.ts'
import { fileFault } from '../file-fault.ts'

/** A comment line, without its line break. */
export interface PropertiesComment {
  readonly kind: 'comment'
  readonly start: number
  readonly end: number
}

/** A line of white space. */
export interface PropertiesBlank {
  readonly kind: 'blank'
  readonly start: number
}

/** A key and its value, which can continue over several lines. Offsets are those of the file. */
export interface PropertiesPair {
  readonly kind: 'pair'
  readonly key: string
  readonly value: string
  /** The start of its first line. */
  readonly start: number
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueStart: number
  /** Without the line break. */
  readonly valueEnd: number
}

export type PropertiesPart = PropertiesComment | PropertiesBlank | PropertiesPair

/**
 * Yields the comments, blank lines and pairs of a file, in order, by the grammar of `java.util.Properties`.
 * @throws AppError `invalid_input` with line and column for an invalid escape.
 */
export function* scanProperties(text: string): Generator<PropertiesPart> {
  let start = 0
  while (start < text.length) {
    const first = skipGap(text, start)
    const code = text.charCodeAt(first)
    let end = first
    if (first >= text.length || isLineBreak(code)) yield { kind: 'blank', start }
    else if (code === HASH || code === EXCLAMATION) {
      end = findLineEnd(text, first)
      yield { kind: 'comment', start, end }
    } else {
      const pair = scanPair(text, start, first)
      end = pair.valueEnd
      yield pair
    }
    start = skipLineBreak(text, end)
  }
}

/** Creates the error for a fault at an offset of a file. */
export const propertiesFault = (text: string, offset: number, what: string, fix: string): AppError =>
  fileFault('properties', text, offset, what, fix)

const [TAB, LINE_FEED, FORM_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0c, 0x0d, 0x20]
const [EXCLAMATION, HASH, COLON, EQUALS, BACKSLASH] = [0x21, 0x23, 0x3a, 0x3d, 0x5c]

/** Whether a character is white space inside a line. */
const isBlank = (code: number): boolean => code === SPACE || code === TAB || code === FORM_FEED
const isLineBreak = (code: number): boolean => code === LINE_FEED || code === RETURN

/** Returns the offset after a line break; the offset itself if there is none. */
export function skipLineBreak(text: string, at: number): number {
  if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED) return at + 2
  return isLineBreak(text.charCodeAt(at)) ? at + 1 : at
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at += 1
  return at
}

function findLineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !isLineBreak(text.charCodeAt(at))) at += 1
  return at
}

function scanPair(text: string, start: number, keyStart: number): PropertiesPair {
  const key = scanText(text, keyStart, true)
  let valueStart = skipGap(text, key.end)
  const code = text.charCodeAt(valueStart)
  if (code === EQUALS || code === COLON) valueStart = skipGap(text, valueStart + 1)
  const value = scanText(text, valueStart, false)
  return {
    kind: 'pair',
    key: key.value,
    value: value.value,
    start,
    keyStart,
    keyEnd: key.end,
    valueStart,
    valueEnd: value.end,
  }
}

/** Skips white space and continued line breaks. */
function skipGap(text: string, from: number): number {
  let at = skipBlanks(text, from)
  for (let next = skipContinuation(text, at); next !== at; next = skipContinuation(text, at))
    at = skipBlanks(text, next)
  return at
}

/** Returns the offset after a backslash, its line break and the white space of the next line; the offset itself if there is no such backslash. */
function skipContinuation(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH) return at
  if (at + 1 === text.length) return text.length
  const next = skipLineBreak(text, at + 1)
  return next === at + 1 ? at : skipBlanks(text, next)
}

/** Decodes a key or a value, up to the first character that ends it and is not escaped. */
function scanText(text: string, start: number, isKey: boolean): { value: string; end: number } {
  let end = start
  let hasEscapes = false
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === BACKSLASH) {
      hasEscapes = true
      end += 1
      if (text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LINE_FEED) end += 1
      // The white space of the next line belongs to the break.
      if (isLineBreak(text.charCodeAt(end))) end = skipBlanks(text, end + 1) - 1
    } else if (isLineBreak(code) || (isKey && (code === EQUALS || code === COLON || isBlank(code)))) break
  }
  end = Math.min(end, text.length)
  const raw = text.slice(start, end)
  return { value: hasEscapes ? decode(text, raw, start) : raw, end }
}

/** Decodes the escapes of a text that starts at an offset of the file. */
function decode(file: string, raw: string, start: number): string {
  // Most escapes are those of one character, such as a blank.
  if (!/\\(?:[tnfru\r\n]|$)/.test(raw)) return raw.replace(/\\([^])/g, '$1')
  return raw.replace(
    /\\(?:(?:\r\n|\n|\r)[ \t\f]*|u[0-9a-fA-F]{4}|([^])|$)/g,
    (all, sign: string | undefined, at: number) => {
      if (sign === 'u') {
        throw propertiesFault(
          file,
          start + at,
          '\\u is not followed by four hexadecimal digits',
          'Write \\u00e9, or \\\\ for a backslash.',
        )
      }
      if (sign !== undefined) return ESCAPES[sign] ?? sign
      return all[1] === 'u' ? String.fromCharCode(Number.parseInt(all.slice(2), 16)) : ''
    },
  )
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', f: '\f', r: '\r' }
