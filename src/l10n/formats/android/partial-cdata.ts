import { renderCdata, type TextTarget } from '../xml/references.ts'
import { decodeLeaf, hideMarkup, showMarkup } from '../xml/text.ts'
import type { XmlDocument, XmlElement } from '../xml/tree.ts'
import type { Escapes } from './escapes.ts'

/** Stands for a CDATA section while the text around it is rendered. */
const MARK = '\uE000'

/** A text with a mark in place of what goes into a CDATA section. */
interface MarkedText {
  readonly marked: string
  readonly section: string
}

interface Model {
  readonly document: XmlDocument
  readonly element: XmlElement
}

/**
 * Finds the part of a text that goes into a CDATA section, if its model has one beside other text: the same part, or what stands between tags, if that of the
 * model does. Undefined for other texts.
 */
export function findCdataPart(
  value: string,
  { document, element }: Model,
  { escapes, target, markup }: { readonly escapes: Escapes; readonly target: TextTarget; readonly markup: boolean },
): MarkedText | undefined {
  const sections = element.children.flatMap(node => (node.kind === 'cdata' ? [node] : []))
  const [section] = sections
  if (section === undefined || sections.length > 1 || element.children.length === 1 || value.includes(MARK)) {
    return undefined
  }
  const content = decodeLeaf(document, section)
  const shown = markup ? hideMarkup(content) : content
  const span = findOnce(value, shown) ?? (/^<.*>$/s.test(content) ? findTagged(value, markup) : undefined)
  if (span === undefined) return undefined
  const part = value.slice(span.start, span.end)
  const codec = escapes.encoder(false)
  const raw = part === shown ? content : codec.finish(codec.text(markup ? showMarkup(part) : part))
  return { marked: value.slice(0, span.start) + MARK + value.slice(span.end), section: renderCdata(raw, target) }
}

export const fillCdata = (rendered: string, { section }: MarkedText): string => rendered.split(MARK).join(section)

interface Span {
  readonly start: number
  readonly end: number
}

function findOnce(value: string, part: string): Span | undefined {
  const start = part === '' ? -1 : value.indexOf(part)
  if (start === -1 || value.includes(part, start + 1)) return undefined
  return { start, end: start + part.length }
}

/** From the first tag that is text to the last one. */
function findTagged(value: string, markup: boolean): Span | undefined {
  const open = markup ? '&lt;' : '<'
  const start = value.indexOf(open)
  const end = value.indexOf('>', value.lastIndexOf(open)) + 1
  if (start === -1 || end === 0 || (markup && value.slice(start, end).includes('<'))) return undefined
  return { start, end }
}
