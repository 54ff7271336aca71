import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { fileFault, MAX_ENTRIES, SPLIT_FILE_FIX } from '../faults.ts'
import type { Member, TreeNode } from '../tree/node.ts'

export interface Segment {
  readonly name: string
  readonly start: number
  readonly end: number
}

export type StringStyle = 'basic' | 'literal' | 'multi-basic' | 'multi-literal'

const MAX_DEPTH = 100
const MAX_VALUES = 5 * MAX_ENTRIES
const BARE_KEY = /[A-Za-z0-9_-]+/y
const SCALAR =
  /(?:true|false|[+-]?(?:inf|nan)|0x[0-9A-Fa-f_]{1,40}|0o[0-7_]{1,60}|0b[01_]{1,200}|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,40})?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d{1,40})?)?|[+-]?\d[\d_]{0,400}(?:\.\d[\d_]{0,400})?(?:[eE][+-]?\d[\d_]{0,20})?)(?![\w.:+-])/y
const BLANK = /[ \t]*/y
const UNSAFE = /\p{Surrogate}|\0/u
/** Control characters that TOML forbids; a carriage return is allowed at the end of a line. */
const CONTROL = /(?![\t\n\r\u0080-\u009F])\p{Cc}|\r(?!\n)/u

export class Scanner {
  readonly text: string
  at: number
  #values = 0
  readonly #addTable: (members: readonly Member[], start: number, end: number, depth: number) => TreeNode

  /** `addTable` creates the node of an inline table. */
  constructor(text: string, addTable: (members: readonly Member[], start: number, end: number) => TreeNode) {
    this.text = text
    this.at = text.startsWith('\uFEFF') ? 1 : 0
    this.#addTable = addTable
  }

  fault(what: string, fix: string, offset = this.at): AppError {
    return fileFault('TOML', this.text, Math.min(offset, this.text.length), what, fix)
  }

  skipBlanks(): void {
    BLANK.lastIndex = this.at
    this.at += BLANK.exec(this.text)?.[0].length ?? 0
  }

  skipLines(): void {
    for (;;) {
      this.skipBlanks()
      if (this.text[this.at] === '#') this.#skipComment()
      if (this.text[this.at] === '\r' && this.text[this.at + 1] === '\n') this.at += 2
      else if (this.text[this.at] === '\n') this.at += 1
      else return
    }
  }

  #skipComment(): void {
    const newline = this.text.indexOf('\n', this.at)
    const end = newline === -1 ? this.text.length : newline
    const comment = this.text.slice(this.at, end)
    if (CONTROL.test(comment.replace(/\r$/, '')))
      throw this.fault('a comment contains a control character', 'Remove it.')
    this.at = end > 0 && newline !== -1 && this.text[end - 1] === '\r' ? end - 1 : end
  }

  /** Expects the end of a line, after a comment. */
  readLineEnd(): void {
    this.skipBlanks()
    if (this.text[this.at] === '#') this.#skipComment()
    const rest = this.text.slice(this.at, this.at + 2)
    if (rest === '' || rest.startsWith('\n') || rest === '\r\n') return
    throw this.fault(
      `the line has more after its end: ${this.#near()}`,
      'Put each key on its own line, and close quotes at the end of the text.',
    )
  }

  readKey(): Segment[] {
    const segments: Segment[] = []
    for (;;) {
      this.skipBlanks()
      segments.push(this.#readSegment())
      this.skipBlanks()
      if (this.text[this.at] !== '.') return segments
      if (segments.length >= MAX_DEPTH) throw this.fault(`a key has more than ${MAX_DEPTH} parts`, 'Use a shorter key.')
      this.at += 1
    }
  }

  #readSegment(): Segment {
    const start = this.at
    const quote = this.text[start]
    if (quote === '"' || quote === "'") {
      const { value, style } = this.#readString()
      if (style.startsWith('multi')) throw this.fault('a key is on several lines', 'Write it on one line.', start)
      return { name: value, start, end: this.at }
    }
    BARE_KEY.lastIndex = start
    const name = BARE_KEY.exec(this.text)?.[0]
    if (name === undefined)
      throw this.fault(
        `a key is missing before ${this.#near()}`,
        'Write key = "text", with quotes around keys that have other characters than letters, digits, _ and -.',
      )
    this.at += name.length
    return { name, start, end: this.at }
  }

  readValue(depth = 0): TreeNode {
    this.#values += 1
    if (this.#values > MAX_VALUES) throw this.fault(`the file has more than ${MAX_VALUES} values`, SPLIT_FILE_FIX)
    if (depth > MAX_DEPTH)
      throw this.fault(`arrays and tables are nested more than ${MAX_DEPTH} levels deep`, 'Flatten the file.')
    const start = this.at
    const first = this.text[start]
    if (first === '"' || first === "'") {
      const { value, style } = this.#readString()
      return { kind: 'text', value, style, start, end: this.at }
    }
    if (first === '[') return this.#readArray(depth)
    if (first === '{') return this.#readInlineTable(depth)
    SCALAR.lastIndex = start
    const scalar = SCALAR.exec(this.text)?.[0]
    if (scalar === undefined) throw this.fault(`a value is missing before ${this.#near()}`, 'Write the text in quotes.')
    this.at += scalar.length
    return { kind: 'fixed', isNull: false, isScalar: true, start, end: this.at }
  }

  #readArray(depth: number): TreeNode {
    const start = this.at
    const items: TreeNode[] = []
    this.#readList(']', ['bracket', 'elements', 'array'], () => items.push(this.readValue(depth + 1)))
    return { kind: 'list', items, isInline: true, start, end: this.at }
  }

  #readInlineTable(depth: number): TreeNode {
    const start = this.at
    const pairs: Member[] = []
    this.#readList('}', ['brace', 'keys', 'table'], () => {
      const [segment, ...more] = this.readKey()
      if (segment === undefined || more.length > 0)
        throw this.fault('an inline table has a key with dots', 'Write a table with its own line instead.', start)
      const { name, start: keyStart, end: keyEnd } = segment
      const lead = this.readEquals()
      pairs.push({ name, keyStart, keyEnd, firstLine: keyStart, lead, value: this.readValue(depth + 1) })
    })
    return this.#addTable(pairs, start, this.at, depth)
  }

  /** Reads what is between two brackets, with commas between its parts. */
  #readList(close: string, [sign, parts, whole]: readonly [string, string, string], readOne: () => void): void {
    this.at += 1
    for (this.skipLines(); this.text[this.at] !== close; this.skipLines()) {
      readOne()
      this.skipLines()
      if (this.text[this.at] === ',') this.at += 1
      else if (this.text[this.at] !== close)
        throw this.fault(
          `a comma or ${sign} is missing before ${this.#near()}`,
          `Put commas between ${parts}, and close the ${whole} with ${close}.`,
        )
    }
    this.at += 1
  }

  /** Reads the sign between key and value; returns the offset after it. */
  readEquals(): number {
    this.skipBlanks()
    if (this.text[this.at] !== '=')
      throw this.fault(`an equals sign is missing before ${this.#near()}`, 'Write key = "text".')
    this.at += 1
    const lead = this.at
    this.skipBlanks()
    return lead
  }

  #readString(): { readonly value: string; readonly style: StringStyle } {
    const { text, at: start } = this
    const quote = text[start] ?? ''
    const isLiteral = quote === "'"
    const isMulti = text.startsWith(quote.repeat(3), start)
    const width = isMulti ? 3 : 1
    const end = this.#findStringEnd(start + width, quote, isMulti)
    const raw = text.slice(start + width, end)
    if (CONTROL.test(raw))
      throw this.fault('a text contains a control character', 'Write it as an escape such as \\u001B.', start)
    this.at = end + width
    const lines = isMulti ? raw.replaceAll('\r\n', '\n').replace(/^\n/, '') : raw
    const value = isLiteral ? lines : this.#decode(lines, start)
    if (UNSAFE.test(value))
      throw this.fault('a text contains the null character U+0000 or a lone surrogate', 'Remove it.', start)
    if (value.length > MAX_TEXT_UNITS) {
      const what = `a text has ${value.length} characters; the limit is ${MAX_TEXT_UNITS}`
      throw this.fault(what, 'Split the text into several entries.', start)
    }
    const kind = isLiteral ? 'literal' : 'basic'
    return { value, style: isMulti ? `multi-${kind}` : kind }
  }

  #findStringEnd(from: number, quote: string, isMulti: boolean): number {
    const { text } = this
    for (let at = from; at < text.length; at += 1) {
      const char = text[at]
      if (char === '\\' && quote === '"' && (isMulti || text[at + 1] !== '\n')) at += 1
      else if (char === '\n' && !isMulti) break
      else if (char === quote) {
        if (!isMulti) return at
        if (!text.startsWith(quote.repeat(3), at)) continue
        // One or two quotes can come before the closing ones.
        let end = at
        while (end < at + 2 && text[end + 3] === quote) end += 1
        return end
      }
    }
    throw this.fault(
      'a text is not closed',
      isMulti ? 'Close it with three quotes.' : 'Close it on its line, and write line breaks as \\n.',
      from - (isMulti ? 3 : 1),
    )
  }

  #decode(raw: string, start: number): string {
    if (!raw.includes('\\')) return raw
    return raw.replace(ESCAPE, (all, char: string | undefined, short: string | undefined, long: string | undefined) => {
      if (char !== undefined) return SHORT[char] ?? char
      const hex = short ?? long
      // A backslash at the end of a line joins the lines.
      if (hex === undefined) {
        if (all.length > 1) return ''
        const fix = 'Use \\" \\\\ \\b \\f \\n \\r \\t, or \\u with four digits.'
        throw this.fault('an escape is not valid TOML', fix, start)
      }
      const code = Number.parseInt(hex, 16)
      if (code > 0x10ffff) throw this.fault(`the escape ${all} is no character`, 'Use at most \\U0010FFFF.', start)
      return String.fromCodePoint(code)
    })
  }

  #near(): string {
    const found = this.text.slice(this.at, this.at + 12)
    return found === '' ? 'the end of the file' : echo(JSON.stringify(found))
  }
}

const SHORT: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001B' }
const ESCAPE = /\\(?:(["\\btnfre])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[ \t]*\n[ \t\n]*|)/g
