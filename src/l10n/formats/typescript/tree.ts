import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { assertLength, assertWhole, MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../faults.ts'
import { childKey } from '../json/keys.ts'
import type { Span } from '../splice.ts'
import { readFunction, type ScriptFunction } from './functions.ts'
import { Lexer, scriptFault, type Token } from './lexer.ts'
import { decodeLiteral, type Quote, readTemplate } from './literal.ts'

/** A value of an object or array. Offsets are from its first character to the one after its last. */
export type ScriptNode = TextNode | ObjectNode | ArrayNode | OtherNode

export interface TextNode extends Span {
  readonly kind: 'text'
  readonly value: string
  readonly quote: Quote
  /** Set if a function returns it. */
  readonly frame?: TextFrame
}

/** A function that returns one literal. */
export interface TextFrame extends Span, Pick<ScriptFunction, 'shape' | 'names'> {
  /** Whether it is a method, and has no colon before it. */
  readonly isMethod: boolean
  /** The code of each `${…}` in the literal. */
  readonly expressions: readonly string[]
}

export interface ObjectNode extends Span {
  readonly kind: 'object'
  readonly members: readonly ScriptMember[]
  /** Set if it is the value of another constant, and not in the object that has it. */
  readonly isLinked?: boolean
}

export interface ArrayNode extends Span {
  readonly kind: 'array'
  readonly items: readonly ScriptNode[]
}

/** A value that is no literal, or belongs to a message, which is left alone. */
export interface OtherNode extends Span {
  readonly kind: 'other'
  /** Set in a message of FormatJS, `{ id, defaultMessage, description }`. */
  readonly part?: 'id' | 'description'
  /** Set if it is a function without an effect, see `ScriptFunction`. */
  readonly shape?: readonly string[]
}

export interface ScriptMember {
  /** Undefined if it has no name of its own: a spread, or a computed name. */
  readonly name: string | undefined
  /** The offsets of the name, and the end of the value. */
  readonly start: number
  readonly nameEnd: number
  readonly end: number
  /** The offset after its comma, if it has one. */
  readonly comma: number | undefined
  readonly node: ScriptNode
  /** The comments directly above it. */
  readonly above: readonly Span[]
  /** The comments behind it on its line. */
  readonly behind: readonly Span[]
  /** The description of a message of FormatJS. */
  readonly description?: string
}

/** The values in a value, each with its key if it has a name of its own. */
export const listChildren = (node: ScriptNode, key?: string) =>
  node.kind === 'object'
    ? node.members.map(member => {
        const { name, node: value } = member
        return { node: value, key: name === undefined ? undefined : childKey(key, name, true), member }
      })
    : node.kind === 'array'
      ? node.items.map((item, at) => ({ node: item, key: childKey(key, String(at), true), member: undefined }))
      : []

/** Maximum levels of objects and arrays. */
const MAX_DEPTH = 200
const OPENING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/** Reads object literals. `token` is the next token to read. */
export class TreeReader {
  readonly text: string
  readonly #lexer: Lexer
  token: Token
  #values = 0

  constructor(text: string) {
    this.text = text
    this.#lexer = new Lexer(text)
    this.token = this.#lexer.next()
  }

  /** The comments before `token`. */
  get comments(): readonly Span[] {
    return this.#lexer.comments
  }

  /** Moves to the next token; returns the one before. */
  advance(): Token {
    const { token } = this
    this.token = this.#lexer.next()
    return token
  }

  isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text
  }

  isWord(text: string): boolean {
    return this.token.kind === 'word' && this.token.text === text
  }

  /** Moves behind a sign, and returns it, if it is `token`. */
  takeSign(text: string): Token | undefined {
    return this.isSign(text) ? this.advance() : undefined
  }

  takeWord(text: string): Token | undefined {
    return this.isWord(text) ? this.advance() : undefined
  }

  /** Reads the object literal that starts at `token`. */
  readObject(depth = 0, length = -1): ObjectNode {
    const { start } = this.#open(depth)
    const members: ScriptMember[] = []
    while (!this.isSign('}')) {
      const before = members.at(-1)
      const above = this.#splitComments(before, members)
      const member = this.#readMember(above, depth, length)
      const comma = this.takeSign(',')?.end
      members.push({ ...member, comma })
      if (comma === undefined && !this.isSign('}')) throw this.#unexpected('a comma between the properties')
    }
    this.#splitComments(members.at(-1), members)
    return { kind: 'object', start, end: this.advance().end, members: describeMessage(members) }
  }

  /** Gives the comments on the line of the member before to it; returns those directly above the next one. */
  #splitComments(before: ScriptMember | undefined, members: ScriptMember[]): Span[] {
    const above: Span[] = []
    const behind: Span[] = []
    let from = before?.end
    for (const comment of this.comments) {
      if (from !== undefined && this.text.slice(from, comment.start).includes('\n')) from = undefined
      if (from === undefined) above.push(comment)
      else {
        behind.push(comment)
        from = comment.end
      }
    }
    if (before !== undefined && behind.length > 0) {
      members[members.length - 1] = { ...before, behind: [...before.behind, ...behind] }
    }
    const adjacent: Span[] = []
    let { start } = this.token
    for (const comment of above.toReversed()) {
      if (/\n\s*\n/.test(this.text.slice(comment.end, Math.min(start, comment.end + MAX_GAP)))) break
      adjacent.push(comment)
      start = comment.start
    }
    return adjacent.toReversed()
  }

  #readMember(above: readonly Span[], depth: number, length: number): ScriptMember {
    const first = this.token
    const name = this.#readName()
    const nameEnd = name === undefined ? first.start : first.end
    const isValue = name !== undefined && this.takeSign(':') !== undefined
    const whole = length + 1 + (name?.length ?? 0)
    if (name !== undefined && whole > MAX_KEY_UNITS) {
      const what = `the key ${JSON.stringify(`${name.slice(0, 60)}…`)} has ${whole} characters; the limit is ${MAX_KEY_UNITS}`
      throw scriptFault(this.text, first.start, what, 'Use a shorter key.')
    }
    const value = isValue ? this.#readValue(depth, whole) : this.#skipValue(nameEnd)
    if (value.end === first.start) throw this.#unexpected('a property')
    const node = value.kind === 'other' && name !== undefined ? this.#readFunction(value, !isValue) : value
    return { name, start: first.start, nameEnd, end: value.end, comma: undefined, node, above, behind: [] }
  }

  /** Reads a function that does nothing but return a text: a literal, or a template whose expressions are placeholders. */
  #readFunction(value: OtherNode, isMethod: boolean): OtherNode | TextNode {
    const { start, end } = value
    const found = readFunction(this.text.slice(start, end))
    if (found === undefined) return value
    const { shape, names, literal } = found
    if (literal === undefined) return { ...value, shape }
    const place = { start: start + literal.start, end: start + literal.end }
    const raw = this.text.slice(place.start, place.end)
    const template =
      literal.kind === 'expression'
        ? readTemplate(raw)
        : { value: this.#decode({ ...literal, ...place }), expressions: [] }
    if (template === undefined) return { ...value, shape }
    const { value: text, expressions } = template
    const frame = { start, end, shape, names, isMethod, expressions }
    return { kind: 'text', ...place, value: text, quote: raw.charAt(0) as Quote, frame }
  }

  /** Reads the name of a property, if it is one. */
  #readName(): string | undefined {
    const { kind, start, end } = this.token
    if (kind !== 'word' && kind !== 'string' && kind !== 'number') return undefined
    const raw = this.text.slice(start, end)
    const name = kind === 'string' ? this.#decode(this.token) : raw
    this.advance()
    // An escaped name, or a number that is written in an unusual way, is left alone.
    return (kind === 'word' && raw.includes('\\')) || (kind === 'number' && String(Number(raw)) !== raw)
      ? undefined
      : name
  }

  #readValue(depth: number, length: number): ScriptNode {
    this.#values += 1
    const { start } = this.token
    if (this.#values > MAX_ENTRIES * 4) {
      throw scriptFault(this.text, start, `the file has more than ${MAX_ENTRIES * 4} values`, SPLIT_FILE_FIX)
    }
    const node = this.#readLiteral(depth, length)
    if (node !== undefined && this.#endsValue()) return node
    if (node !== undefined && this.#startsValue()) throw this.#unexpected('a comma')
    const isTyped = node !== undefined && node.kind !== 'text' && (this.isWord('as') || this.isWord('satisfies'))
    const whole = this.#skipValue(start)
    return isTyped ? node : whole
  }

  #readLiteral(depth: number, length: number): ScriptNode | undefined {
    const { kind, start, end } = this.token
    if (kind === 'string' || kind === 'template') {
      const quote = this.text.charAt(start) as Quote
      const value = this.#decode(this.token)
      this.advance()
      return { kind: 'text', start, end, value, quote }
    }
    if (this.isSign('{')) return this.readObject(depth + 1, length)
    return this.isSign('[') ? this.#readArray(depth + 1, length) : undefined
  }

  #readArray(depth: number, length: number): ArrayNode {
    const { start } = this.#open(depth)
    const items: ScriptNode[] = []
    while (!this.isSign(']')) {
      items.push(this.#readValue(depth, length + 2))
      if (this.takeSign(',') === undefined && !this.isSign(']')) throw this.#unexpected('a comma between the elements')
    }
    return { kind: 'array', start, end: this.advance().end, items }
  }

  #open(depth: number): Token {
    if (depth <= MAX_DEPTH) return this.advance()
    const what = `objects and arrays are nested more than ${MAX_DEPTH} levels deep`
    throw scriptFault(this.text, this.token.start, what, 'Flatten the file.')
  }

  #endsValue(): boolean {
    return this.isSign(',') || this.isSign('}') || this.isSign(']')
  }

  /** Whether the token cannot continue the value before it. */
  #startsValue(): boolean {
    const { kind, text } = this.token
    return kind === 'string' || kind === 'number' || (kind === 'word' && !WORD_OPERATORS.has(text))
  }

  /** Skips the rest of a value up to its comma or the closing bracket around it. */
  #skipValue(start: number): OtherNode {
    let end = start
    let angles = 0
    let isType = false
    while (!this.#endsValue() || (angles > 0 && this.isSign(','))) {
      if (this.token.kind === 'end') throw this.#unexpected('a closing bracket')
      isType ||= this.isWord('as') || this.isWord('satisfies')
      if (isType && this.isSign('<')) angles += 1
      else if (isType && this.isSign('>')) angles -= 1
      end = this.skipOne()
    }
    return { kind: 'other', start, end }
  }

  /** Skips a token, or everything between two brackets; returns the offset after it. */
  skipOne(): number {
    const stack: string[] = []
    let { end } = this.token
    do {
      const { kind, text } = this.token
      if (kind === 'end') throw this.#unexpected('a closing bracket')
      const closing = kind === 'sign' ? OPENING[text] : undefined
      if (closing !== undefined) stack.push(closing)
      else if (kind === 'sign' && (text === ')' || text === ']' || text === '}') && stack.pop() !== text) {
        throw this.#unexpected('another bracket')
      }
      ;({ end } = this.advance())
    } while (stack.length > 0)
    return end
  }

  #decode({ start, end }: Token): string {
    const raw = this.text.slice(start, end)
    const fault = (what: string, fix: string) => scriptFault(this.text, start, what, fix)
    if (raw.length > MAX_TEXT_UNITS * 6) assertLength('a string', raw, fault)
    const value = decodeLiteral(raw)
    if (typeof value !== 'string') {
      const fix = 'Use \\n, \\t, \\\\, a quote, \\xNN, \\uNNNN or \\u{N}.'
      throw scriptFault(this.text, start + value.at, 'an escape is not valid', fix)
    }
    assertLength('a string', value, fault)
    assertWhole('a string', value, fault)
    return value
  }

  #unexpected(wanted: string): Error {
    const { kind, start, end } = this.token
    const found =
      kind === 'end' ? 'the file ends' : `${JSON.stringify(this.text.slice(start, Math.min(end, start + 20)))} stands`
    return scriptFault(this.text, start, `${found} where ${wanted} is expected`, 'Correct the syntax of the object.')
  }
}

/** Sets the ID and the description of a message of FormatJS apart from its text. */
function describeMessage(members: readonly ScriptMember[]): readonly ScriptMember[] {
  if (!members.some(({ name, node }) => name === 'defaultMessage' && node.kind === 'text')) return members
  const note = members.find(({ name }) => name === 'description')?.node
  const description = note?.kind === 'text' ? note.value : ''
  return members.map(member => {
    const { name, node } = member
    if (name === 'defaultMessage') return { ...member, description }
    if (node.kind !== 'text' || (name !== 'id' && name !== 'description')) return member
    return { ...member, node: { kind: 'other', part: name, start: node.start, end: node.end } }
  })
}

const WORD_OPERATORS: ReadonlySet<string> = new Set(['as', 'satisfies', 'in', 'instanceof'])

/** Characters between a comment and its property that are searched for a blank line. */
const MAX_GAP = 200
