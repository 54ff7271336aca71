import { withEol } from '../eol.ts'
import { type Edit, splice } from '../splice.ts'
import { findIndent } from './edit.ts'
import { parseXml } from './scan.ts'
import { isElement, type XmlDocument, type XmlElement } from './tree.ts'

/** The white space before an element, and what its children have in addition. */
export interface ElementIndent {
  readonly outer: string
  readonly step: string
}

/** Detects the indentation of an element and its children; undefined if they do not start lines. */
export function detectElementIndent(document: XmlDocument, element: XmlElement): ElementIndent | undefined {
  const outer = findIndent(document, element.start)
  const first = element.children.find(isElement)
  const inner = first && findIndent(document, first.start)
  if (outer === undefined || inner === undefined || !inner.startsWith(outer)) return undefined
  return { outer, step: inner.slice(outer.length) }
}

/**
 * Copies an element of a document for another one, with edits of its range, and with the line endings and indentation of its new place. White space in texts, the
 * elements that `isText` accepts, is kept.
 */
export function copyElement(
  from: XmlDocument,
  to: Pick<XmlDocument, 'eol'>,
  element: XmlElement,
  edits: readonly Edit[],
  indent: ElementIndent | undefined,
  isText: (element: XmlElement) => boolean,
): string {
  const by = -element.start
  const moved = edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }))
  const copy = splice(from.text.slice(element.start, element.end), moved)
  const own = detectElementIndent(from, element)
  const isSame = own === undefined || indent === undefined || (own.outer === indent.outer && own.step === indent.step)
  // A reference to an entity of the DOCTYPE can only be read in its file.
  if (isSame || from.entities.size > 0) return withEol(copy, from.eol, to.eol)
  const document = parseXml(copy)
  const lines = indentChildren(document, document.root, { own, indent, isText, level: 1 })
  return withEol(splice(copy, [...lines]), from.eol, to.eol)
}

interface Indentation {
  readonly own: ElementIndent
  readonly indent: ElementIndent
  readonly isText: (element: XmlElement) => boolean
  readonly level: number
}

/** Replaces the indentation of the lines between the children of an element. */
function* indentChildren(document: XmlDocument, element: XmlElement, indentation: Indentation): Generator<Edit> {
  const { level, isText } = indentation
  if (element.isSelfClosing || isText(element)) return
  for (const node of element.children) {
    if (node.kind === 'text') continue
    yield* indentLine(document, node.start, indentation)
    if (isElement(node)) yield* indentChildren(document, node, { ...indentation, level: level + 1 })
  }
  yield* indentLine(document, element.contentEnd, { ...indentation, level: level - 1 })
}

function* indentLine(document: XmlDocument, start: number, { own, indent, level }: Indentation): Generator<Edit> {
  const current = findIndent(document, start)
  if (current !== own.outer + own.step.repeat(level)) return
  yield { start: start - current.length, end: start, text: indent.outer + indent.step.repeat(level) }
}
