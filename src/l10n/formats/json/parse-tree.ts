import type { Node, NodeType } from 'jsonc-parser'

/**
 * Parses strict JSON into the same nodes as `parseTree` of jsonc-parser, without `parent`, in a fifth to half of its time for files of 40,000 entries. Returns
 * undefined for invalid JSON, whose faults that parser describes. The caller limits the depth.
 */
export function parseTreeFast(text: string): Node | undefined {
  const reader = new NodeReader(text)
  const root = reader.readValue()
  return root !== undefined && reader.isAtEnd() ? root : undefined
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const NUMBER = /-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,400})?/y
const LITERALS: readonly (readonly [word: string, type: NodeType, value: boolean | null])[] = [
  ['true', 'boolean', true],
  ['false', 'boolean', false],
  ['null', 'null', null],
]

class NodeReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    this.#skipBlanks()
    return this.#at === this.#text.length
  }

  readValue(): Node | undefined {
    this.#skipBlanks()
    switch (this.#text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#readString()
      case OPEN_BRACE:
        return this.#readList('object', CLOSE_BRACE, () => this.#readProperty())
      case OPEN_BRACKET:
        return this.#readList('array', CLOSE_BRACKET, () => this.readValue())
      default:
        return this.#readScalar()
    }
  }

  #readList(type: 'object' | 'array', close: number, readOne: () => Node | undefined): Node | undefined {
    const offset = this.#at
    const children: Node[] = []
    this.#at += 1
    this.#skipBlanks()
    if (this.#text.charCodeAt(this.#at) === close) {
      this.#at += 1
      return { type, offset, length: this.#at - offset, children }
    }
    for (;;) {
      const one = readOne()
      if (one === undefined) return undefined
      children.push(one)
      this.#skipBlanks()
      const code = this.#text.charCodeAt(this.#at)
      this.#at += 1
      if (code === close) return { type, offset, length: this.#at - offset, children }
      if (code !== COMMA) return undefined
    }
  }

  #readProperty(): Node | undefined {
    this.#skipBlanks()
    const offset = this.#at
    if (this.#text.charCodeAt(offset) !== QUOTE) return undefined
    const key = this.#readString()
    this.#skipBlanks()
    const colonOffset = this.#at
    if (key === undefined || this.#text.charCodeAt(colonOffset) !== COLON) return undefined
    this.#at += 1
    const value = this.readValue()
    if (value === undefined) return undefined
    return { type: 'property', offset, length: this.#at - offset, colonOffset, children: [key, value] }
  }

  #readString(): Node | undefined {
    const text = this.#text
    const offset = this.#at
    let isEscaped = false
    let at = offset + 1
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        isEscaped = true
        at += 1
      } else if (!(code >= 0x20)) return undefined
    }
    this.#at = at + 1
    const length = this.#at - offset
    const value = isEscaped ? decode(text.slice(offset, this.#at)) : text.slice(offset + 1, at)
    return value === undefined ? undefined : { type: 'string', offset, length, value }
  }

  #readScalar(): Node | undefined {
    const offset = this.#at
    for (const [word, type, value] of LITERALS) {
      if (!this.#text.startsWith(word, offset)) continue
      this.#at += word.length
      return { type, offset, length: word.length, value }
    }
    NUMBER.lastIndex = offset
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) return undefined
    this.#at += number.length
    return { type: 'number', offset, length: number.length, value: Number(number) }
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at += 1
    }
  }
}

/** Decodes a string with escapes; undefined if one is not valid. */
function decode(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
