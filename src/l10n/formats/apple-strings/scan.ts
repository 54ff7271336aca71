import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { fileFault } from '../file-fault.ts'
import { assertLength, assertWhole, showKey } from '../limits.ts'
import { matchEnd } from '../position.ts'
import type { Span } from '../splice.ts'
import { decodeText, findEmptyEscape } from './text.ts'

/** A string with its quotes, if it has any. */
export interface StringToken extends Span {
  readonly value: string
}

/** `"key" = "value";` */
export interface StringsPair {
  readonly key: StringToken
  /** Absent in `"key";`, where the key is the value. */
  readonly value: StringToken | undefined
  /** After the semicolon. */
  readonly end: number
}

/** The comments after a pair, and the next pair; none at the end of the file. */
export interface StringsPart {
  readonly comments: readonly Span[]
  readonly pair: StringsPair | undefined
}

const BACKSLASH = 0x5c
/** A lone surrogate can only come from an escape. */
const MAYBE_SURROGATE = /\\[uU][dD]/

/** Reads the tokens of a `.strings` file by the rules of Apple's parser of old-style property lists. */
export class StringsScanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Yields the pairs in order, and a part without a pair at the end.
   * @throws AppError `invalid_input` with line and column.
   */
  *scan(): Generator<StringsPart> {
    for (;;) {
      const comments = this.#skipGap()
      const isEnd = this.#at === this.#text.length
      yield { comments, pair: isEnd ? undefined : this.#readPair() }
      if (isEnd) return
    }
  }

  #readPair(): StringsPair {
    const key = this.#readString()
    this.#skipGap()
    let value: StringToken | undefined
    if (this.#text[this.#at] === '=') {
      this.#at += 1
      this.#skipGap()
      value = this.#readString(key)
      this.#skipGap()
    }
    if (this.#text[this.#at] !== ';') throw this.#missingEndError(key, value)
    this.#at += 1
    return { key, value, end: this.#at }
  }

  /** Skips white space and comments. */
  #skipGap(): Span[] {
    const text = this.#text
    const comments: Span[] = []
    for (;;) {
      const start = matchEnd(BLANKS, text, this.#at)
      this.#at = start
      if (text.startsWith('//', start)) this.#at = matchEnd(REST_OF_LINE, text, start)
      else if (text.startsWith('/*', start)) {
        const close = text.indexOf('*/', start + 2)
        if (close === -1) throw stringsFault(text, start, 'a comment is not closed', 'Close it with */.')
        this.#at = close + 2
      } else return comments
      comments.push({ start, end: this.#at })
    }
  }

  #readString(key?: StringToken): StringToken {
    const start = this.#at
    const quote = this.#text[start]
    if (quote === '"' || quote === "'") return this.#readQuoted(quote, key)
    this.#at = matchEnd(BARE, this.#text, start)
    if (this.#at === start) throw this.#missingStringError(key)
    return this.#checkLength(key, { start, end: this.#at, value: this.#text.slice(start, this.#at) })
  }

  #readQuoted(quote: string, key: StringToken | undefined): StringToken {
    const text = this.#text
    const start = this.#at
    let isEscaped = false
    let at = start + 1
    const close = quote.charCodeAt(0)
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === close) break
      if (code !== BACKSLASH) continue
      isEscaped = true
      at += 1
    }
    if (at >= text.length) {
      const fix = `Close it with ${quote}, and write ${quote} in a string as \\${quote}.`
      throw stringsFault(text, start, `${describe(key)} is not closed`, fix)
    }
    this.#at = at + 1
    const raw = text.slice(start + 1, at)
    const value = isEscaped ? this.#decode(raw, start + 1) : raw
    return this.#checkLength(key, { start, end: this.#at, value })
  }

  #decode(raw: string, offset: number): string {
    const empty = raw.includes('\\U') ? findEmptyEscape(raw) : -1
    if (empty !== -1) {
      const fix = 'Write four digits, such as \\U00E9; a backslash is \\\\.'
      throw stringsFault(this.#text, offset + empty, 'the escape \\U has no hexadecimal digits', fix)
    }
    const value = decodeText(raw)
    if (MAYBE_SURROGATE.test(raw)) {
      assertWhole('a string', value, (what, fix) => stringsFault(this.#text, offset, what, fix))
    }
    return value
  }

  #checkLength(key: StringToken | undefined, token: StringToken): StringToken {
    assertLength(describe(key), token.value, (what, fix) => stringsFault(this.#text, token.start, what, fix))
    return token
  }

  #missingStringError(key: StringToken | undefined): AppError {
    const text = this.#text
    const rest = text.slice(this.#at, this.#at + 20)
    if (this.#at === 0 && /^(?:<\?xml|<!DOCTYPE|<plist|bplist)/.test(rest)) {
      const fix = 'Write it as "key" = "value"; in UTF-8.'
      return stringsFault(text, 0, 'it is an XML or binary property list', fix)
    }
    const found = rest === '' ? 'the end of the file' : echo(JSON.stringify(rest.split(/\r?\n/)[0]))
    const fix = 'Write "key" = "value"; with comments in /* */.'
    return stringsFault(text, this.#at, `${found} is in the place of ${describe(key)}`, fix)
  }

  #missingEndError(key: StringToken, value: StringToken | undefined): AppError {
    const { end } = value ?? key
    const fix = value !== undefined && matchEnd(BARE, this.#text, end) > end ? INNER_QUOTE : 'Write "key" = "value";'
    return stringsFault(this.#text, end, `${showKey(key.value)} has no semicolon`, fix)
  }
}

const INNER_QUOTE = 'Write " in a string as \\", and put ; behind the value.'

/** Creates the error for a fault at an offset of a file. */
export const stringsFault = (text: string, offset: number, what: string, fix: string): AppError =>
  fileFault('.strings', text, offset, what, fix)

/** Describes a key, or the value of a key. */
const describe = (key: StringToken | undefined): string =>
  key === undefined ? 'a key' : `the value of ${showKey(key.value)}`

const BLANKS = /[\t-\r \u2028\u2029]*/y
const REST_OF_LINE = /[^\n\r\u2028\u2029]*/y
/** A string without quotes. */
const BARE = /[\w$:/.-]*/y
