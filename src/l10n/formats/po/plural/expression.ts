import { CATEGORY_ORDER } from '../../../locales/plural-rules.ts'

/**
 * Whether the value of `Plural-Forms` is a rule, such as `nplurals=2; plural=(n != 1);`. Templates have the unfilled
 * `nplurals=INTEGER; plural=EXPRESSION;`.
 */
export const isPluralRule = (line = ''): boolean => line !== '' && !/INTEGER|EXPRESSION/.test(line)

/** The plural rule of a header, or why programs cannot read it. */
type PluralRuleReading = { readonly count: number; readonly index: PluralIndex } | { readonly fault: string }

/** Numbers for which a rule is tried. */
export const SAMPLES = Array.from({ length: 202 }, (_, n) => n).concat([
  1_000, 1_001, 1_002, 1_003, 1_011, 1_100, 10_000, 100_000, 1_000_000, 1_000_001, 2_000_000,
])

/** Reads the value of `Plural-Forms`; undefined if it has no rule. */
export function readPluralRule(line = ''): PluralRuleReading | undefined {
  if (!isPluralRule(line)) return undefined
  const number = /nplurals\s*=\s*(\d+)/.exec(line)?.[1]
  const expression = /^nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;]*);?$/.exec(line)?.[1] ?? ''
  if (number === undefined || expression === '') {
    return { fault: 'it does not have the form nplurals=2; plural=(n != 1);' }
  }
  const count = Number(number)
  if (count < 1 || count > CATEGORY_ORDER.length) return { fault: `it has ${count} forms; languages have 1 to 6` }
  try {
    const index = parsePluralExpression(expression)
    const wrong = SAMPLES.find(n => index(n) < 0 || index(n) >= count)
    if (wrong === undefined) return { count, index }
    return { fault: `it returns form ${index(wrong)} for ${wrong}, but nplurals is ${count}` }
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: error.message }
    throw error
  }
}

/** Returns the plural form of a number. */
export type PluralIndex = (n: number) => number

/**
 * Parses the C expression of a `Plural-Forms` header.
 * @throws SyntaxError that describes the fault
 */
export function parsePluralExpression(expression: string): PluralIndex {
  if (expression.length > MAX_LENGTH) throw new SyntaxError(`it has more than ${MAX_LENGTH} characters`)
  const reader = new TokenReader(tokenizeExpression(expression))
  const index = parseChoice(reader)
  const rest = reader.peek()
  if (rest !== undefined) throw new SyntaxError(`unexpected ${rest}`)
  return index
}

const MAX_LENGTH = 2_000
/** Limits the recursion: each level takes a few stack frames. */
const MAX_DEPTH = 100

class TokenReader {
  readonly #tokens: readonly string[]
  #at = 0
  depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  take(): string | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  expect(wanted: string): void {
    const token = this.take()
    if (token !== wanted) throw new SyntaxError(`${wanted} is missing`)
  }
}

function tokenizeExpression(expression: string): string[] {
  const tokens: string[] = []
  const next = /\s*(\d{1,9}(?!\d)|n(?!\w)|\|\||&&|[=!<>]=|[-+*/%!<>?:()])|\s*$/y
  while (next.lastIndex < expression.length) {
    const at = next.lastIndex
    const match = next.exec(expression)
    if (match === null) throw new SyntaxError(`unexpected ${JSON.stringify(expression.slice(at, at + 10).trim())}`)
    if (match[1] !== undefined) tokens.push(match[1])
  }
  return tokens
}

function parseChoice(reader: TokenReader): PluralIndex {
  reader.depth += 1
  if (reader.depth > MAX_DEPTH) throw new SyntaxError(`it is nested more than ${MAX_DEPTH} levels deep`)
  const condition = parseBinary(reader, 0)
  let index = condition
  if (reader.peek() === '?') {
    reader.take()
    const then = parseChoice(reader)
    reader.expect(':')
    const otherwise = parseChoice(reader)
    index = n => (condition(n) === 0 ? otherwise(n) : then(n))
  }
  reader.depth -= 1
  return index
}

type Operation = (left: PluralIndex, right: PluralIndex) => PluralIndex

const compare =
  (holds: (a: number, b: number) => boolean): Operation =>
  (left, right) =>
  n =>
    Number(holds(left(n), right(n)))

/** Operators from the lowest to the highest precedence. */
const LEVELS: readonly Readonly<Record<string, Operation>>[] = [
  { '||': (left, right) => n => Number(left(n) !== 0 || right(n) !== 0) },
  { '&&': (left, right) => n => Number(left(n) !== 0 && right(n) !== 0) },
  { '==': compare((a, b) => a === b), '!=': compare((a, b) => a !== b) },
  {
    '<': compare((a, b) => a < b),
    '>': compare((a, b) => a > b),
    '<=': compare((a, b) => a <= b),
    '>=': compare((a, b) => a >= b),
  },
  { '+': (left, right) => n => left(n) + right(n), '-': (left, right) => n => left(n) - right(n) },
  {
    '*': (left, right) => n => left(n) * right(n),
    '/': (left, right) => n => Math.trunc(left(n) / assertDivisor(right(n))),
    '%': (left, right) => n => left(n) % assertDivisor(right(n)),
  },
]

function parseBinary(reader: TokenReader, level: number): PluralIndex {
  const operations = LEVELS[level]
  if (operations === undefined) return parseUnary(reader)
  let left = parseBinary(reader, level + 1)
  for (;;) {
    const token = reader.peek()
    const operation = token === undefined ? undefined : operations[token]
    if (operation === undefined) return left
    reader.take()
    left = operation(left, parseBinary(reader, level + 1))
  }
}

function parseUnary(reader: TokenReader): PluralIndex {
  const token = reader.take()
  if (token === undefined) throw new SyntaxError('it ends unexpectedly')
  if (token === 'n') return n => n
  if (/^\d/.test(token)) {
    const number = Number(token)
    return () => number
  }
  if (token === '!' || token === '-' || token === '+') {
    reader.depth += 1
    if (reader.depth > MAX_DEPTH) throw new SyntaxError(`it is nested more than ${MAX_DEPTH} levels deep`)
    const operand = parseUnary(reader)
    reader.depth -= 1
    return token === '!' ? n => Number(operand(n) === 0) : token === '-' ? n => -operand(n) : operand
  }
  if (token !== '(') throw new SyntaxError(`unexpected ${token}`)
  const inner = parseChoice(reader)
  reader.expect(')')
  return inner
}

function assertDivisor(value: number): number {
  if (value === 0) throw new SyntaxError('it divides by zero')
  return value
}
