import { type Edit, splice } from '../splice.ts'
import { escapeAttribute } from './references.ts'
import { findAttribute, isElement, type XmlDocument, type XmlElement, type XmlNode } from './tree.ts'

/** Longest indentation that is copied to a new line: every insertion repeats it. */
const MAX_INDENT = 200
const DEFAULT_INDENT = '    '
/** Maximum children of the root that show the indentation. */
const MAX_SAMPLES = 200

/** Applies edits that do not overlap to a document, and returns the file with its byte order mark. */
export const applyEdits = ({ bom, text }: XmlDocument, edits: readonly Edit[]): string => bom + splice(text, edits)

/** Returns the white space between the start of the line and an offset; undefined if something else stands there. */
export function findIndent({ text }: XmlDocument, offset: number): string | undefined {
  let start = offset
  while (start > 0 && isBlank(text[start - 1])) start -= 1
  return start === 0 || isBreak(text[start - 1]) ? text.slice(Math.max(start, offset - MAX_INDENT), offset) : undefined
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'
const isBreak = (char: string | undefined): boolean => char === '\n' || char === '\r'

/** Detects how much deeper a child is indented than its parent, at the first element in the root that starts a line. Default: four spaces. */
export function detectIndent(document: XmlDocument): string {
  const { root } = document
  const outer = findIndent(document, root.start) ?? ''
  for (const child of root.children.slice(0, MAX_SAMPLES)) {
    const indent = isElement(child) ? findIndent(document, child.start) : undefined
    if (indent !== undefined && indent.length > outer.length) return indent.slice(outer.length)
  }
  return DEFAULT_INDENT
}

/**
 * Inserts lines after a node, with its indentation; if the node shares its line with an element before it, in the same line. Comments that follow the node in its
 * line stay with it. `siblings` are the children of its parent.
 */
export function insertAfter(
  document: XmlDocument,
  siblings: readonly XmlNode[],
  node: XmlNode,
  lines: readonly string[],
): Edit {
  const at = findTrailEnd(document, siblings, node)
  const indent = findIndent(document, node.start)
  const lead = indent === undefined ? '' : document.eol + indent
  return { start: at, end: at, text: lines.map(line => lead + line).join('') }
}

/** Inserts lines before a node, with its indentation. For an element with comments above it, pass the first of them: see `listLeading`. */
export function insertBefore(document: XmlDocument, node: XmlNode, lines: readonly string[]): Edit {
  const { start } = node
  const indent = findIndent(document, start)
  const tail = indent === undefined ? '' : document.eol + indent
  return { start, end: start, text: lines.map(line => line + tail).join('') }
}

/**
 * Inserts lines as the last content of an element, one level deeper than its end tag; for an element without children, between its tags. A self-closing element
 * gets an end tag.
 */
export function insertLast(document: XmlDocument, parent: XmlElement, lines: readonly string[]): Edit {
  const { eol } = document
  const last = parent.children.findLast(node => node.kind !== 'text')
  if (last !== undefined) return insertAfter(document, parent.children, last, lines)
  const outer = findIndent(document, parent.start) ?? ''
  const indent = outer + detectIndent(document)
  const content = `${lines.map(line => eol + indent + line).join('')}${eol}${outer}`
  return replaceContent(document, parent, content)
}

/**
 * Inserts lines into an element, by the child that they follow; default: into the root. Those without one come before the first child that `isFirst` accepts,
 * with the comments above it.
 */
export function insertInRoot(
  document: XmlDocument,
  groups: ReadonlyMap<XmlElement | undefined, readonly string[]>,
  isFirst: (element: XmlElement) => boolean,
  parent = document.root,
): Edit[] {
  const { children } = parent
  return [...groups].map(([anchor, lines]) => {
    if (anchor !== undefined) return insertAfter(document, children, anchor, lines)
    const index = children.findIndex(node => isElement(node) && isFirst(node))
    const [head] = index === -1 ? [] : listLeading(document, children, index)
    return head === undefined ? insertLast(document, parent, lines) : insertBefore(document, head, lines)
  })
}

/** The start of the end of a self-closing tag, with the white space before it. */
function findSlash(text: string, { end }: XmlElement): number {
  let at = end - 2
  while (/\s/.test(text[at - 1] ?? '')) at -= 1
  return at
}

/**
 * Lists what stands above an element and belongs to it, then the element: the comments before it, up to a blank line, another element, or the line of one.
 * `index` is that of the element in `siblings`.
 */
export function listLeading({ text }: XmlDocument, siblings: readonly XmlNode[], index: number): readonly XmlNode[] {
  const found = siblings.slice(index, index + 1)
  let sinceBreak = 0
  for (let at = index - 1; at >= 0; at -= 1) {
    const node = siblings[at]
    if (node?.kind === 'comment') {
      found.push(node)
      sinceBreak += 1
    } else if (node?.kind === 'text') {
      const gap = text.slice(node.start, node.end)
      if (gap.trim() !== '' || /\n[^\S\n]*\n/.test(gap)) break
      if (/[\r\n]/.test(gap)) sinceBreak = 0
    } else {
      // Comments in the line of an element belong to it.
      if (node?.kind === 'element') found.length -= sinceBreak
      break
    }
  }
  return found.toReversed()
}

export const isBlankLine = ({ text }: XmlDocument, node: XmlNode | undefined): boolean =>
  node?.kind === 'text' && /\n[^\S\n]*\n/.test(text.slice(node.start, node.end))

/** Returns the offset after the comments that follow a node in its line. */
export function findTrailEnd({ text }: XmlDocument, siblings: readonly XmlNode[], node: XmlNode): number {
  let { end } = node
  for (let at = indexOfNode(siblings, node) + 1; at > 0 && at < siblings.length; at += 1) {
    const next = siblings[at]
    if (next === undefined || isElement(next)) break
    if (next.kind === 'text' && text.slice(next.start, next.end).trim() !== '') break
    if (next.kind === 'text' && /[\r\n]/.test(text.slice(next.start, next.end))) break
    if (next.kind === 'comment') end = next.end
  }
  return end
}

/** Finds a node in the list of its siblings, which is in the order of the file; -1 if it is not in it. */
export function indexOfNode(siblings: readonly XmlNode[], node: XmlNode): number {
  let low = 0
  let high = siblings.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = siblings[middle]
    if (found === node) return middle
    if (found === undefined || found.start > node.start) high = middle - 1
    else low = middle + 1
  }
  return -1
}

/** Removes everything from `start` to `end`, with its lines if nothing else stands in them. */
export function removeRange({ text }: XmlDocument, start: number, end: number): Edit {
  let from = start
  while (from > 0 && isBlank(text[from - 1])) from -= 1
  let to = end
  while (isBlank(text[to])) to += 1
  if (from > 0 && !isBreak(text[from - 1])) return { start, end, text: '' }
  if (text.startsWith('\r\n', to)) return { start: from, end: to + 2, text: '' }
  if (isBreak(text[to])) return { start: from, end: to + 1, text: '' }
  return { start, end, text: '' }
}

/** Replaces the content of an element by rendered text. A self-closing element gets an end tag. */
export function replaceContent({ text }: XmlDocument, element: XmlElement, rendered: string): Edit {
  const { contentStart: start, contentEnd: end, name } = element
  if (!element.isSelfClosing) return { start, end, text: rendered }
  return { start: findSlash(text, element), end: element.end, text: `>${rendered}</${name}>` }
}

/** Sets the value of an attribute in place, or adds the attribute after the last one. */
export function setAttribute(document: XmlDocument, element: XmlElement, name: string, value: string): Edit {
  const { text } = document
  const found = findAttribute(element, name)
  if (found !== undefined) {
    const { valueStart: start, valueEnd: end } = found
    return { start, end, text: escapeAttribute(value, text[end] ?? '"', document) }
  }
  const last = element.attributes.at(-1)
  const quote = last === undefined ? '"' : (text[last.valueEnd] ?? '"')
  const start = last?.end ?? element.start + 1 + element.name.length
  return { start, end: start, text: ` ${name}=${quote}${escapeAttribute(value, quote, document)}${quote}` }
}

/** Removes an attribute with the white space before it; undefined if the element does not have it. */
export function removeAttribute({ text }: XmlDocument, element: XmlElement, name: string): Edit | undefined {
  const found = findAttribute(element, name)
  if (found === undefined) return undefined
  let { start } = found
  while (/\s/.test(text[start - 1] ?? '')) start -= 1
  return { start, end: found.end, text: '' }
}
