import type { MapNode, TreeNode } from '../tree/node.ts'
import type { StringStyle } from './scan.ts'
import type { TomlTree } from './tree.ts'

/** The style of a TOML file, so that new lines match it. */
export interface TomlStyle {
  readonly bom: string
  readonly eol: '\n' | '\r\n'
  /** The sign between key and value, with its spaces. */
  readonly equals: string
  /** How most strings on one line are written. */
  readonly style: 'basic' | 'literal'
  /** Whether blank lines separate tables. */
  readonly hasBlankLines: boolean
}

const MAX_SPACES = 10

const USUAL: TomlStyle = { bom: '', eol: '\n', equals: ' = ', style: 'basic', hasBlankLines: true }

/** Detects the style of a file. `fallback` is used for properties that the file does not show. */
export function detectStyle({ text, root, tables }: TomlTree, fallback = USUAL): TomlStyle {
  const counts = { basic: 0, literal: 0 }
  let equals: string | undefined
  let headers = 0
  let blanks = 0
  const visit = (node: TreeNode): void => {
    if (node.kind === 'text' && (node.style === 'basic' || node.style === 'literal')) counts[node.style] += 1
    else if (node.kind === 'list') for (const item of node.items) visit(item)
    else if (node.kind === 'map') visitTable(node)
  }
  const visitTable = (table: MapNode): void => {
    for (const { keyEnd, value } of table.members) {
      const info = value.kind === 'map' ? tables.get(value) : undefined
      if (info?.form === 'header') {
        headers += 1
        if (/\n[ \t]*\r?\n(?:[ \t]*#.*\n)*$/.test(text.slice(Math.max(0, info.headerStart - 200), info.headerStart)))
          blanks += 1
      } else if (value.kind === 'text' && equals === undefined) equals = readEquals(text.slice(keyEnd, value.start))
      visit(value)
    }
  }
  visitTable(root)
  const newline = text.indexOf('\n')
  const isShown = counts.basic + counts.literal > 0
  return {
    bom: text.startsWith('\uFEFF') ? '\uFEFF' : '',
    eol: newline === -1 ? fallback.eol : text[newline - 1] === '\r' ? '\r\n' : '\n',
    equals: equals ?? fallback.equals,
    style: isShown ? (counts.literal > counts.basic ? 'literal' : 'basic') : fallback.style,
    // The first table has nothing above it.
    hasBlankLines: headers < 2 ? fallback.hasBlankLines : blanks * 2 >= headers - 1,
  }
}

/** Signs in columns are written with one space. */
function readEquals(sign: string): string {
  const [before = '', after = ''] = sign.split('=')
  const space = (blank: string): string => (blank.length > 1 && blank.length < MAX_SPACES ? ' ' : blank.slice(0, 1))
  return `${space(before)}=${space(after)}`
}

/** The style of a new string: in lines if the source is, else as most strings of the file. */
export const styleOf = (model: string | undefined, { style }: TomlStyle): StringStyle =>
  model === 'multi-basic' || model === 'multi-literal' ? model : style

const BARE_KEY = /^[A-Za-z0-9_-]+$/
/** Characters that only an escape can express. */
const CONTROL = /(?!\t)\p{Cc}/u
const CONTROL_IN_LINES = /(?![\t\n])\p{Cc}/u
const ESCAPED = /["\\]|(?!\t)\p{Cc}/gu
const ESCAPED_IN_LINES = /\\|(?![\t\n])\p{Cc}/gu
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

/** Writes a string in a style if that can express it exactly, else as a basic string of as many lines. */
export function encodeString(text: string, style: StringStyle, eol: string): string {
  switch (style) {
    case 'literal':
      return text.includes("'") || CONTROL.test(text) ? encodeBasic(text) : `'${text}'`
    case 'multi-literal':
      if (text.includes("'''") || text.endsWith("'") || CONTROL_IN_LINES.test(text)) return encodeLines(text, eol)
      return `'''${eol}${text.replaceAll('\n', eol)}'''`
    case 'multi-basic':
      return encodeLines(text, eol)
    case 'basic':
      return encodeBasic(text)
  }
}

export const encodeKey = (name: string): string => (BARE_KEY.test(name) ? name : encodeBasic(name))

const encodeBasic = (text: string): string => `"${text.replace(ESCAPED, escape)}"`

function encodeLines(text: string, eol: string): string {
  const escaped = text.replace(ESCAPED_IN_LINES, escape).replace(/("")"|"$/g, '$1\\"')
  return `"""${eol}${escaped.replaceAll('\n', eol)}"""`
}

const escape = (char: string): string =>
  SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
