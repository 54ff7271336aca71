import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { assertKey, assertLength, assertWhole, faultsOf, showKey, truncateNote } from '../faults.ts'
import { splitFile, type TextFile } from '../flat/text-file.ts'
import { matchEnd } from '../position.ts'
import type { Span } from '../splice.ts'
import { decodeText, findEmptyEscape } from './text.ts'

/** A string with its quotes, if it has any. */
interface StringToken extends Span {
  readonly value: string
}

/** `"key" = "value";` */
interface StringsPair {
  readonly key: StringToken
  /** Absent in `"key";`, where the key is the value. */
  readonly value: StringToken | undefined
  /** After the semicolon. */
  readonly end: number
}

/** A pair with its comments; `end` is after the semicolon, or the comment behind it. */
export interface StringsEntry extends StringsPair {
  /** The start of the first comment above it, or of its key. */
  readonly start: number
  readonly attached: readonly Span[]
  readonly trailing?: Span
}

export interface StringsFile extends TextFile {
  readonly entries: readonly StringsEntry[]
}

export const getText = ({ key, value }: StringsEntry): string => (value ?? key).value

/**
 * Parses a `.strings` file with positions.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseStrings(file: string): StringsFile {
  const { bom, text } = splitFile(file)
  const entries: StringsEntry[] = []
  const scanner = new StringsScanner(text)
  for (let end = 0; ; ) {
    const comments = scanner.skipGap()
    const { trailing, attached } = divideComments(text, comments, end, scanner.at)
    const before = entries.at(-1)
    if (before !== undefined && trailing !== undefined) {
      entries[entries.length - 1] = { ...before, trailing, end: trailing.end }
    }
    if (scanner.at === text.length) return { bom, text, entries }
    const { key, value, end: pairEnd } = scanner.readPair()
    assertKey(key.value, entries.length, (what, fix) => stringsFault(text, key.start, what, fix))
    end = pairEnd
    entries.push({ key, value, end, attached, start: attached[0]?.start ?? key.start })
  }
}

/** The comments between two pairs. */
interface Comments {
  /** Behind the pair before them, on its line. */
  readonly trailing: Span | undefined
  /** Directly above the pair after them. */
  readonly attached: readonly Span[]
}

/** Divides the comments from the end of a pair to the start of the next one. A comment with a blank line below it belongs to neither. */
function divideComments(text: string, comments: readonly Span[], end: number, next: number): Comments {
  const [first] = comments
  if (first === undefined) return NONE
  const isTrailing =
    end > 0 &&
    countBreaks(text, end, first.start) === 0 &&
    (next === text.length || countBreaks(text, first.end, comments[1]?.start ?? next) > 0)
  let from = comments.length
  let below = next
  while (from > (isTrailing ? 1 : 0)) {
    const comment = comments[from - 1]
    if (comment === undefined || countBreaks(text, comment.end, below) > 1) break
    below = comment.start
    from -= 1
  }
  return { trailing: isTrailing ? first : undefined, attached: next === text.length ? [] : comments.slice(from) }
}

const NONE: Comments = { trailing: undefined, attached: [] }

function countBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === 0x0a) count += 1
  return count
}

/** Joins the texts of comments as a note; empty if they have none. */
export function readNote(text: string, comments: readonly Span[]): string {
  const notes = comments.map(comment => readComment(text, comment)).filter(note => note !== '')
  return truncateNote(notes.join('\n'))
}

/** Maximum UTF-16 code units of a comment that are read. */
const MAX_COMMENT = 8_000

function readComment(text: string, { start, end }: Span): string {
  const isBlock = text[start + 1] === '*'
  const raw = text.slice(start + 2, Math.min(isBlock ? end - 2 : end, start + MAX_COMMENT))
  const note = isBlock && raw.includes('\n') ? raw.split('\n').map(toLine).join('\n').trim() : raw.trim()
  if (!isBlock) return isPair(note) ? '' : note.replace(/^\/+[ \t]*/, '')
  // Written by genstrings and Xcode where the program gives no comment.
  return isPair(note) || note === 'No comment provided by engineer.' ? '' : note
}

/** Removes the indentation and the star at the start of a line of a comment. */
const toLine = (line: string): string => line.trim().replace(/^\*+(?:[ \t]+|$)/, '')

/** Whether a comment is a pair that is commented out. */
const isPair = (note: string): boolean => note.startsWith('"') && note.endsWith(';') && note.includes('=')

const BACKSLASH = 0x5c
/** A lone surrogate can only come from an escape. */
const MAYBE_SURROGATE = /\\[uU][dD]/

/** Reads the tokens of a `.strings` file by the rules of Apple's parser of old-style property lists. */
class StringsScanner {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** @throws AppError `invalid_input` with line and column. */
  readPair(): StringsPair {
    const key = this.#readString()
    this.skipGap()
    let value: StringToken | undefined
    if (this.#text[this.at] === '=') {
      this.at += 1
      this.skipGap()
      value = this.#readString(key)
      this.skipGap()
    }
    if (this.#text[this.at] !== ';') throw this.#missingEndError(key, value)
    this.at += 1
    return { key, value, end: this.at }
  }

  /** Skips white space and comments. */
  skipGap(): Span[] {
    const text = this.#text
    const comments: Span[] = []
    for (;;) {
      const start = matchEnd(BLANKS, text, this.at)
      this.at = start
      if (text.startsWith('//', start)) this.at = matchEnd(REST_OF_LINE, text, start)
      else if (text.startsWith('/*', start)) {
        const close = text.indexOf('*/', start + 2)
        if (close === -1) throw stringsFault(text, start, 'a comment is not closed', 'Close it with */.')
        this.at = close + 2
      } else return comments
      comments.push({ start, end: this.at })
    }
  }

  #readString(key?: StringToken): StringToken {
    const start = this.at
    const quote = this.#text[start]
    if (quote === '"' || quote === "'") return this.#readQuoted(quote, key)
    this.at = matchEnd(BARE, this.#text, start)
    if (this.at === start) throw this.#missingStringError(key)
    return this.#checkLength(key, { start, end: this.at, value: this.#text.slice(start, this.at) })
  }

  #readQuoted(quote: string, key: StringToken | undefined): StringToken {
    const text = this.#text
    const start = this.at
    let isEscaped = false
    let at = start + 1
    const close = quote.charCodeAt(0)
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === close) break
      if (code !== BACKSLASH) continue
      isEscaped = true
      at += 1
    }
    if (at >= text.length) {
      const fix = `Close it with ${quote}, and write ${quote} in a string as \\${quote}.`
      throw stringsFault(text, start, `${describe(key)} is not closed`, fix)
    }
    this.at = at + 1
    const raw = text.slice(start + 1, at)
    const value = isEscaped ? this.#decode(raw, start + 1) : raw
    return this.#checkLength(key, { start, end: this.at, value })
  }

  #decode(raw: string, offset: number): string {
    const empty = raw.includes('\\U') ? findEmptyEscape(raw) : -1
    if (empty !== -1) {
      const fix = 'Write four digits, such as \\U00E9; a backslash is \\\\.'
      throw stringsFault(this.#text, offset + empty, 'the escape \\U has no hexadecimal digits', fix)
    }
    const value = decodeText(raw)
    if (MAYBE_SURROGATE.test(raw)) {
      assertWhole('a string', value, (what, fix) => stringsFault(this.#text, offset, what, fix))
    }
    return value
  }

  #checkLength(key: StringToken | undefined, token: StringToken): StringToken {
    assertLength(describe(key), token.value, (what, fix) => stringsFault(this.#text, token.start, what, fix))
    return token
  }

  #missingStringError(key: StringToken | undefined): AppError {
    const text = this.#text
    const rest = text.slice(this.at, this.at + 20)
    if (this.at === 0 && /^(?:<\?xml|<!DOCTYPE|<plist|bplist)/.test(rest)) {
      const fix = 'Write it as "key" = "value"; in UTF-8.'
      return stringsFault(text, 0, 'it is an XML or binary property list', fix)
    }
    const found = rest === '' ? 'the end of the file' : echo(JSON.stringify(rest.split(/\r?\n/)[0]))
    const fix = 'Write "key" = "value"; with comments in /* */.'
    return stringsFault(text, this.at, `${found} is in the place of ${describe(key)}`, fix)
  }

  #missingEndError(key: StringToken, value: StringToken | undefined): AppError {
    const { end } = value ?? key
    const fix = value !== undefined && matchEnd(BARE, this.#text, end) > end ? INNER_QUOTE : 'Write "key" = "value";'
    return stringsFault(this.#text, end, `${showKey(key.value)} has no semicolon`, fix)
  }
}

const INNER_QUOTE = 'Write " in a string as \\", and put ; behind the value.'

const stringsFault = faultsOf('.strings')

const describe = (key: StringToken | undefined): string =>
  key === undefined ? 'a key' : `the value of ${showKey(key.value)}`

const BLANKS = /[\t-\r \u2028\u2029]*/y
const REST_OF_LINE = /[^\n\r\u2028\u2029]*/y
/** A string without quotes. */
const BARE = /[\w$:/.-]*/y
