import { faultsOf } from '../faults.ts'
import type { Span } from '../splice.ts'

export type TokenKind = 'end' | 'string' | 'template' | 'expression' | 'word' | 'number' | 'regex' | 'sign'

/** `template` is a template literal without `${`, `expression` one with it. `text` is that of words and signs. */
export interface Token extends Span {
  readonly kind: TokenKind
  readonly text: string
}

/** Maximum templates within each other. */
const MAX_TEMPLATES = 20

// White space and words are matched in pieces, to limit the stack of the patterns.
const SPACE = /[\s\uFEFF]{1,1000}/y
const WORD = /(?:[\p{ID_Start}$_]|\\u[0-9a-fA-F]{4})[\p{ID_Continue}$\u200C\u200D]{0,2000}/uy
const NUMBER = /(?:\d\w{0,1000}(?:\.(?:\d\w{0,1000})?)?|\.\d\w{0,1000})(?:(?<=[eE])[+-]\d{1,1000})?/y
const LINE_END = /[\n\r\u2028\u2029]/g

/** Words after which a slash starts a regular expression. */
const OPERATORS: ReadonlySet<string> = new Set(
  'return typeof case in of delete void throw new else do yield await instanceof extends default'.split(' '),
)

/**
 * Splits a script into tokens. It does not guess: where a slash may be a division or a regular expression and the difference matters, and where JSX or an old
 * comment may start, it reports a fault.
 */
export class Lexer {
  readonly #text: string
  #at = 0
  #last: Token | undefined
  #templates = 0
  /** The comments before the token that `next` returned last. */
  comments: Span[] = []
  /** What stands in each `${…}` of the last template literal. */
  expressions: readonly Span[] = []

  constructor(text: string) {
    this.#text = text
    if (text.startsWith('#!')) this.#at = this.#findLineEnd(0)
  }

  /** @throws AppError `invalid_input` with line and column */
  next(): Token {
    this.#skipBlank()
    const start = this.#at
    const token = this.#read(start)
    this.#at = token.end
    this.#last = token
    return token
  }

  #read(start: number): Token {
    const text = this.#text
    const char = text.charAt(start)
    if (char === '') return { kind: 'end', start, end: start, text: '' }
    if (char === '"' || char === "'") return { kind: 'string', start, end: this.#findStringEnd(start), text: '' }
    if (char === '`') return this.#readTemplate(start)
    const word = this.#match(WORD, start)
    if (word !== undefined) return { kind: 'word', start, end: word, text: text.slice(start, word) }
    const number = /[\d.]/.test(char) ? this.#match(NUMBER, start) : undefined
    if (number !== undefined) return { kind: 'number', start, end: number, text: '' }
    if (char === '/') return this.#readSlash(start)
    if (text.startsWith('<!--', start) || text.startsWith('-->', start)) {
      throw scriptFault(text, start, 'the file has an HTML comment', 'Write it as // or /* */.')
    }
    if (text.startsWith('</', start))
      throw scriptFault(text, start, 'JSX is not supported', 'Put only texts into this file.')
    const sign = text.startsWith('=>', start) ? '=>' : text.startsWith('...', start) ? '...' : char
    return { kind: 'sign', start, end: start + sign.length, text: sign }
  }

  #match(pattern: RegExp, start: number): number | undefined {
    pattern.lastIndex = start
    return pattern.test(this.#text) ? pattern.lastIndex : undefined
  }

  #skipBlank(): void {
    const text = this.#text
    this.comments = []
    for (;;) {
      for (let end: number | undefined = this.#at; end !== undefined; end = this.#match(SPACE, end)) this.#at = end
      const start = this.#at
      if (text.startsWith('//', start)) this.#at = this.#findLineEnd(start)
      else if (text.startsWith('/*', start)) {
        const end = text.indexOf('*/', start + 2)
        if (end === -1) throw scriptFault(text, start, 'a comment is not closed', 'Close it with */.')
        this.#at = end + 2
      } else return
      this.comments.push({ start, end: this.#at })
    }
  }

  #findLineEnd(from: number): number {
    LINE_END.lastIndex = from
    return LINE_END.exec(this.#text)?.index ?? this.#text.length
  }

  #findStringEnd(start: number): number {
    const text = this.#text
    const quote = text.charCodeAt(start)
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) return at + 1
      if (code === 0x5c) at += text.startsWith('\r\n', at + 1) ? 2 : 1
      else if (code === 0x0a || code === 0x0d) break
    }
    throw scriptFault(text, start, 'a string is not closed on its line', 'Close it, and write line breaks as \\n.')
  }

  #readTemplate(start: number): Token {
    const text = this.#text
    const expressions: Span[] = []
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x60) {
        this.expressions = expressions
        return { kind: expressions.length === 0 ? 'template' : 'expression', start, end: at + 1, text: '' }
      }
      if (code === 0x5c) at += 1
      else if (code === 0x24 && text.charCodeAt(at + 1) === 0x7b) {
        const from = at + 2
        at = this.#skipExpression(from) - 1
        expressions.push({ start: from, end: at })
      }
    }
    throw scriptFault(text, start, 'a template literal is not closed', 'Close it with `.')
  }

  /** Skips an expression in a template literal; returns the offset after its closing brace. */
  #skipExpression(start: number): number {
    if (this.#templates === MAX_TEMPLATES) {
      throw scriptFault(this.#text, start, 'template literals are nested too deeply', 'Simplify the expression.')
    }
    const { comments } = this
    this.#templates += 1
    this.#at = start
    this.#last = undefined
    for (let depth = 1; depth > 0; ) {
      const { kind, text } = this.next()
      if (kind === 'end') throw scriptFault(this.#text, start, 'an expression is not closed', 'Close it with }.')
      if (kind === 'sign' && text === '{') depth += 1
      else if (kind === 'sign' && text === '}') depth -= 1
    }
    this.#templates -= 1
    this.comments = comments
    return this.#at
  }

  #readSlash(start: number): Token {
    const sign: Token = { kind: 'sign', start, end: start + 1, text: '/' }
    const last = this.#last
    const isValue =
      last !== undefined &&
      (['string', 'template', 'expression', 'number', 'regex'].includes(last.kind) ||
        last.text === ']' ||
        (last.kind === 'word' && !OPERATORS.has(last.text)))
    if (isValue) return sign
    if (last?.text === ')' || last?.text === '}') {
      const rest = this.#text.slice(start + 1, Math.min(this.#findLineEnd(start), start + MAX_REST))
      if (!/["'`/[\](){}]/.test(rest)) return sign
      const what = 'a slash may divide or start a regular expression'
      throw scriptFault(this.#text, start, what, 'Move the expression out.')
    }
    return { kind: 'regex', start, end: this.#findRegexEnd(start), text: '' }
  }

  #findRegexEnd(start: number): number {
    const text = this.#text
    let isClass = false
    for (let at = start + 1; at < text.length; at += 1) {
      const char = text[at]
      if (char === '\n' || char === '\r') break
      if (char === '\\') at += 1
      else if (char === '[') isClass = true
      else if (char === ']') isClass = false
      else if (char === '/' && !isClass) return this.#match(WORD, at + 1) ?? at + 1
    }
    throw scriptFault(text, start, 'a regular expression is not closed', 'Put only texts into this file.')
  }
}

/** The tokens of a piece of code. */
export function* tokenize(code: string): Generator<Token> {
  const lexer = new Lexer(code)
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) yield token
}

/** How many brackets a token opens, or closes as a negative number. */
export const countBrackets = ({ kind, text }: Token): number =>
  kind !== 'sign' ? 0 : /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0

/** Maximum characters of a line that are searched for other signs. */
const MAX_REST = 200

/** Creates the error for a fault at an offset of a file. */
export const scriptFault = faultsOf('JavaScript')
