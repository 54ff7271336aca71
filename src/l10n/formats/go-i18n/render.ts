import { detectStyle, encodeString, type JsonStyle, leadBefore } from '../json/style.ts'
import { findProperty, parseJson } from '../json/tree.ts'
import type { TextNode } from '../tree/node.ts'
import { encodeKey, encodeScalar, rewriteScalar } from '../yaml/encode.ts'
import type { ScalarStyle } from '../yaml/read-nodes.ts'
import { columnOf, type QuoteStyle } from '../yaml/style.ts'
import type { MessageFile } from './messages.ts'

/** A text, or names with values. */
export type Value = string | readonly (readonly [name: string, value: Value])[]

/** Writes parts of a file in its style. */
export interface Writer {
  readonly eol: string
  /** Renders a value whose first line is indented by `indent`. */
  renderValue(value: Value, indent: string): string
  renderMember(name: string, value: Value, indent: string): string
  /** Renders what replaces the value behind a colon, with the white space before it. */
  renderBehind(value: Value, indent: string): string
  rewrite(node: TextNode, text: string, isInline: boolean): string
  /** Separates two elements or members: what follows is indented by `indent`. */
  separate(indent: string): string
}

export const createWriter = (file: MessageFile): Writer =>
  file.name === 'JSON' ? createJsonWriter(file) : createYamlWriter(file)

function createJsonWriter({ text, root }: MessageFile): Writer {
  const isList = root?.kind === 'list'
  const tree = parseJson(text, undefined, true)
  const [first] = tree.root.children ?? []
  const outer = isList ? (first ?? tree.outer) : tree.outer
  const found = detectStyle({ ...tree, outer })
  const above = isList && first !== undefined ? leadBefore(text, first.offset).replace(/[\r\n]/g, '') : ''
  const style: JsonStyle = { ...found, indent: found.indent.slice(above.length) }
  const { eol, multiline, colon } = style
  // A list of messages on one line each.
  const isFlat = isList && first?.type === 'object' && findProperty(first, 'id') !== undefined && !multiline
  const lineBreak = (indent: string): string => (multiline ? eol + indent : '')
  const space = colon.endsWith(' ') ? ' ' : ''
  const writer: Writer = {
    eol,
    renderValue: (value, indent) => {
      if (typeof value === 'string') return encodeString(value, style)
      const inner = indent + style.indent
      const members = value.map(([name, of]) => writer.renderMember(name, of, inner))
      if (!multiline) return `{${isFlat ? space : ''}${members.join(`,${space}`)}${isFlat ? space : ''}}`
      return `{${lineBreak(inner)}${members.join(`,${lineBreak(inner)}`)}${lineBreak(indent)}}`
    },
    renderMember: (name, value, indent) => encodeString(name, style) + colon + writer.renderValue(value, indent),
    renderBehind: (value, indent) => writer.renderValue(value, indent),
    rewrite: (_, changed) => encodeString(changed, style),
    separate: indent => `,${multiline || isFlat ? eol + indent : space}`,
  }
  return writer
}

function createYamlWriter({ text, items }: MessageFile): Writer {
  const counts = { plain: 0, single: 0, double: 0 }
  for (const { forms } of items) {
    for (const { style: own } of forms.values()) if (own in counts) counts[own as keyof typeof counts] += 1
  }
  const quotes: QuoteStyle = counts.single > counts.double ? 'single' : 'double'
  const usual: ScalarStyle = counts.plain >= counts.single + counts.double ? 'plain' : quotes
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const id = items[0]?.fields.get('id')?.value
  const ofIds = id?.kind === 'text' ? (id.style as ScalarStyle) : 'plain'
  const encode = (value: string, indent: string): string =>
    encodeScalar(value, usual, quotes, { isInline: false, indent: indent.length, eol })
  const writer: Writer = {
    eol,
    renderValue: (value, indent) =>
      typeof value === 'string'
        ? encode(value, indent)
        : value.map(([name, of]) => writer.renderMember(name, of, indent)).join(eol + indent),
    renderMember: (name, value, indent) => {
      const isId = name === 'id' && typeof value === 'string'
      const behind = isId
        ? ` ${encodeScalar(value, ofIds, quotes, { isInline: false, indent: 0, eol })}`
        : writer.renderBehind(value, indent)
      return `${encodeKey(name, quotes, false)}:${behind}`
    },
    renderBehind: (value, indent) => {
      const inner = `${indent}  `
      return typeof value === 'string' ? ` ${encode(value, inner)}` : eol + inner + writer.renderValue(value, inner)
    },
    rewrite: (node, changed, isInline) => {
      const keyColumn = columnOf(text, text.lastIndexOf('\n', node.start - 1) + 1)
      const place = { quotes, eol, isInline, keyColumn, step: 2 }
      return rewriteScalar(text, node, changed, place)
    },
    separate: indent => eol + indent,
  }
  return writer
}
