import { isLocaleName } from '../../locales/spellings.ts'
import { normalizeCode } from '../code.ts'
import { countBrackets, type Token, tokenize } from './lexer.ts'
import { listExpressions } from './literal.ts'

/** An import of names from a module below a package or folder, or of a module below a package. */
const IMPORT = /^(import (?:[^"'/]*\bfrom |(?=["'][@\w])))(["'])((?:@[\w.-]+\/)?[\w.-]+)((?:\/[\w.-]+)+)\2;?$/
const NAME_OR_STRING = /(["'])[\w-]{2,12}\1|[\p{ID_Start}$_][\p{ID_Continue}$]*/gu

/** `de`, `de_DE`, `deDE`, `zh-hans-cn`: less than other names of files may be. */
const LOCALE = /^[a-z]{2,3}(?:[-_]?[A-Z][a-z]{3}|[-_][a-z]{4})?(?:[-_]?[A-Z]{2}|[-_][a-z]{2}|[-_]\d{3})?$/
const MASK = '\0'

const isLocale = (name: string): boolean => LOCALE.test(name) && isLocaleName(name)

/** A string literal, or the same mark for each locale. */
const maskString = (raw: string): string => (/^["']/.test(raw) && isLocale(raw.slice(1, -1)) ? MASK : raw)

/**
 * Returns a function that masks what the same code has for each locale: its name in a string, the name of the object or of an import that spells it, and the
 * module of an import.
 */
export function createMask(declared: readonly string[]): (code: string) => string {
  const names = new Set(declared.filter(isLocale))
  return code =>
    maskModule(normalizeCode(code)).replace(NAME_OR_STRING, raw => (names.has(raw) ? MASK : maskString(raw)))
}

/** `import a from 'a/locale/en_US'` loads the module of its locale. Neither the package nor another folder may differ. */
function maskModule(code: string): string {
  const [, head = '', , root = '', path = ''] = IMPORT.exec(code) ?? []
  const segments = path.split('/')
  const at = segments.map(toStem).findLastIndex(isLocale)
  const segment = segments[at]
  if (segment === undefined) return code
  return head + root + segments.with(at, MASK + segment.slice(toStem(segment).length)).join('/')
}

/** `en_US` of `en_US.js` and `en_US_calendar`. */
const toStem = (segment: string): string =>
  segment.replace(/\.(?:[cm]?js|ts|json)$|(?<=^[a-z]{2}[-_]?[A-Z]{2})[-_.]\w+$/, '')

/** What an expression may name: values by the name that all locales share, such as `$0` for the first parameter. */
export type Names = Map<string, string>

/** The shared name of all variables of a function. */
export const LOCAL = 'local'

/** Maximum tokens of a function. */
const MAX_TOKENS = 2000

/** Operators without an effect: no assignment, no increment. */
const PURE = new Set('=== !== == != <= >= && || ?? < > ! % + - * / ? : ( )'.split(' '))
/** All operators that begin with the signs of pure ones, the longest first. */
const OPERATORS = (
  '>>>= === !== >>> **= <<= >>= &&= ||= ??= == != <= >= && || ?? ++ -- += -= *= /= %= ** << >> &= |= ^= ?. => = < > ! % ' +
  '+ - * / ? : & | ^ ~ ( )'
).split(' ')
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined'])
/** Words that run code, or read more than the function was given. */
const FORBIDDEN: ReadonlySet<string> = new Set(
  'new delete void typeof await yield import function class this super async in instanceof throw arguments eval'.split(
    ' ',
  ),
)
const VALUES: ReadonlySet<string> = new Set(['string', 'template', 'expression', 'number'])

/** A function that a `PureReader` cannot prove to have no effect. */
export class ImpureError extends Error {}

/** Reads code that only computes a value from parameters and literals. `leaves` are its other parts: calls, and names from outside. */
export class PureReader {
  readonly code: string
  readonly tokens: readonly Token[]
  names: Names
  readonly leaves: Set<string>
  at = 0

  constructor(code: string, names: Names, leaves: Set<string>) {
    this.code = code
    this.tokens = [...tokenize(code)]
    if (this.tokens.length > MAX_TOKENS) throw new ImpureError()
    this.names = names
    this.leaves = leaves
  }

  expectEnd(): void {
    if (this.at < this.tokens.length) throw new ImpureError()
  }

  is(text: string): boolean {
    const token = this.tokens[this.at]
    return token !== undefined && (token.kind === 'sign' || token.kind === 'word') && token.text === text
  }

  take(text: string): boolean {
    if (!this.is(text)) return false
    this.at += 1
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) throw new ImpureError()
  }

  takeWord(): string {
    const token = this.tokens[this.at]
    if (token?.kind !== 'word' || FORBIDDEN.has(token.text)) throw new ImpureError()
    this.at += 1
    return token.text
  }

  /** Reads an expression up to a bracket that it does not open, or the end of its statement. */
  readExpression(): void {
    let depth = 0
    let isValue = false
    const first = this.at
    for (let token = this.tokens[this.at]; token !== undefined; token = this.tokens[this.at]) {
      const { kind, text, start, end } = token
      if (depth === 0 && this.#endsExpression(token, isValue)) break
      if (VALUES.has(kind) || kind === 'word') {
        if (isValue) throw new ImpureError()
        if (kind === 'expression') this.#readTemplate(this.code.slice(start, end))
        if (kind === 'word') this.#readName()
        else this.at += 1
        isValue = true
        continue
      }
      const sign = kind === 'sign' ? this.#readOperator() : ''
      if (!PURE.has(sign)) throw new ImpureError()
      // A bracket behind a value calls it.
      if (sign === '(' && isValue) throw new ImpureError()
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
      isValue = text === ')'
    }
    if (depth !== 0 || !isValue || this.at === first) throw new ImpureError()
  }

  #endsExpression({ kind, text, start }: Token, isValue: boolean): boolean {
    if (kind === 'sign') return /^[;,})\]]$/.test(text)
    const before = this.tokens[this.at - 1]
    return kind === 'word' && isValue && this.code.slice(before?.end ?? start, start).includes('\n')
  }

  /** Reads an operator, whose signs are tokens of their own. */
  #readOperator(): string {
    const start = this.tokens[this.at]?.start ?? 0
    const operator = OPERATORS.find(one => this.code.startsWith(one, start)) ?? ''
    const end = start + operator.length
    while ((this.tokens[this.at]?.start ?? end) < end) this.at += 1
    return operator
  }

  #readTemplate(raw: string): void {
    for (const expression of listExpressions(raw)) {
      const inner = new PureReader(expression, this.names, this.leaves)
      inner.readExpression()
      inner.expectEnd()
    }
  }

  /** Reads a name with what is read from it or called: `n`, `user.name`, `n.toLocaleString()`. */
  #readName(): void {
    // Its classes only write numbers, dates and lists.
    if (this.is('new') && this.tokens[this.at + 1]?.text === 'Intl') this.at += 1
    const word = this.takeWord()
    const shared = this.names.get(word)
    if (shared === undefined && CONSTANTS.has(word)) return
    const parts = [shared ?? word]
    while (this.is('.') || this.is('?') || this.is('(') || this.is('[')) {
      if (this.is('?') && !this.code.startsWith('?.', this.tokens[this.at]?.start)) break
      if (this.is('(') || this.is('[')) parts.push(this.#readBrackets())
      else {
        if (this.take('?')) parts.push('?')
        parts.push('.')
        this.expect('.')
        if (!this.is('(') && !this.is('[')) parts.push(this.takeWord())
      }
    }
    if (parts.length === 1 && shared !== undefined) return
    // A call must not get what the function composed.
    if (shared === LOCAL) throw new ImpureError()
    this.leaves.add(parts.join(''))
  }

  /** The arguments of a call, as they are, with the parameters that their names stand for. */
  #readBrackets(): string {
    const parts: string[] = []
    // Words between elements are a text.
    const isJoin = this.tokens[this.at - 1]?.text === 'join'
    let depth = 0
    for (let token = this.tokens[this.at]; token !== undefined; token = this.tokens[this.at]) {
      const raw = this.code.slice(token.start, token.end)
      const shared = token.kind === 'word' ? this.names.get(raw) : undefined
      if (shared === LOCAL) throw new ImpureError()
      const isText = isJoin && token.kind === 'string'
      parts.push(isText ? '""' : shared === undefined ? maskString(raw) : `${raw}=${shared}`)
      this.at += 1
      depth += countBrackets(token)
      if (depth === 0) return parts.join(' ')
    }
    throw new ImpureError()
  }
}
