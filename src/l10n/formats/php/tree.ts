import type { Span } from '../splice.ts'
import { nextToken, phpFault, type TextToken, type Token } from './lex.ts'

/** An array with the positions of its elements. */
export interface PhpArray extends Span {
  readonly kind: 'array'
  /** The offset after `[` or `array(`. */
  readonly open: number
  /** The offset of the closing bracket. */
  readonly close: number
  readonly elements: readonly PhpElement[]
  /** Whether all elements are named by position. */
  readonly isList: boolean
}

/** A string literal whose value is known. */
export interface PhpText extends TextToken {
  readonly value: string
}

export type PhpValue = PhpText | PhpArray | (Span & { readonly kind: 'other' })

/** An element of an array. */
export interface PhpElement {
  /** The key, or the position; undefined if it is not a literal. */
  readonly name: string | undefined
  /** The literal of the key; undefined for an element named by position. */
  readonly key: Token | undefined
  readonly value: PhpValue
  readonly start: number
  readonly end: number
  /** The offset of the comma behind it. */
  readonly comma: number | undefined
  /** The end of its comma and of the comments behind it in the same line. */
  readonly tailEnd: number
  /** The comments between the element before it and itself. */
  readonly comments: readonly Span[]
  /** The comments behind it in the same line. */
  readonly tailComments: readonly Span[]
}

/** Maximum arrays and brackets inside each other. */
const MAX_DEPTH = 200

/** Parses the code behind `return`, which must be an array of literals. */
export class PhpParser {
  readonly #text: string
  #token: Token
  /** Comments before the current token. */
  #comments: Span[] = []
  #depth = 0

  constructor(text: string, from: number) {
    this.#text = text
    this.#token = nextToken(text, from)
    this.#skipComments()
  }

  /** The token behind what was parsed. */
  get token(): Token {
    return this.#token
  }

  /** Parses an array; undefined if there is none. */
  parseArray(): PhpArray | undefined {
    const { start } = this.#token
    if (this.#isWord('array')) {
      const before = this.#token
      this.#advance()
      if (this.#char() !== '(') {
        this.#rewind(before)
        return undefined
      }
    } else if (this.#char() !== '[') return undefined
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw this.#depthError()
    const open = this.#token.end
    const closer = this.#char() === '[' ? ']' : ')'
    this.#advance()
    const elements = this.#parseElements(closer)
    const close = this.#token.start
    const { end } = this.#token
    this.#depth -= 1
    this.#advance()
    const isList = elements.length > 0 && elements.every(({ key, name }) => key === undefined && name !== undefined)
    return { kind: 'array', start, end, open, close, elements, isList }
  }

  #parseElements(closer: ']' | ')'): PhpElement[] {
    const elements: PhpElement[] = []
    let position: number | undefined = 0
    while (this.#char() !== closer) {
      const comments = this.#comments
      const { start } = this.#token
      const first = this.#parseValue(true)
      const isKeyed = this.#token.kind === 'arrow'
      if (isKeyed) this.#advance()
      const value = isKeyed ? this.#parseValue(false).value : first.value
      const key = isKeyed ? (first.token ?? { kind: 'sign' as const, start, end: first.value.end }) : undefined
      const { end } = value
      const isSpread = !isKeyed && this.#text.startsWith('...', start)
      const named: string | undefined = isKeyed ? toName(this.#text, key) : position?.toString()
      const name = isSpread ? undefined : named
      if (!isKeyed) position = position === undefined || isSpread ? undefined : position + 1
      else if (name === undefined) position = undefined
      else if (position !== undefined && /^(?:0|[1-9]\d{0,14})$/.test(name))
        position = Math.max(position, Number(name) + 1)
      let comma: number | undefined
      let tailEnd = end
      const tailComments = this.#takeTail(tailEnd)
      if (this.#token.kind === 'comma') {
        comma = this.#token.start
        tailEnd = this.#token.end
        this.#advance()
        tailComments.push(...this.#takeTail(tailEnd, true))
      } else if (this.#char() !== closer) throw this.#separatorError()
      tailEnd = Math.max(tailEnd, tailComments.at(-1)?.end ?? 0)
      elements.push({ name, key, value, start, end, comma, tailEnd, comments, tailComments })
    }
    return elements
  }

  /** Parses up to the next comma, closing bracket, or arrow behind a key. */
  #parseValue(isKey: boolean): { readonly value: PhpValue; readonly token?: Token } {
    const token = this.#token
    const array = this.parseArray()
    const { end } = array ?? token
    if (array === undefined) {
      if (token.kind === 'comma' || token.kind === 'close' || token.kind === 'arrow') {
        throw this.#fault(`a value is missing before ${this.#show()}`, "Write 'key' => 'text'.")
      }
      if (token.kind === 'text' || token.kind === 'number') {
        this.#advance()
        if (token.kind === 'text' && this.#token.kind === 'text') throw this.#separatorError()
        if (this.#isValueEnd()) {
          return token.kind === 'text' && token.value !== undefined
            ? { value: { ...token, value: token.value }, token }
            : { value: { kind: 'other', start: token.start, end }, token }
        }
      }
    } else if (this.#isValueEnd()) return { value: array }
    return { value: { kind: 'other', start: token.start, end: this.#skipCode(token, end, isKey) } }
  }

  /** Skips the rest of a value that is no literal; returns its end. */
  #skipCode(token: Token, from: number, isKey: boolean): number {
    let end = from
    const open: string[] = []
    let isFunction = token.kind === 'word' && this.#text.slice(token.start, token.end).toLowerCase() === 'fn'
    while (open.length > 0 || !this.#isValueEnd(isFunction && !isKey)) {
      if (this.#token.kind === 'end') throw this.#endError()
      if (this.#token.kind === 'semicolon' && open.length === 0) throw this.#separatorError()
      if (this.#token.kind === 'open') open.push(this.#text[this.#token.end - 1] ?? '')
      else if (this.#token.kind === 'close' && CLOSERS[open.pop() ?? ''] !== this.#char()) throw this.#separatorError()
      if (open.length + this.#depth > MAX_DEPTH) throw this.#depthError()
      isFunction ||= this.#isWord('fn')
      end = this.#token.end
      this.#advance()
    }
    return end
  }

  #isValueEnd(allowsArrow = false): boolean {
    const { kind } = this.#token
    return kind === 'comma' || kind === 'close' || (kind === 'arrow' && !allowsArrow)
  }

  /** Takes the comments before the current token that are in the line of an offset. With `isLast`, none if the token is in that line, too. */
  #takeTail(from: number, isLast = false): Span[] {
    const tail: Span[] = []
    let at = from
    for (const comment of this.#comments) {
      if (this.#hasLineBreak(at, comment.start)) break
      tail.push(comment)
      at = comment.end
    }
    if (isLast && !this.#hasLineBreak(at, this.#comments[tail.length]?.start ?? this.#token.start)) return []
    this.#comments = this.#comments.slice(tail.length)
    return tail
  }

  #hasLineBreak(from: number, to: number): boolean {
    return /[\r\n]/.test(this.#text.slice(from, to))
  }

  #advance(): void {
    this.#comments = []
    this.#token = nextToken(this.#text, this.#token.end)
    this.#skipComments()
  }

  #rewind(token: Token): void {
    this.#token = token
    this.#comments = []
  }

  #skipComments(): void {
    while (this.#token.kind === 'comment') {
      this.#comments.push(this.#token)
      this.#token = nextToken(this.#text, this.#token.end)
    }
  }

  #char(): string | undefined {
    return this.#token.kind === 'text' ? undefined : this.#text[this.#token.end - 1]
  }

  #isWord(word: string): boolean {
    const { kind, start, end } = this.#token
    return kind === 'word' && end - start === word.length && this.#text.slice(start, end).toLowerCase() === word
  }

  #depthError() {
    return this.#fault(`arrays and brackets are nested more than ${MAX_DEPTH} levels deep`, 'Flatten the array.')
  }

  #endError() {
    return this.#fault('an array is not closed', 'Close every bracket.')
  }

  #separatorError() {
    if (this.#token.kind === 'end') return this.#endError()
    return this.#fault(`a comma is missing before ${this.#show()}`, 'Put a comma between elements.')
  }

  #fault(what: string, fix: string) {
    return phpFault(this.#text, this.#token.start, what, fix)
  }

  #show(): string {
    return JSON.stringify(this.#text.slice(this.#token.start, Math.min(this.#token.end, this.#token.start + 12)))
  }
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Returns the key of a literal: a string, or a decimal number. */
function toName(text: string, key: Token | undefined): string | undefined {
  if (key?.kind === 'text') return key.value
  const digits = key?.kind === 'number' ? text.slice(key.start, key.end) : ''
  return /^(?:0|[1-9]\d{0,14})$/.test(digits) ? digits : undefined
}
