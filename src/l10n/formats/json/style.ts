import type { Node } from 'jsonc-parser'
import { detectEol } from '../eol.ts'
import { findFirstProperty, getNodeEnd, isBlank, type JsonTree } from './tree.ts'

/** The style of a JSON file, so that new and changed values match it. */
export interface JsonStyle {
  /** One level of indentation; empty if the file has one line. */
  readonly indent: string
  readonly eol: '\n' | '\r\n'
  readonly multiline: boolean
  /** The separator between a key and its value. */
  readonly colon: string
  readonly escapes: Escapes
}

interface Escapes {
  readonly ascii: boolean
  readonly slash: boolean
  readonly html: boolean
  readonly upperHex: boolean
}

const MAX_INDENT = 16

/** Detects the style of a file. `fallback` is used for properties that the file does not show. */
export function detectStyle(tree: JsonTree, fallback?: JsonStyle): JsonStyle {
  const { text, outer } = tree
  const first = findFirstProperty(outer)
  const eol = fallback === undefined || text.includes('\n') ? detectEol(text) : fallback.eol
  if (first === undefined && fallback !== undefined) return { ...fallback, eol }
  const lead = first === undefined ? '' : leadBefore(text, first.node.offset)
  return {
    // Indentation repeats at each level, so its width is limited.
    indent: lead.slice(lead.lastIndexOf('\n') + 1).slice(0, MAX_INDENT),
    eol,
    multiline: lead.includes('\n'),
    colon: first === undefined ? ': ' : text.slice(first.key.offset + first.key.length, first.value.offset),
    escapes: detectEscapes(text, fallback?.escapes),
  }
}

/** Returns whether two styles look the same, so that lines of the source can be copied. */
export function isSameStyle(a: JsonTree, styleA: JsonStyle, b: JsonTree, styleB: JsonStyle): boolean {
  const frame = ({ bom, text, outer, rootProperty }: JsonTree): string[] => [
    bom,
    text.slice(0, outer.offset),
    text.slice(getNodeEnd(outer)),
    rootProperty === undefined ? '' : leadBefore(text, rootProperty.node.offset),
  ]
  const blank = ({ text }: JsonTree): boolean => /\n[ \t]*\r?\n[ \t]*"/.test(text)
  return (
    JSON.stringify([styleA, frame(a), blank(a)]) ===
    JSON.stringify([{ ...styleB, escapes: styleA.escapes }, frame(b), blank(b)])
  )
}

/** Returns the white space before an offset, from the last line break; used before a new neighbor. */
export function leadBefore(text: string, offset: number): string {
  let start = offset
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start -= 1
  const blank = text.slice(start, offset)
  const newline = blank.lastIndexOf('\n')
  if (newline === -1) return blank
  return blank.slice(blank[newline - 1] === '\r' ? newline - 1 : newline)
}

/** Returns the indentation in such white space; empty without a line break. */
export const getIndent = (lead: string): string => (lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : '')

/** Escapes a string in the style of the file. */
export function encodeString(value: string, { escapes }: JsonStyle): string {
  let json = JSON.stringify(value)
  if (escapes.slash) json = json.replaceAll('/', '\\/')
  if (escapes.html) json = json.replace(/[<>&]/g, char => unicodeEscape(char, escapes))
  if (escapes.ascii) json = json.replace(/[\u007F-\uFFFF]/g, char => unicodeEscape(char, escapes))
  return json
}

export const getNodeText = (tree: JsonTree, node: Node): string =>
  tree.text.slice(node.offset, node.offset + node.length)

function unicodeEscape(char: string, { upperHex }: Escapes): string {
  const hex = char.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${upperHex ? hex.toUpperCase() : hex}`
}

/** Detects how a file escapes characters. `fallback` is used for characters that it does not contain. */
function detectEscapes(text: string, fallback: Escapes | undefined): Escapes {
  const hasUnicode = text.includes('\\u')
  const written = hasUnicode ? (text.match(/\\u[0-9a-fA-F]{4}/g) ?? []) : []
  const foreign = written.filter(escape => Number.parseInt(escape.slice(2), 16) > 0x7f).length
  const raw = text.replace(/[\0-\u007F]+/g, '').length
  const html = hasUnicode && /\\u00(?:3c|3e|26)/i.test(text)
  return {
    ascii: foreign === 0 && raw === 0 ? fallback?.ascii === true : foreign > raw,
    slash: text.includes('/') ? text.includes('\\/') && !/(?<!\\)\//.test(text) : fallback?.slash === true,
    html: html || /[<>&]/.test(text) ? html && !/[<>&]/.test(text) : fallback?.html === true,
    upperHex:
      written.length === 0
        ? fallback?.upperHex === true
        : written.some(escape => /[A-F]/.test(escape)) && !written.some(escape => /[a-f]/.test(escape.slice(2))),
  }
}
