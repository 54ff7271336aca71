import type { AppError } from '../../../errors.ts'
import { assertLength, faultsOf } from '../faults.ts'
import type { Span } from '../splice.ts'

/** Strings in double quotes: gettext uses the escapes of C. */

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
}
const LETTERS = new Map(Object.entries(ESCAPES).map(([letter, char]) => [char, letter]))
const PART = /[^\\]+|\\([0-7]{1,3})|\\x([0-9a-fA-F]{1,2})|\\(.)/gsu

/** Decodes the raw text between quotes; undefined for an invalid escape. */
export function decodeText(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw
  const parts: string[] = []
  // Octal and hexadecimal escapes are UTF-8 bytes, so adjacent ones are decoded together.
  let bytes: number[] = []
  for (const [part, octal, hex, letter] of raw.matchAll(PART)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else {
      const text = letter === undefined ? part : ESCAPES[letter]
      const before = decodeBytes(bytes)
      if (text === undefined || before === undefined) return undefined
      parts.push(before, text)
      if (bytes.length > 0) bytes = []
    }
  }
  const last = decodeBytes(bytes)
  return last === undefined ? undefined : parts.join('') + last
}

/** Encodes a string for use between quotes. */
export function encodeText(text: string): string {
  return text.replace(/[\p{Cc}"\\]/gu, char => {
    const letter = LETTERS.get(char)
    if (letter !== undefined) return `\\${letter}`
    const code = char.charCodeAt(0)
    // Characters of more than one UTF-8 byte stay unescaped.
    return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : char
  })
}

function decodeBytes(bytes: readonly number[]): string | undefined {
  if (bytes.length === 0) return ''
  if (bytes.some(byte => byte > 0xff)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** A keyword with its string, which can have several pieces; `end` is after the last quote. */
export interface PoField extends Span {
  readonly keyword: string
  /** The index in `msgstr[1]`. */
  readonly index?: number
  readonly value: string
}

/**
 * Yields the comment lines, without their line breaks, and the fields of a file, in order.
 * @throws AppError `invalid_input` with line and column.
 */
export function* scanPo(text: string): Generator<Span | PoField> {
  let field: { keyword: string; index?: number; value: string; start: number; end: number } | undefined
  let start = 0
  while (start < text.length) {
    const first = text[start]
    if (first === '"') {
      const end = literalEnd(text, start)
      if (end === undefined) throw strayTextError(text, start)
      if (field === undefined) throw poFault(text, start, 'a string has no keyword', STRAY_TEXT)
      const literal = text.slice(start + 1, end - 1)
      const value = decodeText(literal)
      if (value === undefined) throw invalidEscapeError(text, start, literal)
      field.value += value
      field.end = end
      start = end
    } else if (first === '#') {
      if (field !== undefined) yield assertWholeField(text, field)
      field = undefined
      const end = findCommentEnd(text, start)
      yield { start, end }
      start = end
    } else {
      TOKEN.lastIndex = start
      const [raw, keyword, index] = TOKEN.exec(text) ?? []
      if (raw === undefined) throw strayTextError(text, start)
      const end = start + raw.length
      if (keyword !== undefined) {
        if (field !== undefined) yield assertWholeField(text, field)
        field = { keyword, ...(index !== undefined && { index: Number(index) }), value: '', start, end: start }
      }
      start = end
    }
  }
  if (field !== undefined) yield assertWholeField(text, field)
}

/**
 * Finds the offset after the closing quote of the string at `start`, in the same line. Does not use a pattern, which would need a stack as deep as the string
 * is long.
 */
export function literalEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') return at + 1
    if (char === '\n') return undefined
    if (char === '\\') {
      at += 1
      if (text[at] === '\n') return undefined
    }
  }
  return undefined
}

/** Finds the end of a comment. A carriage return alone does not end a line. */
function findCommentEnd(text: string, start: number): number {
  const newline = text.indexOf('\n', start)
  if (newline === -1) return text.length
  return text[newline - 1] === '\r' ? newline - 1 : newline
}

/** Creates the error for a fault at an offset of a file. */
export const poFault = faultsOf('PO')

/** Matches white space in pieces, to limit the stack of the pattern. */
const TOKEN = /[ \t\r\n\f\v]{1,1000}|(msgctxt|msgid_plural|msgid|msgstr)(?:[ \t]*\[[ \t]*(\d{1,4})[ \t]*\])?(?![\w[])/y

const STRAY_TEXT = 'Start the entry with msgid, and put comments above it.'

function assertWholeField<Field extends PoField>(text: string, field: Field): Field {
  assertLength(field.keyword, field.value, (what, fix) => poFault(text, field.start, what, fix))
  if (field.end > field.start) return field
  throw poFault(text, field.start, `${field.keyword} has no string`, `Write at least ${field.keyword} "".`)
}

function strayTextError(text: string, offset: number): AppError {
  if (text[offset] === '"') {
    return poFault(text, offset, 'a string is not closed on its line', 'Close it with ", and write line breaks as \\n.')
  }
  const [line = ''] = text.slice(offset, offset + 40).split(/\r?\n/)
  const shown = JSON.stringify(line.slice(0, 20))
  return poFault(text, offset, `${shown} is not a comment, keyword or string`, 'Put # before it, or remove it.')
}

function invalidEscapeError(text: string, start: number, literal: string): AppError {
  // The escapes of a multi-byte character are read together.
  const escapes = /(?:\\[0-7]{1,3}|\\x[0-9a-fA-F]{1,2}){1,8}|\\./gs
  const bad = [...literal.matchAll(escapes)].find(([escape]) => decodeText(escape) === undefined)
  const fix = 'Use \\" \\\\ \\n \\t \\r, or the bytes of a UTF-8 character as \\303\\274; a backslash is \\\\.'
  return poFault(text, start + 1 + (bad?.index ?? 0), `the escape ${bad?.[0] ?? ''} is not valid`, fix)
}
