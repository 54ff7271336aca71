import type { Node } from 'jsonc-parser'
import { type JsonTree, propertiesOf } from './json-tree.ts'

/** How a JSON file is written, so that new and changed values look like their neighbours. */
export interface JsonStyle {
  /** One level of indentation; empty when the file is one line. */
  readonly indent: string
  readonly eol: '\n' | '\r\n'
  readonly multiline: boolean
  /** What stands between a key and its value. */
  readonly colon: string
  readonly escapes: Escapes
}

interface Escapes {
  readonly ascii: boolean
  readonly slash: boolean
  readonly html: boolean
  readonly upperHex: boolean
}

/** Reads the style of a file from its bytes; `fallback` serves where the file shows nothing. */
export function styleOf(tree: JsonTree, fallback?: JsonStyle): JsonStyle {
  const { text, root } = tree
  const first = propertiesOf(root)[0]
  const newlines = text.split('\n').length - 1
  const crlf = text.split('\r\n').length - 1
  const eol = newlines === 0 && fallback !== undefined ? fallback.eol : crlf * 2 > newlines ? '\r\n' : '\n'
  if (first === undefined && fallback !== undefined) return { ...fallback, eol }
  const lead = first === undefined ? '' : leadBefore(text, first.node.offset)
  return {
    indent: lead.slice(lead.lastIndexOf('\n') + 1),
    eol,
    multiline: lead.includes('\n'),
    colon: first === undefined ? ': ' : text.slice(first.key.offset + first.key.length, first.value.offset),
    escapes: escapesOf(text),
  }
}

/** The white space before an offset, from the last line break on: what a new neighbour begins with. */
export function leadBefore(text: string, offset: number): string {
  let start = offset
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1
  const blank = text.slice(start, offset)
  const newline = blank.lastIndexOf('\n')
  if (newline === -1) return blank
  return blank.slice(blank[newline - 1] === '\r' ? newline - 1 : newline)
}

/** A string in the file's way of escaping. */
export function encodeString(value: string, { escapes }: JsonStyle): string {
  let json = JSON.stringify(value)
  if (escapes.slash) json = json.replaceAll('/', '\\/')
  if (escapes.html) json = json.replace(/[<>&]/g, char => unicodeEscape(char, escapes))
  if (escapes.ascii) json = json.replace(/[\u007F-\uFFFF]/g, char => unicodeEscape(char, escapes))
  return json
}

/** The source text of a node. */
export const sliceOf = (tree: JsonTree, node: Node): string => tree.text.slice(node.offset, node.offset + node.length)

function unicodeEscape(char: string, { upperHex }: Escapes): string {
  const hex = char.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${upperHex ? hex.toUpperCase() : hex}`
}

function escapesOf(text: string): Escapes {
  const written = text.match(/\\u[0-9a-fA-F]{4}/g) ?? []
  const foreign = written.filter(escape => Number.parseInt(escape.slice(2), 16) > 0x7f)
  const raw = text.match(/[^\0-\u007F]/g) ?? []
  return {
    ascii: foreign.length > raw.length,
    slash: /\\\//.test(text) && !/(?<!\\)\//.test(text),
    html: /\\u00(?:3c|3e|26)/i.test(text) && !/[<>&]/.test(text),
    upperHex: written.some(escape => /[A-F]/.test(escape)) && !written.some(escape => /[a-f]/.test(escape.slice(2))),
  }
}
