import { AppError } from '../../../errors.ts'
import { ImpureError, LOCAL, type Names, PureReader, tokenizeCode } from './pure-code.ts'

/** A function without an effect: it computes a text from its parameters. */
export interface ScriptFunction {
  /** Its parameters and what it reads or calls, by names that do not depend on those of the parameters. */
  readonly shape: readonly string[]
  /** The offsets of the only literal that it returns, if it does nothing else. */
  readonly literal: { readonly start: number; readonly end: number } | undefined
}

/** Maximum UTF-16 code units of a function. */
const MAX_FUNCTION = 10_000

/** Reads a function: an arrow function, a function expression, or the part of a method behind its name. Undefined for other code. */
export function readFunction(code: string): ScriptFunction | undefined {
  if (code.length > MAX_FUNCTION || !/=>|\breturn\b/.test(code)) return undefined
  try {
    return new FunctionReader(code).read()
  } catch (error) {
    if (error instanceof ImpureError || error instanceof AppError) return undefined
    throw error
  }
}

/** Words of types. */
const TYPE_SIGN = /^[.<>[\]{}|&,;:?]$/

class FunctionReader {
  readonly #code: string
  readonly #reader: PureReader
  readonly #names: Names = new Map()
  readonly #leaves = new Set<string>()
  readonly #parameters: string[] = []
  #literal: ScriptFunction['literal']

  constructor(code: string) {
    this.#code = code
    this.#reader = new PureReader(code, tokenizeCode(code), 0, this.#names, this.#leaves)
  }

  read(): ScriptFunction {
    const reader = this.#reader
    const isExpression = reader.take('function')
    if (isExpression && !reader.is('(')) reader.takeWord()
    const isBare = !isExpression && !reader.is('(')
    if (isBare) this.#addParameter(reader.takeWord(), '$0')
    else this.#readParameters()
    if (!isBare && reader.take(':')) this.#skipType(text => text === '=>' || text === '{')
    const isArrow = !isExpression && reader.take('=>')
    if (isBare && !isArrow) throw new ImpureError()
    if (isArrow && !reader.is('{')) this.#readResult()
    else this.#readBody()
    if (reader.at < reader.tokens.length) throw new ImpureError()
    return { shape: ['()', ...this.#parameters, ...this.#leaves], literal: this.#literal }
  }

  #addParameter(name: string, shared: string): void {
    this.#names.set(name, shared)
    this.#parameters.push(shared)
  }

  #readParameters(): void {
    const reader = this.#reader
    reader.expect('(')
    for (let index = 0; !reader.is(')'); index += 1) {
      if (reader.take('{')) this.#readFields(index)
      else this.#addParameter(reader.takeWord(), `$${index}`)
      reader.take('?')
      if (reader.take(':')) this.#skipType(text => text === ',' || text === ')')
      if (!reader.take(',') && !reader.is(')')) throw new ImpureError()
    }
    reader.expect(')')
  }

  /** Reads the names in the braces of a parameter. */
  #readFields(index: number): void {
    const reader = this.#reader
    while (!reader.take('}')) {
      const name = reader.takeWord()
      this.#addParameter(reader.take(':') ? reader.takeWord() : name, `$${index}{${name}}`)
      if (!reader.take(',') && !reader.is('}')) throw new ImpureError()
    }
  }

  /** Skips a type, which the compiler removes. */
  #skipType(isEnd: (text: string) => boolean): void {
    const reader = this.#reader
    let depth = 0
    let isEmpty = true
    for (let token = reader.tokens[reader.at]; token !== undefined; token = reader.tokens[reader.at]) {
      const { kind, text } = token
      if (depth === 0 && !isEmpty && isEnd(text)) return
      const isKnown = kind === 'word' || kind === 'string' || kind === 'number' || TYPE_SIGN.test(text)
      if (!isKnown) throw new ImpureError()
      if (/^[<[{]$/.test(text)) depth += 1
      else if (/^[>\]}]$/.test(text)) depth -= 1
      isEmpty = false
      reader.at += 1
    }
  }

  #readResult(): void {
    const reader = this.#reader
    const token = reader.tokens[reader.at]
    const first = reader.at
    reader.readExpression()
    const isLiteral = token?.kind === 'string' || token?.kind === 'template' || token?.kind === 'expression'
    if (isLiteral && reader.at === first + 1) this.#literal = { start: token.start, end: token.end }
  }

  #readBody(): void {
    const reader = this.#reader
    reader.expect('{')
    if (!reader.take('return')) return this.#readStatements()
    this.#readResult()
    reader.take(';')
    // More statements would not run.
    reader.expect('}')
  }

  #readStatements(): void {
    while (!this.#reader.take('}')) this.#readStatement()
  }

  #readStatement(): void {
    const reader = this.#reader
    if (reader.at === reader.tokens.length) throw new ImpureError()
    if (reader.take(';')) return
    if (reader.take('{')) return this.#readStatements()
    if (reader.take('if')) {
      reader.expect('(')
      reader.readExpression()
      reader.expect(')')
      this.#readStatement()
      if (reader.take('else')) this.#readStatement()
      return
    }
    if (!reader.take('return')) this.#readAssignment()
    else reader.readExpression()
    reader.take(';')
  }

  #readAssignment(): void {
    const reader = this.#reader
    const isDeclared = reader.take('const') || reader.take('let') || reader.take('var')
    const name = reader.takeWord()
    if (isDeclared && reader.take(':')) this.#skipType(text => text === '=')
    if (isDeclared) this.#names.set(name, LOCAL)
    else if (this.#names.get(name) !== LOCAL) throw new ImpureError()
    if (isDeclared && reader.is(';')) return
    if (!reader.is('=') || this.#code.startsWith('==', reader.tokens[reader.at]?.start)) throw new ImpureError()
    reader.expect('=')
    reader.readExpression()
  }
}
