import type { AppError } from '../../../errors.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { assertLength, faultsOf } from '../faults.ts'
import { matchEnd } from '../position.ts'
import type { Span } from '../splice.ts'
import { decodeHeredoc, decodeQuoted, type Heredoc, type Quote } from './text.ts'

/** A token of PHP code. White space and, for `nextToken`, nothing else separates tokens. */
export type Token = TextToken | PlainToken

/** A string literal. */
export interface TextToken extends Span {
  readonly kind: 'text'
  readonly quote: Quote
  /** Undefined if the string has variables, or bytes that are not valid UTF-8. */
  readonly value: string | undefined
}

interface PlainToken extends Span {
  /** `sign` is any other character. `end` is the end of the code: `?>` or the end of the file. */
  readonly kind: 'comment' | 'word' | 'number' | 'open' | 'close' | 'arrow' | 'comma' | 'semicolon' | 'sign' | 'end'
}

/** Creates the error for a fault at an offset of a file. */
export const phpFault = faultsOf('PHP')

/** Maximum variables in braces inside each other's strings. */
const MAX_INTERPOLATIONS = 20

/**
 * Returns the first token from an offset, after white space.
 * @throws AppError `invalid_input` with line and column for a string or comment that is not closed.
 */
export function nextToken(text: string, from: number, depth = 0): Token {
  const start = matchEnd(BLANKS, text, from)
  const char = text[start]
  if (char === undefined) return { kind: 'end', start, end: start }
  if (char === "'") return scanSingleQuoted(text, start)
  if (char === '"' || char === '`') return scanDoubleQuoted(text, start, char, depth)
  if (char === '/' || char === '#') {
    const end = findCommentEnd(text, start)
    if (end !== undefined) return { kind: 'comment', start, end }
    if (char === '#') return { kind: 'open', start, end: start + 2 }
  }
  if (char === '<' && text.startsWith('<<<', start)) {
    const heredoc = scanHeredoc(text, start, depth)
    if (heredoc !== undefined) return heredoc
  }
  if (char === '?' && text[start + 1] === '>') return { kind: 'end', start, end: start + 2 }
  if (char === '=' && text[start + 1] === '>') return { kind: 'arrow', start, end: start + 2 }
  const kind = SIGNS[char]
  if (kind !== undefined) return { kind, start, end: start + 1 }
  const end = matchEnd(WORD, text, start)
  if (end === start) return { kind: 'sign', start, end: start + 1 }
  return { kind: /\d/.test(char) ? 'number' : 'word', start, end }
}

const SIGNS: Readonly<Record<string, 'open' | 'close' | 'comma' | 'semicolon'>> = {
  '(': 'open',
  '[': 'open',
  '{': 'open',
  ')': 'close',
  ']': 'close',
  '}': 'close',
  ',': 'comma',
  ';': 'semicolon',
}

const BLANKS = /[ \t-\r]*/y
/** What ends a comment in one line. */
const LINE_END = /[\n\r]|\?>|$/g

/** Names, variables and numbers. */
const WORD = /[$\\\w\u0080-\uFFFF]{1,1000}/y

/** Returns the end of a comment; undefined if there is none. A comment in one line ends before its line break or `?>`. */
function findCommentEnd(text: string, start: number): number | undefined {
  if (text.startsWith('/*', start)) {
    const end = text.indexOf('*/', start + 2)
    if (end === -1) throw phpFault(text, start, 'a comment is not closed', 'Close it with */.')
    return end + 2
  }
  if (!text.startsWith('//', start) && (text[start] !== '#' || text[start + 1] === '[')) return undefined
  LINE_END.lastIndex = start
  return LINE_END.exec(text)?.index
}

function scanSingleQuoted(text: string, start: number): TextToken {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === "'") {
      return { kind: 'text', start, end: at + 1, quote: { kind: 'single' }, value: decodeSingle(text, start + 1, at) }
    }
  }
  throw unclosedError(text, start)
}

function decodeSingle(text: string, from: number, to: number): string {
  const raw = text.slice(from, to)
  return raw.includes('\\') ? raw.replace(/\\([\\'])/g, '$1') : raw
}

function scanDoubleQuoted(text: string, start: number, quote: '"' | '`', depth: number): TextToken {
  let hasVariables = quote === '`'
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === quote) {
      assertDecodable(text, start, at)
      const value = hasVariables ? undefined : decodeQuoted(text.slice(start + 1, at), true)
      return { kind: 'text', start, end: at + 1, quote: { kind: 'double' }, value }
    } else if (char === '$' || char === '{') {
      const end = skipVariable(text, at, depth)
      if (end !== undefined) {
        hasVariables = true
        at = end - 1
      }
    }
  }
  throw unclosedError(text, start)
}

/** Returns the end of `{$…}` and `${…}`, and the offset after the sign of `$name`; undefined if there is no variable. */
function skipVariable(text: string, at: number, depth: number): number | undefined {
  const next = text[at + 1] ?? ''
  const isBraced = (text[at] === '{' && next === '$') || (text[at] === '$' && next === '{')
  if (!isBraced) return text[at] === '$' && /[A-Za-z_\u0080-\uFFFF]/.test(next) ? at + 1 : undefined
  if (depth === MAX_INTERPOLATIONS) {
    throw phpFault(text, at, `variables are nested more than ${MAX_INTERPOLATIONS} levels deep`, 'Simplify the string.')
  }
  let open = 0
  let from = text[at] === '{' ? at : at + 1
  for (;;) {
    const token = nextToken(text, from, depth + 1)
    from = token.end
    if (token.kind === 'open') open += 1
    else if (token.kind === 'close') open -= 1
    else if (token.kind === 'end') throw phpFault(text, at, 'a variable in a string is not closed', 'Close it with }.')
    if (open === 0) return from
  }
}

/** Scans `<<<NAME` and `<<<'NAME'`; undefined if the signs are not the start of such a string. */
function scanHeredoc(text: string, start: number, depth: number): TextToken | undefined {
  OPENER.lastIndex = start
  const [opener, mark, label = ''] = OPENER.exec(text) ?? []
  if (opener === undefined) return undefined
  const closer = new RegExp(`([ \\t]*)${label}(?![\\w\\u0080-\\uFFFF])`, 'y')
  const bodyStart = start + opener.length
  let hasVariables = false
  let lineStart = bodyStart
  let at = bodyStart
  while (at <= text.length) {
    if (at === lineStart) {
      closer.lastIndex = at
      const [all, indent = ''] = closer.exec(text) ?? []
      if (all !== undefined) {
        assertDecodable(text, start, at)
        const quote: Heredoc = { kind: mark === "'" ? 'nowdoc' : 'heredoc', bodyStart, indent, label }
        const body = text.slice(bodyStart, at).replace(/(?:\r\n|\n|\r)$/, '')
        const value = hasVariables ? undefined : decodeHeredoc(body, quote)
        return { kind: 'text', start, end: at + all.length, quote, value }
      }
    }
    const char = text[at]
    if (char === '\n' || (char === '\r' && text[at + 1] !== '\n')) {
      lineStart = at + 1
      at += 1
    } else if (mark !== "'" && (char === '$' || char === '{')) {
      const end = skipVariable(text, at, depth)
      if (end !== undefined) hasVariables = true
      at = end ?? at + 1
    } else at += mark !== "'" && char === '\\' && !/[\r\n]/.test(text[at + 1] ?? '') ? 2 : 1
  }
  const what = `the string that starts with ${JSON.stringify(opener.trim())} is not closed`
  throw phpFault(text, start, what, `Write ${label} in a line of its own.`)
}

const OPENER = /<<<[ \t]*(['"]?)([A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]{0,200})\1[ \t]*(?:\r\n|\n|\r)/y

/** Rejects a string before it is decoded: an escape has at most ten characters. */
function assertDecodable(text: string, start: number, end: number): void {
  if (end - start <= MAX_TEXT_UNITS * 10) return
  assertLength('a string', text.slice(start, end), (what, fix) => phpFault(text, start, what, fix))
}

const unclosedError = (text: string, start: number): AppError =>
  phpFault(text, start, 'a string is not closed', `Close it with ${text[start]}.`)
