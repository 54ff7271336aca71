import { getIndent, leadBefore } from '../json/style.ts'
import { encodeLiteral, encodeTemplate, type LiteralStyle, type Quote } from './literal.ts'
import type { ScriptFile } from './module.ts'
import { listChildren, type ObjectNode, type ScriptMember, type ScriptNode, type TextNode } from './tree.ts'

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

const USUAL: ScriptStyle = {
  eol: '\n',
  indent: '  ',
  quote: "'",
  avoidsEscapes: true,
  quotesNames: false,
  hasTrailingCommas: true,
  colon: ': ',
  padding: ' ',
  isAscii: false,
}

/** Detects the style of a script. `fallback` is used for what it does not show. */
export function detectStyle({ text, main }: ScriptFile, fallback = USUAL): ScriptStyle {
  const root = main.assigned?.object ?? main.object
  const nodes = [...walk(root)]
  const literals = nodes.flatMap(({ kind, start, end }) => (kind === 'text' ? [text.slice(start, end)] : []))
  const [single, double] = ["'", '"'].map(quote => literals.filter(raw => raw.startsWith(quote)).length)
  const objects = nodes.flatMap(node => (node.kind === 'object' && node.members.length > 0 ? [node] : []))
  const blocks = objects.filter(node => isMultiline(text, node))
  const trailing = blocks.filter(({ members }) => members.at(-1)?.comma !== undefined)
  const named = objects.flatMap(({ members }) => members.filter(isPlainMember))
  const colons = named.map(({ nameEnd, node }) => text.slice(nameEnd, Math.min(node.start, nameEnd + MAX_INDENT)))
  const names = named.filter(({ name = '' }) => IDENTIFIER.test(name)).map(({ start }) => text[start] ?? '')
  const paddings = objects.map(({ start, members: [first] }) => text.slice(start + 1, first?.start))
  const lead = leadBefore(text, root.members[0]?.start ?? 0)
  const newline = text.indexOf('\n')
  const ownQuote = (single ?? 0) > (double ?? 0) ? "'" : '"'
  const hasEscapedQuote = literals.some(raw => /^["']/.test(raw) && raw.slice(1, -1).includes(`\\${raw[0]}`))
  return {
    eol: newline === -1 ? fallback.eol : text[newline - 1] === '\r' ? '\r\n' : '\n',
    indent: lead.includes('\n') ? getIndent(lead).slice(0, MAX_INDENT) : fallback.indent,
    quote: single === double ? fallback.quote : ownQuote,
    avoidsEscapes: single === 0 && double === 0 ? fallback.avoidsEscapes : !hasEscapedQuote,
    quotesNames: names.length === 0 ? fallback.quotesNames : names.every(char => /["']/.test(char)),
    hasTrailingCommas: blocks.length === 0 ? fallback.hasTrailingCommas : trailing.length * 2 >= blocks.length,
    colon: colons.find(colon => /^ ?: ?$/.test(colon)) ?? fallback.colon,
    padding: paddings.find(blank => /^[ \t]{0,16}$/.test(blank)) ?? fallback.padding,
    isAscii: /[^\0-\u007F]/.test(text) ? false : /\\u00[a-fA-F89]/.test(text) || fallback.isAscii,
  }
}

function* walk(node: ScriptNode): Generator<ScriptNode> {
  yield node
  for (const child of listChildren(node)) yield* walk(child.node)
}

const isPlainMember = ({ name, node }: ScriptMember): boolean =>
  name !== undefined && node.kind !== 'other' && (node.kind !== 'text' || node.frame === undefined)

/** Whether the first member of an object is on another line than its brace. */
export function isMultiline(text: string, { start, members }: Pick<ObjectNode, 'start' | 'members'>): boolean {
  const [first] = members
  return first !== undefined && text.slice(start, first.start).includes('\n')
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
