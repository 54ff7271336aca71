import { renderCdata, type TextTarget } from '../xml/references.ts'
import { decodeLeaf, hideMarkup, showMarkup } from '../xml/text.ts'
import type { XmlDocument, XmlElement } from '../xml/tree.ts'
import type { Escapes } from './escapes.ts'

/** Stands for a CDATA section while the text around it is rendered. */
const MARK = '\uE000'

/** A text with a mark in place of each part that goes into a CDATA section. */
interface MarkedText {
  readonly marked: string
  readonly sections: readonly string[]
}

interface Model {
  readonly document: XmlDocument
  readonly element: XmlElement
}

/**
 * Finds the parts of a text that go into CDATA sections, if its model has some beside other text: the same parts, or for a single section what stands between
 * tags, if that of the model does. Undefined for other texts.
 */
export function findCdataParts(
  value: string,
  { document, element }: Model,
  { escapes, target, markup }: { readonly escapes: Escapes; readonly target: TextTarget; readonly markup: boolean },
): MarkedText | undefined {
  const contents = element.children.flatMap(node => (node.kind === 'cdata' ? [decodeLeaf(document, node)] : []))
  if (contents.length === 0 || element.children.length === 1 || value.includes(MARK)) return undefined
  const codec = escapes.encoder(false)
  const sections: string[] = []
  let marked = ''
  let from = 0
  for (const content of contents) {
    const shown = markup ? hideMarkup(content) : content
    const isTagged = /^<.*>$/s.test(content)
    const tags = isTagged && contents.length === 1 ? findTagged(value, markup) : undefined
    const span = findPart(value, shown, from, isTagged) ?? tags
    if (span === undefined) continue
    const part = value.slice(span.start, span.end)
    const raw = part === shown ? content : codec.finish(codec.text(markup ? showMarkup(part) : part))
    sections.push(renderCdata(raw, target))
    marked += value.slice(from, span.start) + MARK
    from = span.end
  }
  return sections.length === 0 ? undefined : { marked: marked + value.slice(from), sections }
}

export const fillCdata = (rendered: string, { sections }: MarkedText): string =>
  rendered.split(MARK).reduce((text, rest, at) => text + (sections[at - 1] ?? '') + rest)

interface Span {
  readonly start: number
  readonly end: number
}

/** The next occurrence of a part; without tags, it must be the only one. */
function findPart(value: string, part: string, from: number, isTagged: boolean): Span | undefined {
  const start = part === '' ? -1 : value.indexOf(part, from)
  if (start === -1 || (!isTagged && value.indexOf(part) !== value.lastIndexOf(part))) return undefined
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
