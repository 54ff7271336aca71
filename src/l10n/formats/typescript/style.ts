import { getIndent, leadBefore } from '../json/style.ts'
import { encodeLiteral, type LiteralStyle, type Quote } from './literal.ts'
import type { ScriptFile } from './module.ts'
import { encodeTemplate } from './template.ts'
import type { ObjectNode, ScriptMember, ScriptNode, TextNode } from './tree.ts'

/** The style of a script, so that new and changed values match it. */
export interface ScriptStyle extends LiteralStyle {
  readonly eol: '\n' | '\r\n'
  readonly indent: string
  readonly quote: '"' | "'"
  /** Whether a text with that quote is written in the other one. */
  readonly avoidsEscapes: boolean
  readonly quotesNames: boolean
  readonly hasTrailingCommas: boolean
  /** What stands between a name and its value. */
  readonly colon: string
  /** The blank within the braces of an object on one line. */
  readonly padding: string
}

const MAX_INDENT = 16

/** Detects the style of a script. `fallback` is used for what it does not show. */
export function detectStyle({ text, main }: ScriptFile, fallback?: ScriptStyle): ScriptStyle {
  const seen = new Survey(text)
  const object = main.assigned?.object ?? main.object
  seen.visit(object)
  const newline = text.indexOf('\n')
  const eol = newline === -1 ? (fallback?.eol ?? '\n') : text[newline - 1] === '\r' ? '\r\n' : '\n'
  const quote = seen.single === seen.double ? (fallback?.quote ?? "'") : seen.single > seen.double ? "'" : '"'
  return {
    eol,
    indent: findIndent(text, object) ?? fallback?.indent ?? '  ',
    quote,
    avoidsEscapes: seen.single + seen.double === 0 ? (fallback?.avoidsEscapes ?? true) : !seen.hasEscapedQuote,
    quotesNames: seen.names === 0 ? (fallback?.quotesNames ?? false) : seen.quotedNames === seen.names,
    hasTrailingCommas:
      seen.blocks === 0 ? (fallback?.hasTrailingCommas ?? true) : seen.trailingCommas * 2 >= seen.blocks,
    colon: seen.colon ?? fallback?.colon ?? ': ',
    padding: seen.padding ?? fallback?.padding ?? ' ',
    isAscii: /[^\0-\u007F]/.test(text) ? false : /\\u00[a-fA-F89]/.test(text) || fallback?.isAscii === true,
  }
}

class Survey {
  single = 0
  double = 0
  hasEscapedQuote = false
  names = 0
  quotedNames = 0
  blocks = 0
  trailingCommas = 0
  colon: string | undefined
  padding: string | undefined
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  visit(node: ScriptNode): void {
    if (node.kind === 'text') this.#visitText(node.start, node.end)
    else if (node.kind === 'array') for (const item of node.items) this.visit(item)
    else if (node.kind === 'object') {
      this.#visitObject(node)
      for (const member of node.members) {
        this.#visitName(member)
        this.visit(member.node)
      }
    }
  }

  #visitText(start: number, end: number): void {
    const quote = this.#text[start]
    if (quote === "'") this.single += 1
    else if (quote === '"') this.double += 1
    this.hasEscapedQuote ||= quote !== '`' && this.#text.slice(start + 1, end - 1).includes(`\\${quote}`)
  }

  #visitObject({ start, end, members }: ObjectNode): void {
    const [first] = members
    const last = members.at(-1)
    if (first === undefined || last === undefined) return
    if (isMultiline(this.#text, { start, members })) {
      this.blocks += 1
      if (last.comma !== undefined) this.trailingCommas += 1
    } else if (first.start - start <= MAX_INDENT && end - last.end <= MAX_INDENT) {
      this.padding ??= this.#text.slice(start + 1, first.start)
    }
  }

  #visitName({ name, start, nameEnd, node }: ScriptMember): void {
    if (name === undefined || node.kind === 'other' || (node.kind === 'text' && node.frame !== undefined)) return
    const colon = this.#text.slice(nameEnd, Math.min(node.start, nameEnd + MAX_INDENT))
    if (/^ ?: ?$/.test(colon)) this.colon ??= colon
    if (!IDENTIFIER.test(name)) return
    this.names += 1
    if (this.#text[start] === '"' || this.#text[start] === "'") this.quotedNames += 1
  }
}

/** Whether the first member of an object is on another line than its brace. */
export function isMultiline(text: string, { start, members }: Pick<ObjectNode, 'start' | 'members'>): boolean {
  const [first] = members
  return first !== undefined && text.slice(start, first.start).includes('\n')
}

function findIndent(text: string, object: ObjectNode): string | undefined {
  const [first] = object.members
  if (first === undefined || !isMultiline(text, object)) return undefined
  const lead = leadBefore(text, first.start)
  return lead.includes('\n') ? getIndent(lead).slice(0, MAX_INDENT) : undefined
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Writes a text in the place of a literal. Expressions of its template and of `known` stay code. */
export function renderInPlace(
  text: string,
  { start, end, quote, frame }: TextNode,
  from: string,
  style: ScriptStyle,
  known: readonly string[] = [],
): string {
  const raw = from.slice(start, end)
  if (frame === undefined || quote !== '`') return renderText(text, style, { quote, raw })
  return encodeTemplate(text, [...frame.expressions, ...known], style, raw.includes('\n'))
}

/** Writes a text in the quotes of the file, or in those of the literal that it replaces. */
export function renderText(
  text: string,
  style: ScriptStyle,
  before?: { readonly quote: Quote; readonly raw: string },
): string {
  if (before?.quote === '`') return encodeLiteral(text, '`', style, before.raw.includes('\n'))
  const own = before?.quote ?? style.quote
  if (!style.avoidsEscapes) return encodeLiteral(text, own, style)
  const other = style.quote === '"' ? "'" : '"'
  const isBetterInOther = text.includes(style.quote) && !text.includes(other)
  // A literal is in the other quotes for no reason but its text.
  return encodeLiteral(text, isBetterInOther ? other : style.quote, style)
}

/** Writes the name of a property. `raw` is the name as the source has it. */
export function renderName(name: string, raw: string, style: ScriptStyle): string {
  const isPlain = IDENTIFIER.test(name) || /^(?:0|[1-9]\d{0,14})$/.test(raw)
  return isPlain && !style.quotesNames ? name : encodeLiteral(name, style.quote, style)
}
