import type { Member, TreeNode } from '../tree/node.ts'
import type { YamlTree } from './tree.ts'

/** The style of strings that a plain scalar can't express. */
export type QuoteStyle = 'single' | 'double'

/** The style of a YAML file, so that new lines match it. */
export interface YamlStyle {
  readonly eol: '\n' | '\r\n'
  /** Spaces per level. */
  readonly indent: number
  /** Spaces before the dash of an element, from its key. */
  readonly listIndent: number
  /** How most strings on one line are written. */
  readonly style: 'plain' | QuoteStyle
  /** The quotes of strings that can't be plain. */
  readonly quotes: QuoteStyle
  /** Whether blank lines separate some keys. */
  readonly hasBlankLines: boolean
}

const MAX_INDENT = 8
const USUAL: YamlStyle = {
  eol: '\n',
  indent: 2,
  listIndent: 0,
  style: 'plain',
  quotes: 'double',
  hasBlankLines: false,
}

/** Detects the style of a file. `fallback` is used for properties that the file does not show. */
export function detectStyle({ text, outer }: YamlTree, fallback = USUAL): YamlStyle {
  const counts = { plain: 0, single: 0, double: 0 }
  let indent: number | undefined
  let listIndent: number | undefined
  let hasBlankLines = false
  let previous: number | undefined
  const visit = (node: TreeNode, column: number): void => {
    if (node.kind === 'text') {
      const { style } = node
      if (style === 'plain' || style === 'single' || style === 'double') counts[style] += 1
    } else if (node.kind === 'list' && !node.isInline) {
      const [first] = node.items
      if (first !== undefined) listIndent ??= columnOf(text, node.start) - column
      for (const item of node.items) visit(item, column)
    } else if (node.kind === 'map' && !node.isInline) {
      for (const { keyStart, value } of node.members) {
        const own = columnOf(text, keyStart)
        if (value.kind === 'map' && !value.isInline && value.members[0] !== undefined) {
          indent ??= columnOf(text, value.members[0].keyStart) - own
        }
        if (!hasBlankLines && previous !== undefined) hasBlankLines = hasBlankLineBefore(text, keyStart)
        previous = keyStart
        visit(value, own)
      }
    }
  }
  if (outer !== undefined) visit(outer, 0)
  const newline = text.indexOf('\n')
  const eol = newline === -1 ? fallback.eol : text[newline - 1] === '\r' ? '\r\n' : '\n'
  const ranked = (['plain', 'double', 'single'] as const).toSorted((a, b) => counts[b] - counts[a])
  const isShown = counts.plain + counts.single + counts.double > 0
  const hasQuotes = counts.single + counts.double > 0
  return {
    eol,
    indent: toWidth(indent) ?? fallback.indent,
    listIndent: toWidth(listIndent) ?? fallback.listIndent,
    style: isShown ? (ranked[0] ?? 'plain') : fallback.style,
    quotes: hasQuotes ? (counts.single > counts.double ? 'single' : 'double') : fallback.quotes,
    hasBlankLines,
  }
}

/** A file can be indented by any width; keys of one file have few. */
const toWidth = (width: number | undefined): number | undefined =>
  width === undefined || width < 0 ? undefined : Math.min(width, MAX_INDENT)

/** The column of an offset, from 0. */
export const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1)

/** Returns whether a blank line is above the line of an offset, or above its comments. */
export function hasBlankLineBefore(text: string, offset: number): boolean {
  let start = text.lastIndexOf('\n', offset - 1) + 1
  while (start > 1) {
    const before = text.lastIndexOf('\n', start - 2) + 1
    const line = text.slice(before, start).trim()
    if (line === '') return true
    if (!line.startsWith('#')) return false
    start = before
  }
  return false
}

/** The lines before the first key: byte order mark, directives and the document mark, without comments. */
export function headOf({ text, outer }: YamlTree): string {
  const first: Member | undefined = outer?.members[0]
  const head = text.slice(0, first?.keyStart ?? text.length)
  const bom = head.startsWith('\uFEFF') ? '\uFEFF' : ''
  const lines = head.slice(bom.length).split(/(?<=\n)/)
  return bom + lines.filter(line => /^(?:%|---[ \t]*\r?\n)/.test(line)).join('')
}
