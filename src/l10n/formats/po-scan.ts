import { AppError } from '../../errors.ts'
import { decodeText } from './po-text.ts'
import { positionAt } from './position.ts'

/** A comment line, without its line break. */
export interface PoComment {
  readonly start: number
  readonly end: number
}

/** A keyword with its text, which may stand in several pieces; `end` is after the last quote. */
export interface PoField {
  readonly keyword: string
  /** Of `msgstr[1]`. */
  readonly index?: number
  readonly value: string
  readonly start: number
  readonly end: number
}

/** The comments and fields of a file, in order. @throws AppError `invalid_input` with line and column. */
export function* scanPo(text: string): Generator<PoComment | PoField> {
  const next = new RegExp(TOKEN)
  let field: { keyword: string; index?: number; value: string; start: number; end: number } | undefined
  while (next.lastIndex < text.length) {
    const start = next.lastIndex
    const match = next.exec(text)
    if (match === null) throw junk(text, start)
    const [raw, keyword, index, literal] = match
    const end = start + raw.length
    if (literal !== undefined) {
      if (field === undefined) throw poFault(text, start, 'a text stands without a keyword', STRAY_TEXT)
      const value = decodeText(literal)
      if (value === undefined) throw badEscape(text, start, literal)
      field.value += value
      field.end = end
    } else if (keyword !== undefined || raw.startsWith('#')) {
      if (field !== undefined) yield whole(text, field)
      field = undefined
      if (keyword === undefined) yield { start, end }
      else field = { keyword, ...(index !== undefined && { index: Number(index) }), value: '', start, end: start }
    }
  }
  if (field !== undefined) yield whole(text, field)
}

/** A fault of a file, with its place. */
export function poFault(text: string, offset: number, what: string, fix: string): AppError {
  const { line, column } = positionAt(text, offset)
  return new AppError('invalid_input', `Not a gettext PO file, at ${line}:${column}: ${what}.`, { fix })
}

const TOKEN =
  /[ \t\r\n\f\v]+|#[^\r\n]*(?:\r(?!\n)[^\r\n]*)*|(msgctxt|msgid_plural|msgid|msgstr)(?:[ \t]*\[[ \t]*(\d{1,4})[ \t]*\])?(?![\w[])|"((?:[^"\\\n]|\\[^\n])*)"/y

const STRAY_TEXT = 'Begin the entry with msgid, and put comments above it.'

function whole<Field extends PoField>(text: string, field: Field): Field {
  if (field.end > field.start) return field
  throw poFault(text, field.start, `${field.keyword} has no text`, `Write ${field.keyword} "" at least.`)
}

function junk(text: string, offset: number): AppError {
  if (text[offset] === '"') {
    return poFault(text, offset, 'a text is not closed on its line', 'Close it with ", and write line breaks as \\n.')
  }
  const shown = JSON.stringify(
    text
      .slice(offset, offset + 40)
      .split(/\r?\n/)[0]
      ?.slice(0, 20),
  )
  return poFault(text, offset, `${shown} is neither comment, keyword nor text`, 'Put # before it, or remove it.')
}

function badEscape(text: string, start: number, literal: string): AppError {
  // A character of several bytes is one escape.
  const escapes = /(?:\\[0-7]{1,3}|\\x[0-9a-fA-F]{1,2}){1,8}|\\./gs
  const bad = [...literal.matchAll(escapes)].find(([escape]) => decodeText(escape) === undefined)
  const fix = 'Use \\" \\\\ \\n \\t \\r, or the bytes of a UTF-8 character as \\303\\274; a backslash is \\\\.'
  return poFault(text, start + 1 + (bad?.index ?? 0), `the escape ${bad?.[0] ?? ''} means nothing`, fix)
}
