import { AppError } from '../../../errors.ts'
import type { Span } from '../splice.ts'
import { ImpureError, LOCAL, type Names, PureReader } from './pure-code.ts'

/** A function without an effect: it computes a text from its parameters. */
export interface ScriptFunction {
  /** Its parameters and what it reads or calls, by names that do not depend on those of the parameters. */
  readonly shape: readonly string[]
  /** The shared names of its parameters, by their own. */
  readonly names: Names
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
  readonly #parameters: Names = new Map()
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
    return {
      shape: ['()', ...this.#parameters.values(), ...this.leaves],
      names: this.#parameters,
      literal: this.#literal,
    }
  }

  #addParameter(name: string, shared: string): string {
    this.names.set(name, shared)
    this.#parameters.set(name, shared)
    return name
  }

  #readParameters(): void {
    this.expect('(')
    for (let index = 0; !this.is(')'); index += 1) {
      let name: string | undefined
      if (this.take('{')) this.#readFields(index)
      else if (this.take('[')) this.#readItems(index)
      else name = this.#addParameter(this.takeWord(), `$${index}`)
      this.take('?')
      if (this.take(':')) this.#skipType(text => text === ',' || text === ')' || text === '=')
      this.#readDefault(name)
      if (!this.take(',') && !this.is(')')) throw new ImpureError()
    }
    this.expect(')')
  }

  /** Reads the names in the braces of a parameter. */
  #readFields(index: number): void {
    while (!this.take('}')) {
      const name = this.takeWord()
      this.#readDefault(this.#addParameter(this.take(':') ? this.takeWord() : name, `$${index}{${name}}`))
      if (!this.take(',') && !this.is('}')) throw new ImpureError()
    }
  }

  /** Reads the names in the brackets of a parameter, some of which may be left out. */
  #readItems(index: number): void {
    for (let item = 0; !this.take(']'); item += 1) {
      if (this.take(',')) continue
      this.#readDefault(this.#addParameter(this.takeWord(), `$${index}[${item}]`))
      if (!this.take(',') && !this.is(']')) throw new ImpureError()
    }
  }

  /** Reads a default: a literal, or an empty list or object. Calls must not get a text, because it may be another one. */
  #readDefault(name: string | undefined): void {
    if (!this.take('=')) return
    if (this.take('[')) return this.expect(']')
    if (this.take('{')) return this.expect('}')
    const { kind, text = '' } = this.tokens[this.at] ?? {}
    const isText = kind === 'string' || kind === 'template'
    const isLiteral = isText || kind === 'number' || /^(?:true|false|null)$/.test(text)
    if (name === undefined || !isLiteral) throw new ImpureError()
    this.at += 1
    if (isText) this.names.set(name, LOCAL)
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
    const first = this.at
    this.readExpression()
    const [only, ...others] = this.tokens
      .slice(first, this.at)
      .filter(({ kind, text }) => kind !== 'sign' || !/^[()]$/.test(text))
    const isLiteral = only?.kind === 'string' || only?.kind === 'template' || only?.kind === 'expression'
    if (isLiteral && others.length === 0) this.#literal = { start: only.start, end: only.end }
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
