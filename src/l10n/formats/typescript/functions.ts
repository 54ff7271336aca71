import { AppError } from '../../../errors.ts'
import type { Token } from './lexer.ts'
import { ImpureError, LOCAL, type Names, PureReader } from './pure-code.ts'

/** A function without an effect: it computes a text from its parameters. */
export interface ScriptFunction {
  /** Its parameters and what it reads or calls, by names that do not depend on those of the parameters. */
  readonly shape: readonly string[]
  /** The shared names of its parameters, by their own. */
  readonly names: Names
  /** The offsets of the only literal that it returns, if it does nothing else. */
  readonly literal: Token | undefined
}

/** Maximum UTF-16 code units of a function. */
const MAX_FUNCTION = 10_000

/** Reads a function: an arrow function, a function expression, the part of a method behind its name, or a template literal. Undefined for other code. */
export function readFunction(code: string): ScriptFunction | undefined {
  if (code.length > MAX_FUNCTION || !/=>|\breturn\b|^`/.test(code)) return undefined
  try {
    return new FunctionReader(code, new Map(), new Set()).read()
  } catch (error) {
    if (error instanceof ImpureError || error instanceof AppError) return undefined
    throw error
  }
}

/** Maximum levels of braces and brackets in a parameter. */
const MAX_DEPTH = 3
/** Words of types. */
const TYPE_SIGN = /^[.<>[\]{}|&,;:?]$/

class FunctionReader extends PureReader {
  readonly #parameters: Names = new Map()
  #literal: ScriptFunction['literal']
  #statements = 0

  read(): ScriptFunction {
    if (this.code.startsWith('`')) {
      this.#readResult()
      this.expectEnd()
      return { shape: [...this.leaves], names: this.#parameters, literal: this.#literal }
    }
    const isExpression = this.take('function')
    if (isExpression && !this.is('(')) this.takeWord()
    const isBare = !isExpression && !this.is('(') && !this.is('<')
    if (isBare) this.#addParameter(this.takeWord(), '$0')
    else this.#readParameters()
    if (!isBare && this.take(':')) this.#skipType(text => text === '=>' || text === '{')
    const isArrow = !isExpression && this.take('=>')
    if (isBare && !isArrow) throw new ImpureError()
    if (isArrow && !this.is('{')) this.#readResult()
    else {
      this.expect('{')
      this.#readStatements()
    }
    this.expectEnd()
    return {
      shape: ['()', ...this.#parameters.values(), ...this.leaves],
      names: this.#parameters,
      literal: this.#statements > 1 ? undefined : this.#literal,
    }
  }

  #addParameter(name: string, shared: string): string {
    this.names.set(name, shared)
    this.#parameters.set(name, shared)
    return name
  }

  #readParameters(): void {
    if (this.is('<')) this.#skipType(text => text === '(')
    this.expect('(')
    for (let index = 0; !this.is(')'); index += 1) {
      this.#readPattern(`$${index}`, 0)
      if (!this.take(',') && !this.is(')')) throw new ImpureError()
    }
    this.expect(')')
  }

  /** Reads a parameter, or the names in its braces and brackets, some of which may be left out. */
  #readPattern(shared: string, depth: number): void {
    let name: string | undefined
    if (depth > MAX_DEPTH) throw new ImpureError()
    if (this.take('{')) {
      while (!this.take('}')) {
        const field = this.takeWord()
        if (this.take(':')) this.#readPattern(`${shared}{${field}}`, depth + 1)
        else this.#readDefault(this.#addParameter(field, `${shared}{${field}}`))
        if (!this.take(',') && !this.is('}')) throw new ImpureError()
      }
    } else if (this.take('[')) {
      for (let item = 0; !this.take(']'); item += 1) {
        if (this.take(',')) continue
        this.#readPattern(`${shared}[${item}]`, depth + 1)
        if (!this.take(',') && !this.is(']')) throw new ImpureError()
      }
    } else name = this.#addParameter(this.takeWord(), shared)
    if (depth === 0) this.take('?')
    if (depth === 0 && this.take(':')) this.#skipType(text => text === ',' || text === ')' || text === '=')
    this.#readDefault(name)
  }

  /** Reads a default: a literal, or an empty list or object. Calls must not get a text, because it may be another one. */
  #readDefault(name: string | undefined): void {
    if (!this.take('=')) return
    if (this.take('[')) return this.expect(']')
    if (this.take('{')) return this.expect('}')
    const { kind, text = '' } = this.tokens[this.at] ?? {}
    const isText = kind === 'string' || kind === 'template'
    const isLiteral = isText || kind === 'number' || /^(?:true|false|null|Infinity)$/.test(text)
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
      const before = this.code.slice(this.tokens[this.at - 1]?.end, token.start)
      // Behind a semicolon or a line break, another statement may start.
      const mayEnd = depth <= 0 && !/^[|&]$/.test(text) && (text === ';' || /[\n\r\u2028\u2029]/.test(before))
      if (!isKnown || mayEnd) throw new ImpureError()
      if (/^[<[{]$/.test(text)) depth += 1
      else if (/^[>\]}]$/.test(text)) depth -= 1
      isEmpty = false
      this.at += 1
    }
  }

  #readResult(): void {
    const first = this.at
    this.readExpression()
    const [only, ...others] = this.tokens.slice(first, this.at).filter(({ text }) => !/^[()]$/.test(text))
    if (/^(?:string|template|expression)$/.test(only?.kind ?? '') && others.length === 0) this.#literal = only
  }

  #readStatements(): void {
    const outer = this.names
    this.names = new Map(outer)
    while (!this.take('}')) this.#readStatement()
    this.names = outer
  }

  #readStatement(): void {
    if (this.at === this.tokens.length) throw new ImpureError()
    if (this.take(';')) return
    this.#statements += 1
    if (this.take('{')) return this.#readStatements()
    if (this.take('if')) {
      this.expect('(')
      this.readExpression()
      this.expect(')')
      this.#readStatement()
      if (this.take('else')) this.#readStatement()
      return
    }
    if (this.take('return')) this.#readResult()
    else this.#readAssignment()
    this.take(';')
  }

  #readAssignment(): void {
    const isDeclared = this.take('const') || this.take('let') || this.take('var')
    const isList = isDeclared && this.take('[')
    let hasMore = true
    while (hasMore) {
      const name = this.takeWord()
      if (isDeclared) this.names.set(name, LOCAL)
      else if (this.names.get(name) !== LOCAL) throw new ImpureError()
      hasMore = isList && this.take(',')
    }
    if (isList) this.expect(']')
    if (isDeclared && this.take(':')) this.#skipType(text => text === '=' || text === ';')
    if (isDeclared && this.is(';')) return
    if (!this.is('=') || this.code.startsWith('==', this.tokens[this.at]?.start)) throw new ImpureError()
    this.expect('=')
    this.readExpression()
  }
}
