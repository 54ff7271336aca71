import { AppError } from '../../../errors.ts'
import type { Span } from '../splice.ts'
import { ImpureError, LOCAL, PureReader } from './pure-code.ts'

/** A function without an effect: it computes a text from its parameters. */
export interface ScriptFunction {
  /** Its parameters and what it reads or calls, by names that do not depend on those of the parameters. */
  readonly shape: readonly string[]
  /** The offsets of the only literal that it returns, if it does nothing else. */
  readonly literal: Span | undefined
}

/** Maximum UTF-16 code units of a function. */
const MAX_FUNCTION = 10_000

/** Reads a function: an arrow function, a function expression, or the part of a method behind its name. Undefined for other code. */
export function readFunction(code: string): ScriptFunction | undefined {
  if (code.length > MAX_FUNCTION || !/=>|\breturn\b/.test(code)) return undefined
  try {
    return new FunctionReader(code, new Map(), new Set()).read()
  } catch (error) {
    if (error instanceof ImpureError || error instanceof AppError) return undefined
    throw error
  }
}

/** Words of types. */
const TYPE_SIGN = /^[.<>[\]{}|&,;:?]$/

class FunctionReader extends PureReader {
  readonly #parameters: string[] = []
  #literal: ScriptFunction['literal']

  read(): ScriptFunction {
    const isExpression = this.take('function')
    if (isExpression && !this.is('(')) this.takeWord()
    const isBare = !isExpression && !this.is('(')
    if (isBare) this.#addParameter(this.takeWord(), '$0')
    else this.#readParameters()
    if (!isBare && this.take(':')) this.#skipType(text => text === '=>' || text === '{')
    const isArrow = !isExpression && this.take('=>')
    if (isBare && !isArrow) throw new ImpureError()
    if (isArrow && !this.is('{')) this.#readResult()
    else this.#readBody()
    this.expectEnd()
    return { shape: ['()', ...this.#parameters, ...this.leaves], literal: this.#literal }
  }

  #addParameter(name: string, shared: string): void {
    this.names.set(name, shared)
    this.#parameters.push(shared)
  }

  #readParameters(): void {
    this.expect('(')
    for (let index = 0; !this.is(')'); index += 1) {
      if (this.take('{')) this.#readFields(index)
      else this.#addParameter(this.takeWord(), `$${index}`)
      this.take('?')
      if (this.take(':')) this.#skipType(text => text === ',' || text === ')')
      if (!this.take(',') && !this.is(')')) throw new ImpureError()
    }
    this.expect(')')
  }

  /** Reads the names in the braces of a parameter. */
  #readFields(index: number): void {
    while (!this.take('}')) {
      const name = this.takeWord()
      this.#addParameter(this.take(':') ? this.takeWord() : name, `$${index}{${name}}`)
      if (!this.take(',') && !this.is('}')) throw new ImpureError()
    }
  }

  /** Skips a type, which the compiler removes. */
  #skipType(isEnd: (text: string) => boolean): void {
    let depth = 0
    let isEmpty = true
    for (let token = this.tokens[this.at]; token !== undefined; token = this.tokens[this.at]) {
      const { kind, text } = token
      if (depth === 0 && !isEmpty && isEnd(text)) return
      const isKnown = kind === 'word' || kind === 'string' || kind === 'number' || TYPE_SIGN.test(text)
      if (!isKnown) throw new ImpureError()
      if (/^[<[{]$/.test(text)) depth += 1
      else if (/^[>\]}]$/.test(text)) depth -= 1
      isEmpty = false
      this.at += 1
    }
  }

  #readResult(): void {
    const token = this.tokens[this.at]
    const first = this.at
    this.readExpression()
    const isLiteral = token?.kind === 'string' || token?.kind === 'template' || token?.kind === 'expression'
    if (isLiteral && this.at === first + 1) this.#literal = { start: token.start, end: token.end }
  }

  #readBody(): void {
    this.expect('{')
    if (!this.take('return')) return this.#readStatements()
    this.#readResult()
    this.take(';')
    // More statements would not run.
    this.expect('}')
  }

  #readStatements(): void {
    while (!this.take('}')) this.#readStatement()
  }

  #readStatement(): void {
    if (this.at === this.tokens.length) throw new ImpureError()
    if (this.take(';')) return
    if (this.take('{')) return this.#readStatements()
    if (this.take('if')) {
      this.expect('(')
      this.readExpression()
      this.expect(')')
      this.#readStatement()
      if (this.take('else')) this.#readStatement()
      return
    }
    if (!this.take('return')) this.#readAssignment()
    else this.readExpression()
    this.take(';')
  }

  #readAssignment(): void {
    const isDeclared = this.take('const') || this.take('let') || this.take('var')
    const name = this.takeWord()
    if (isDeclared && this.take(':')) this.#skipType(text => text === '=')
    if (isDeclared) this.names.set(name, LOCAL)
    else if (this.names.get(name) !== LOCAL) throw new ImpureError()
    if (isDeclared && this.is(';')) return
    if (!this.is('=') || this.code.startsWith('==', this.tokens[this.at]?.start)) throw new ImpureError()
    this.expect('=')
    this.readExpression()
  }
}
