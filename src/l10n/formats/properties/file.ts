import { assertKey, assertLength, assertWhole, faultsOf, showKey, truncateNote } from '../faults.ts'
import { splitFile, type TextFile } from '../flat/text-file.ts'
import type { Span } from '../splice.ts'

/** A key and its value, which can continue over several lines, with the comment lines directly above it. */
export interface Property {
  readonly key: string
  readonly value: string
  /** The start of its first line. */
  readonly start: number
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueStart: number
  /** Without the line break. */
  readonly valueEnd: number
  readonly comments: readonly Span[]
  /** The end of the line of the previous property or of the header, followed by blank lines and comments. */
  readonly leadStart: number
}

export interface PropertiesFile extends TextFile {
  readonly properties: readonly Property[]
  /** The comment lines at the start of the file, up to a blank line. */
  readonly header: readonly Span[]
}

/**
 * Parses a properties file with positions, by the grammar of `java.util.Properties`.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseProperties(file: string): PropertiesFile {
  const { bom, text } = splitFile(file)
  const properties: Property[] = []
  // Most files have none.
  const mayHaveSurrogates = /[\uD800-\uDFFF]/.test(text) || (text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text))
  let comments: Span[] = []
  let header: readonly Span[] | undefined
  let leadStart = 0
  for (let start = 0, end = 0; start < text.length; start = skipLineBreak(text, end)) {
    const first = skipGap(text, start)
    const code = text.charCodeAt(first)
    end = first
    if (first >= text.length || isLineBreak(code)) {
      if (comments.length > 0 && header === undefined) {
        header = comments
        leadStart = start
      }
      comments = []
    } else if (code === HASH || code === EXCLAMATION) {
      end = findLineEnd(text, first)
      comments.push({ start, end })
    } else {
      const property = scanProperty(text, first, { start, comments, leadStart })
      const fault = (what: string, fix: string) => propertiesFault(text, first, what, fix)
      const { key, value, valueStart, valueEnd } = property
      assertKey(key, properties.length, fault)
      assertLength(`the string ${showKey(key)}`, value, (...of) => propertiesFault(text, valueStart, ...of))
      if (mayHaveSurrogates) assertWhole(showKey(key), key + value, fault)
      properties.push(property)
      header ??= []
      comments = []
      end = valueEnd
      leadStart = skipLineBreak(text, end)
    }
  }
  return { bom, text, properties, header: header ?? comments }
}

/** Returns the offset of the first line of a property, with its comments. */
export const getBlockStart = ({ comments, start }: Property): number => comments[0]?.start ?? start

/** Returns the note of a property: the comments directly above it, without their signs. */
export function readNote(text: string, { comments }: Property): string {
  const lines = comments.map(({ start, end }) => text.slice(start, end).replace(/^\s*[#!]+/, ''))
  const notes = lines.map(line => line.trim()).filter(line => line !== '')
  return truncateNote(notes.join('\n'))
}

const propertiesFault = faultsOf('properties')

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

function scanProperty(
  text: string,
  keyStart: number,
  above: Pick<Property, 'start' | 'comments' | 'leadStart'>,
): Property {
  const { start, comments, leadStart } = above
  const key = scanText(text, keyStart, true)
  let valueStart = skipGap(text, key.end)
  const code = text.charCodeAt(valueStart)
  if (code === EQUALS || code === COLON) valueStart = skipGap(text, valueStart + 1)
  const value = scanText(text, valueStart, false)
  // Without a spread, which takes longer than reading the pair.
  return {
    key: key.value,
    value: value.value,
    start,
    keyStart,
    keyEnd: key.end,
    valueStart,
    valueEnd: value.end,
    comments,
    leadStart,
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
