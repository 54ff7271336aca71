import { CST } from 'yaml'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_KEY_UNITS } from '../faults.ts'
import { commentAfter, commentsAbove, findFirstLine, joinNotes } from '../tree/comments.ts'
import { isSameNode, type ListNode, type MapNode, type Member, type TreeNode } from '../tree/node.ts'
import { isNull, isString, type Schema } from './resolve.ts'

export interface LinesResult {
  /** Absent if the file has no value. */
  readonly root: MapNode | undefined
  readonly hasDuplicates: boolean
}

/** Characters with which the lines mean something else than they seem to. */
const UNUSUAL = /(?![\n\r])\p{Cc}|\r(?!\n)|[\uFEFF\p{Surrogate}]/u
const KEY = /(?:([A-Za-z0-9_][\w./-]{0,200})|"([^"\\\r\n]{0,200})"|'([^'\r\n]{0,200})'):(?=[ \r\n]|$)/y
/** Characters that begin something else than a plain scalar on one line. */
const INDICATORS = new Set('-?:,[]{}#&*!|>\'"%@`')
const BLOCK = /[|>][-+]?(?=\r?\n|$)/y
const MAX_DEPTH = 50

/**
 * Reads a file of usual lines into the same tree as the parser, in about a fifth of its time: keys with values on one line, blocks, and lists of texts.
 * Returns undefined for all other files, and for invalid ones, whose faults the parser describes.
 */
export function readLines(text: string, schema: Schema): LinesResult | undefined {
  const bom = text.startsWith('\uFEFF') ? 1 : 0
  if (UNUSUAL.test(bom === 1 ? text.slice(1) : text)) return undefined
  try {
    return new LineReader(text, schema, bom).readFile()
  } catch (error) {
    if (error instanceof UnusualError) return undefined
    throw error
  }
}

/** Ends reading at a line that needs the parser. */
class UnusualError extends Error {}

function giveUp(): never {
  throw new UnusualError()
}

class LineReader {
  readonly #text: string
  readonly #schema: Schema
  /** The line that is read: its first character that is no space, its end without the line break, and the start of the next line. */
  #start = 0
  #end = 0
  #next: number
  #indent = 0
  #isAtEnd = false
  #isBelowComment = false
  #hasDuplicates = false
  /** The end of the last value or key. */
  #floor: number

  constructor(text: string, schema: Schema, start: number) {
    this.#text = text
    this.#schema = schema
    this.#next = start
    this.#floor = start
  }

  readFile(): LinesResult {
    this.#advance()
    if (!this.#isAtEnd && this.#indent === 0 && trimSpaces(this.#text.slice(this.#start, this.#end)) === '---') {
      this.#floor = this.#next
      this.#advance()
    }
    if (this.#isAtEnd) return { root: undefined, hasDuplicates: false }
    const root = this.#readMap(this.#indent, -1, 0)
    if (!this.#isAtEnd) giveUp()
    return { root, hasDuplicates: this.#hasDuplicates }
  }

  /** Goes to the next line with content. */
  #advance(): void {
    const text = this.#text
    this.#isBelowComment = false
    for (;;) {
      const lineStart = this.#next
      if (lineStart >= text.length) {
        this.#isAtEnd = true
        return
      }
      const newline = text.indexOf('\n', lineStart)
      const lineEnd = newline === -1 ? text.length : newline
      this.#next = newline === -1 ? text.length : newline + 1
      this.#end = text.charCodeAt(lineEnd - 1) === CR && lineEnd > lineStart ? lineEnd - 1 : lineEnd
      let start = lineStart
      while (text.charCodeAt(start) === SPACE) start += 1
      if (start >= this.#end) this.#isBelowComment = false
      else if (text.charCodeAt(start) === HASH) this.#isBelowComment = true
      else {
        this.#start = start
        this.#indent = start - lineStart
        return
      }
    }
  }

  #readMap(column: number, length: number, depth: number): MapNode {
    if (depth > MAX_DEPTH) giveUp()
    const start = this.#start
    const members: Member[] = []
    const names = new Map<string, Member>()
    while (!this.#isAtEnd && this.#indent === column) {
      const member = this.#readMember(column, length, depth)
      const first = names.get(member.name)
      if (first === undefined) names.set(member.name, member)
      else if (isSameNode(this.#text, first.value, member.value)) this.#hasDuplicates = true
      else giveUp()
      members.push(member)
    }
    if (!this.#isAtEnd && this.#indent > column) giveUp()
    const last = members.at(-1)
    return { kind: 'map', members, isInline: false, start, end: last?.value.end ?? start, anchor: undefined }
  }

  #readMember(column: number, length: number, depth: number): Member {
    const text = this.#text
    const keyStart = this.#start
    KEY.lastIndex = keyStart
    const found = KEY.exec(text)
    if (found === null) giveUp()
    const name = found[1] ?? found[2] ?? found[3] ?? ''
    const whole = length + 1 + name.length
    if (whole > MAX_KEY_UNITS) giveUp()
    const lead = keyStart + found[0].length
    const keyEnd = lead - 1
    const firstLine = this.#isBelowComment
      ? findFirstLine(text, keyStart, this.#floor)
      : Math.max(keyStart - column, this.#floor)
    const above = this.#isBelowComment ? commentsAbove(text, keyStart, this.#floor) : undefined
    this.#floor = lead
    const at = this.#skipSpaces(lead)
    const isEmpty = at >= this.#end || text.charCodeAt(at) === HASH
    const value = isEmpty ? this.#readBelow(column, lead, whole, depth) : this.#readScalar(at, column)
    const after = isEmpty || value.end < text.length ? commentAfter(text, value, lead) : undefined
    const note = joinNotes(above, after)
    return { name, keyStart, keyEnd, firstLine, lead, value, note }
  }

  #skipSpaces(from: number): number {
    let at = from
    while (this.#text.charCodeAt(at) === SPACE) at += 1
    return at
  }

  /** Reads the value of a key with nothing behind it. */
  #readBelow(column: number, lead: number, length: number, depth: number): TreeNode {
    this.#advance()
    if (!this.#isAtEnd && this.#indent >= column && this.#isItem()) return this.#readList(this.#indent)
    if (!this.#isAtEnd && this.#indent > column) return this.#readMap(this.#indent, length, depth + 1)
    return { kind: 'fixed', isNull: true, isScalar: true, start: lead, end: lead, anchor: undefined }
  }

  #isItem = (): boolean =>
    this.#text.charCodeAt(this.#start) === DASH &&
    (this.#start + 1 === this.#end || this.#text.charCodeAt(this.#start + 1) === SPACE)

  #readList(column: number): ListNode {
    const start = this.#start
    const items: TreeNode[] = []
    while (!this.#isAtEnd && this.#indent === column && this.#isItem()) {
      const at = this.#skipSpaces(this.#start + 1)
      const code = this.#text.charCodeAt(at)
      if (at >= this.#end || code === HASH || code === PIPE || code === ANGLE) giveUp()
      items.push(this.#readScalar(at, column))
    }
    if (!this.#isAtEnd && this.#indent > column) giveUp()
    return { kind: 'list', items, isInline: false, start, end: items.at(-1)?.end ?? start, anchor: undefined }
  }

  /** Reads the scalar at an offset, and goes to the line after it. */
  #readScalar(at: number, column: number): TreeNode {
    const code = this.#text.charCodeAt(at)
    if (code === PIPE || code === ANGLE) return this.#readBlock(at, column)
    const node = code === DOUBLE || code === SINGLE ? this.#readQuoted(at, code) : this.#readPlain(at)
    this.#floor = node.end
    this.#advance()
    if (!this.#isAtEnd && this.#indent > column) giveUp()
    return node
  }

  #readQuoted(at: number, quote: number): TreeNode {
    const text = this.#text
    let end = at + 1
    let hasEscape = false
    for (; ; end += 1) {
      if (end >= this.#end) giveUp()
      const code = text.charCodeAt(end)
      if (code === BACKSLASH && quote === DOUBLE) {
        hasEscape = true
        end += 1
      } else if (code === quote) {
        if (quote === DOUBLE || text.charCodeAt(end + 1) !== SINGLE) break
        hasEscape = true
        end += 1
      }
    }
    this.#assertRest(end + 1)
    const raw = text.slice(at + 1, end)
    const value = !hasEscape ? raw : quote === SINGLE ? raw.replaceAll("''", "'") : decode(raw)
    return this.#toText(value, quote === DOUBLE ? 'double' : 'single', at, end + 1)
  }

  #readPlain(at: number): TreeNode {
    const text = this.#text
    // `-1` and `:day`.
    const isPrefix = text.charCodeAt(at) === DASH || text.charCodeAt(at) === COLON
    if (INDICATORS.has(text.charAt(at)) && !(isPrefix && /[A-Za-z0-9]/.test(text.charAt(at + 1)))) giveUp()
    const line = text.slice(at, this.#end)
    const comment = line.indexOf(' #')
    const value = trimSpaces(comment === -1 ? line : line.slice(0, comment))
    if (value.includes(': ') || value.endsWith(':')) giveUp()
    const end = at + value.length
    if (isString(value, this.#schema)) return this.#toText(value, 'plain', at, end)
    return { kind: 'fixed', isNull: isNull(value), isScalar: true, start: at, end, anchor: undefined }
  }

  #readBlock(at: number, column: number): TreeNode {
    const text = this.#text
    BLOCK.lastIndex = at
    const header = BLOCK.exec(text)?.[0]
    if (header === undefined || this.#next >= text.length) giveUp()
    const first = this.#next
    let end = first
    // Blank lines at the end belong to a block that keeps them.
    for (;;) {
      const lineStart = this.#next
      if (lineStart >= text.length) break
      const newline = text.indexOf('\n', lineStart)
      const next = newline === -1 ? text.length : newline + 1
      const start = this.#skipSpaces(lineStart)
      const isBlank = start >= next || text.charCodeAt(start) === LF || text.charCodeAt(start) === CR
      if (isBlank && start - lineStart > 0) giveUp()
      if (!isBlank && start - lineStart <= column) break
      this.#next = next
      if (!isBlank || header.endsWith('+')) end = next
    }
    if (end === first || !text.startsWith('\n', end - 1)) giveUp()
    const source = text.slice(first, end)
    const props: CST.Token[] = [{ type: 'block-scalar-header', offset: at, indent: column, source: header }]
    const token: CST.BlockScalar = { type: 'block-scalar', offset: at, indent: column, props, source }
    const { value } = CST.resolveAsScalar(token, true, giveUp)
    this.#floor = end
    this.#advance()
    return this.#toText(value, header.startsWith('|') ? 'literal' : 'folded', at, end)
  }

  /** A comment can follow a value. */
  #assertRest(end: number): void {
    const at = this.#skipSpaces(end)
    if (at < this.#end && (at === end || this.#text.charCodeAt(at) !== HASH)) giveUp()
  }

  #toText(value: string, style: string, start: number, end: number): TreeNode {
    if (value.length > MAX_TEXT_UNITS) giveUp()
    return { kind: 'text', value, style, start, end, anchor: undefined }
  }
}

const [LF, CR, SPACE, DOUBLE, HASH, SINGLE, DASH] = [0x0a, 0x0d, 0x20, 0x22, 0x23, 0x27, 0x2d]
const [COLON, ANGLE, BACKSLASH, PIPE] = [0x3a, 0x3e, 0x5c, 0x7c]

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\', '/': '/' }

/** Decodes a string in double quotes with the usual escapes. */
const decode = (raw: string): string => raw.replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? giveUp())

function trimSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line.charCodeAt(end - 1) === SPACE) end -= 1
  return line.slice(0, end)
}
